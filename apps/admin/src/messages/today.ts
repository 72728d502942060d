import type { Messages } from '../message.ts';

/** Texts of a company's day. */
export const messages = {
  report: ['Jučerašnji izvještaj', 'Yesterday’s report'],
  title: ['Danas', 'Today'],
  intro: ['{{day}}, po vremenu u Podgorici.', '{{day}}, in Podgorica’s time.'],
  well: {
    good: ['Sve je u redu', 'All is well'],
    goodText: [
      'Ništa nije neuspjelo, ništa ne kasni, sertifikat važi i Poreska uprava odgovara.',
      'Nothing has failed, nothing is late, the certificate is valid and the tax authority replies.',
    ],
    watch: ['Treba pripaziti', 'Keep an eye on it'],
    bad: ['Nešto traži vašu pažnju', 'Something needs your attention'],
  },
  problem: {
    'company-paused': [
      'Firma je pauzirana: njeni API ključevi se odbijaju i novi računi se ne primaju.',
      'The company is paused: its API keys are refused and no new invoices are accepted.',
    ],
    'lane-paused': [
      'Operater servisa je zaustavio dio obrade. Računi čekaju dok je ne nastavi.',
      'An operator of the service has paused a part of the processing. Invoices wait until it is resumed.',
    ],
    signing: [
      'Servis trenutno ne može da potpisuje, pa prodaje ne uspijevaju. Operater servisa vidi zašto.',
      'The service cannot sign at the moment, so that sales fail. The operator of the service sees why.',
    ],
    held: [
      'Kase ne prodaju dok se ne potvrdi njihov posljednji broj: {{count}}.',
      'Cash registers sell nothing until their last number is confirmed: {{count}}.',
    ],
    workers: [
      'Servis trenutno ne obrađuje račune. Novi računi čekaju.',
      'The service does not process invoices at the moment. New ones wait.',
    ],
    'certificate-missing': [
      'Nema sertifikata: računi se ne mogu potpisati.',
      'There is no certificate: invoices cannot be signed.',
    ],
    'certificate-ended': [
      'Sertifikat je istekao: računi se ne mogu potpisati.',
      'The certificate has expired: invoices cannot be signed.',
    ],
    'certificate-ending_one': [
      'Sertifikat ističe za {{count}} dan.',
      'The certificate expires in {{count}} day.',
    ],
    'certificate-ending': [
      'Sertifikat ističe za {{count}} dana.',
      'The certificate expires in {{count}} days.',
    ],
    'sender-refused': [
      'Poreska uprava odbija poruke firme, ne njene račune. Što je uručeno šalje se samo, dok se ne otkloni uzrok.',
      'The tax authority refuses the messages of the company, not its invoices. What was handed out is sent by itself until the cause is removed.',
    ],
    failed: ['Neuspjeli računi: {{count}}.', 'Invoices that failed: {{count}}.'],
    stuck: [
      'Računi u obradi duže nego što treba: {{count}}.',
      'Invoices that take longer than they should: {{count}}.',
    ],
    late: [
      'Dostave čekaju, a ostalo je manje od jednog dana: {{count}}.',
      'Deliveries wait and less than a day remains: {{count}}.',
    ],
    'sales-fail': [
      'Poreska uprava ne odgovara kako treba, a firma ništa ne izdaje bez njenog odgovora: prodaje ne uspijevaju.',
      'The tax authority does not reply as it should, and the company issues nothing offline: sales fail.',
    ],
    'authority-silent': [
      'Poreska uprava ne odgovara. Novi računi se izdaju bez JIKR-a i dostavljaju kasnije.',
      'The tax authority does not reply. New invoices are issued offline and delivered later.',
    ],
    'authority-disbelieved': [
      'Odgovorima Poreske uprave trenutno se ne može vjerovati. Operater servisa to vidi.',
      'The tax authority’s replies cannot be believed at the moment. The operator of the service sees it.',
    ],
    prints: ['PDF se ne može napraviti: {{count}}.', 'PDFs that cannot be made: {{count}}.'],
  },
  sales: {
    title: ['Računi po satu', 'Invoices by the hour'],
    chart: [
      'Računi danas po satu: fiskalizovano {{Fiscalized}}, čeka dostavu {{Offline}}, u obradi {{Pending}}, neuspjelo {{Failed}}',
      'Today’s invoices by the hour: fiscalized {{Fiscalized}}, waiting for delivery {{Offline}}, in progress {{Pending}}, failed {{Failed}}',
    ],
    none: ['Danas još nema računa.', 'There is no invoice yet today.'],
    table: ['Brojevi po satu', 'Figures by the hour'],
    hour: ['Sat', 'Hour'],
    outcomes: ['Danas po ishodu', 'Today by outcome'],
  },
  outcome: {
    Fiscalized: ['Fiskalizovano', 'Fiscalized'],
    Offline: ['Čeka dostavu', 'Waiting for delivery'],
    Pending: ['U obradi', 'In progress'],
    Failed: ['Neuspjelo', 'Failed'],
  },
  tile: {
    label: ['Stanje', 'How things stand'],
    failed: ['Neuspjeli računi', 'Failed invoices'],
    failedNone: ['Nijedan ne traži rješenje', 'None needs to be put right'],
    failedSome: ['Otvorite da vidite zašto', 'Open to see why'],
    waiting: ['Čekaju dostavu', 'Waiting for delivery'],
    waitingNone: ['Sve je dostavljeno', 'Everything is delivered'],
    nearest: ['Najbliži rok: {{time}}', 'Nearest deadline: {{time}}'],
    certificate: ['Sertifikat', 'Certificate'],
    days_one: ['{{count}} dan', '{{count}} day'],
    days: ['{{count}} dana', '{{count}} days'],
    ended: ['Istekao', 'Expired'],
    refused: ['Odbijen', 'Refused'],
    none: ['Nema', 'None'],
    certificateNone: ['Postavite sertifikat', 'Upload a certificate'],
    until: ['Važi do {{date}}', 'Valid until {{date}}'],
    authority: ['Poreska uprava', 'Tax authority'],
    last: ['Posljednji račun', 'Last invoice'],
    lastNone: ['Još nema', 'None yet'],
  },
  authority: {
    answers: ['Odgovara', 'Replies'],
    silent: ['Ne odgovara', 'Silent'],
    disbelieved: ['Odgovori sumnjivi', 'Not believed'],
    unknown: ['Nepoznato', 'Not known'],
    seen: ['Kako je servis vidi', 'As the service sees it'],
    since: ['Od {{time}}', 'Since {{time}}'],
  },
  begin: {
    title: ['Još niste izdali račun', 'You have not issued an invoice yet'],
    text: [
      'Prvi koraci pokazuju šta još treba do prvog računa.',
      'Getting started shows what is still needed for the first one.',
    ],
    wait: [
      'Vlasnik firme još priprema prvi račun.',
      'The owner of the company still prepares the first one.',
    ],
    action: ['Prvi koraci', 'Getting started'],
  },
} satisfies Messages;
