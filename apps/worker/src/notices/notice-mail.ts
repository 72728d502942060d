// The words of notices. In both languages, as all mails; of what somebody typed only the name of
// the company stands in one, and nothing of it in a header.

import type { ClaimedNotice, NoticeKind } from '@fiscal/db/notice';
import { bilingual, dayOf, plain } from '@fiscal/runtime/mail';
import type { Mail } from '@fiscal/runtime/mail';

/** Montenegrin, English. */
type Words = readonly [me: string, en: string];

interface Kind {
  title: Words;
  /** How many there are says something. */
  isCounted: boolean;
  /** What it means for the company, and what is to be done. */
  remedy: Words;
  /** Where the panel shows it, below the company. */
  page: string;
}

const KINDS: Readonly<Record<NoticeKind, Kind>> = {
  failed: {
    title: ['Neuspjeli računi', 'Failed invoices'],
    isCounted: true,
    remedy: [
      'Ti računi nijesu registrovani. Razlog i rješenje su na stranici:',
      'These invoices are not registered. Reason and remedy stand on the page:',
    ],
    page: 'failed',
  },
  deadline: {
    title: ['Računi kojima ističe rok za dostavu', 'Invoices whose delivery is nearly overdue'],
    isCounted: true,
    remedy: [
      'Kupci ih imaju, a Poreska uprava još ne. Šta ih zadržava piše na stranici:',
      'Customers hold them, and the tax authority does not yet. What keeps them back is on the page:',
    ],
    page: 'offline',
  },
  certificate: {
    title: ['Sertifikat ističe', 'Certificate expires'],
    isCounted: false,
    remedy: [
      'Bez važećeg sertifikata nema fiskalizacije. Novi se dodaje na stranici:',
      'Without a valid certificate nothing is fiscalized. A new one is added on the page:',
    ],
    page: 'certificates',
  },
  held: {
    title: ['Kase koje ne prodaju', 'Cash registers that sell nothing'],
    isCounted: true,
    remedy: [
      'Ne prodaju dok se ne potvrdi njihov posljednji broj, na stranici:',
      'They sell nothing until their last number is confirmed, on the page:',
    ],
    page: 'cash-registers',
  },
  authority: {
    title: ['Poreska uprava ne odgovara', 'The tax authority does not reply'],
    isCounted: false,
    remedy: [
      'Šta to znači za vaše račune piše na stranici:',
      'What it means for your invoices is on the page:',
    ],
    page: 'today',
  },
};

/** @param origin of the panel. */
export function noticeMail(notice: ClaimedNotice, origin: string): Mail {
  const { companyId, companyName, email: to, environment, kind, mail } = notice;
  const { title, isCounted, remedy, page } = KINDS[kind];
  const isOver = mail.open === 0;
  const link = `${origin}/admin/companies/${companyId}/${page}?environment=${environment}`;
  const company = plain(companyName);
  const isTest = environment === 'test';
  const at = dayOf(new Date(mail.at));
  const since = isCounted && mail.count > 0;
  const count = since ? ` (${mail.count})` : '';
  const isMany = isCounted && !isOver;
  const me = [
    `Firma „${company}“${isTest ? ', testno okruženje' : ''}, ${at}:`,
    `${title[0]}.` +
      (since ? ` Novih od posljednje poruke: ${mail.count}.` : '') +
      (isMany ? ` Ukupno sada: ${mail.open}.` : ''),
    isOver ? 'Riješeno: nema više ničega otvorenog.' : `${remedy[0]}\n${link}`,
    `O čemu dobijate poruke birate ovdje: ${origin}/admin/account`,
  ];
  const en = [
    `Company “${company}”${isTest ? ', test environment' : ''}, ${at}:`,
    `${title[1]}.` +
      (since ? ` New since the last mail: ${mail.count}.` : '') +
      (isMany ? ` In all now: ${mail.open}.` : ''),
    isOver ? 'It is over: nothing is open any more.' : `${remedy[1]}\n${link}`,
    `Choose here what you are mailed about: ${origin}/admin/account`,
  ];
  const subject = `${title[0]}${count} / ${title[1]}${count}`;
  return {
    to,
    id: mail.id,
    subject: isOver ? `Riješeno / Over: ${subject}` : subject,
    text: bilingual(me, en),
  };
}
