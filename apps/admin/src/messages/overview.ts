import type { Messages } from '../message.ts';

/** Texts of the operator's first page. */
export const messages = {
  title: ['Pregled', 'Overview'],
  intro: [
    'Šta traži pažnju u svim firmama, u produkciji.',
    'What needs attention in all companies, in the live environment.',
  ],
  search: {
    label: ['Traži račun u svim firmama', 'Find an invoice in all companies'],
    hint: ['Broj, IKOF, JIKR, kupac, iznos', 'Number, IIC, FIC, buyer, amount'],
    submit: ['Traži', 'Search'],
  },
  authority: {
    answers: ['Poreska uprava odgovara', 'the tax authority replies'],
    silent: ['Poreska uprava ne odgovara', 'the tax authority is silent'],
    disbelieved: ['odgovori sumnjivi', 'its replies are not believed'],
    unknown: ['stanje nepoznato', 'not known'],
  },
  work: {
    title: ['Neuspjelo i čeka dostavu', 'Failed and waiting'],
    intro: ['Po firmi, najbliži rok prvi.', 'By company, the nearest deadline first.'],
    none: [
      'Nijedna firma nema neuspjelih računa ni računa koji čekaju.',
      'No company has failed or waiting invoices.',
    ],
    failed: ['Neuspjeli', 'Failed'],
    waiting: ['Čekaju', 'Waiting'],
    deadline: ['Najbliži rok', 'Nearest deadline'],
    oldest: ['Najstariji neuspjeli', 'Oldest failure'],
  },
  certificates: {
    title: ['Sertifikati koji ističu', 'Certificates that expire'],
    intro: ['U narednih 60 dana, i istekli.', 'Within 60 days, and those that have.'],
    none: ['Nijedan ne ističe u narednih 60 dana.', 'None expires within 60 days.'],
    until: ['Važi do', 'Valid until'],
    left: ['Ostalo', 'Left'],
    days_one: ['{{count}} dan', '{{count}} day'],
    days: ['{{count}} dana', '{{count}} days'],
    ended: ['Istekao', 'Expired'],
  },
  unsold: {
    title: ['Kase u produkciji bez ijednog računa', 'Live cash registers without an invoice'],
    intro: [
      'Firma je prešla u produkciju, a kasa još nije izdala pravi račun.',
      'The company went live, and the cash register has not issued a real invoice yet.',
    ],
    none: [
      'Svaka kasa u produkciji je izdala račun.',
      'Every live cash register has issued an invoice.',
    ],
    register: ['Kasa', 'Cash register'],
    noRegister: ['nema nijedne', 'none yet'],
    since: ['U produkciji od', 'Live since'],
  },
  company: ['Firma', 'Company'],
  more: ['Prikazano {{shown}} od {{found}}.', '{{shown}} of {{found}} are shown.'],
} satisfies Messages;
