// The words of notices, in both languages. Of what somebody typed only the name of the company
// stands in one, and nothing of it in a header.

import type { ClaimedNotice, NoticeKind } from '@fiscal/db/notice';
import { bilingual, dayOf, plain } from '@fiscal/runtime/mail';
import type { Mail } from '@fiscal/runtime/mail';

/** Titles, and the page of the company that shows it. */
const KINDS: Readonly<Record<NoticeKind, readonly [me: string, en: string, page: string]>> = {
  failed: ['Neuspjeli računi', 'Failed invoices', 'failed'],
  deadline: ['Dostave kojima ističe rok', 'Deliveries nearly overdue', 'offline'],
  certificate: ['Sertifikat ističe', 'Certificate expires', 'certificates'],
  held: ['Kase koje ne prodaju', 'Cash registers that sell nothing', 'cash-registers'],
  authority: ['Poreska uprava ne odgovara', 'The tax authority does not reply', 'today'],
};

/** What only its window has ended: it cannot be delivered any more (docs/adr/0031). */
const LATE = [
  ' Podizanje gotovine koje za 48 h nije dostavljeno ostaje Offline u kasi: prijavite ga sami.',
  ' A withdrawal that was not delivered in 48 h stays Offline in the drawer: report it yourselves.',
] as const;

/** @param origin of the panel. */
export function noticeMail(notice: ClaimedNotice, origin: string): Mail {
  const { companyId, companyName, email: to, environment, kind, mail } = notice;
  const [me, en, page] = KINDS[kind];
  const isOver = mail.open === 0;
  // There is one certificate and one authority.
  const isCounted = kind !== 'certificate' && kind !== 'authority';
  const isNew = isCounted && mail.count > 0;
  const isMany = isCounted && !isOver;
  const count = isNew ? ` (${mail.count})` : '';
  const company = plain(companyName);
  const [lateMe, lateEn] = kind === 'deadline' ? LATE : ['', ''];
  const isTest = environment === 'test';
  const at = dayOf(new Date(mail.at));
  const link = `${origin}/admin/companies/${companyId}/${page}?environment=${environment}`;
  return {
    to,
    id: mail.id,
    subject: `${isOver ? 'Riješeno / Over: ' : ''}${me}${count} / ${en}${count}`,
    text: bilingual(
      [
        `firma „${company}“${isTest ? ', testno okruženje' : ''}, ${at}:`,
        `${me}.${isNew ? ` Novih od posljednje poruke: ${mail.count}.` : ''}` +
          (isMany ? ` Ukupno sada: ${mail.open}.` : ''),
        isOver
          ? `Riješeno: ništa više nije otvoreno.${lateMe}`
          : `Razlog i rješenje su ovdje:\n${link}`,
        `O čemu dobijate poruke birate ovdje: ${origin}/admin/account`,
      ],
      [
        `company “${company}”${isTest ? ', test environment' : ''}, ${at}:`,
        `${en}.${isNew ? ` New since the last mail: ${mail.count}.` : ''}` +
          (isMany ? ` In all now: ${mail.open}.` : ''),
        isOver
          ? `It is over: nothing is open any more.${lateEn}`
          : `Reason and remedy are here:\n${link}`,
        `Choose here what you are mailed about: ${origin}/admin/account`,
      ],
    ),
  };
}
