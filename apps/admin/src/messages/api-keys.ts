import type { Messages } from '../message.ts';

export const messages = {
  title: ['API ključevi', 'API keys'],
  intro: [
    'Ključem se vaša aplikacija predstavlja servisu. Svaka kasa ili prodavnica može imati svoj.',
    'Your application identifies itself with a key. Each cash register or shop can have its own.',
  ],
  add: ['Novi ključ', 'New key'],
  empty: {
    title: ['Još nema ključeva u ovom okruženju', 'No keys in this environment yet'],
    text: [
      'Napravite prvi i upišite ga u svoju aplikaciju. Vidi se samo jednom.',
      'Create the first one and put it into your application. It is shown only once.',
    ],
  },
  column: {
    name: ['Naziv', 'Name'],
    status: ['Status', 'Status'],
    cashRegister: ['Kasa', 'Cash register'],
    lastUsed: ['Korišćen', 'Last used'],
    expires: ['Ističe', 'Expires'],
    created: ['Napravljen', 'Created'],
  },
  status: {
    active: ['Aktivan', 'Active'],
    expired: ['Istekao', 'Expired'],
    revoked: ['Opozvan', 'Revoked'],
  },
  defaultRegister: ['podrazumijevana', 'the default one'],
  noExpiry: ['ne ističe', 'does not expire'],
  showEnded_one: ['Prikaži {{count}} ugašen ključ', 'Show {{count}} ended key'],
  showEnded_few: ['Prikaži {{count}} ugašena ključa', 'Show {{count}} ended keys'],
  showEnded_other: ['Prikaži {{count}} ugašenih ključeva', 'Show {{count}} ended keys'],
  hideEnded: ['Sakrij ugašene ključeve', 'Hide ended keys'],
  form: {
    title: {
      test: ['Novi testni ključ', 'New test key'],
      live: ['Novi produkcioni ključ', 'New live key'],
    },
    name: ['Naziv', 'Name'],
    nameHint: [
      'Gdje se koristi, na primjer "Veb prodavnica" ili "Kasa 2".',
      'Where it is used, "Web shop" or "Cash register 2" for example.',
    ],
    nameMissing: ['Unesite naziv.', 'Enter a name.'],
    cashRegister: ['Kasa', 'Cash register'],
    cashRegisterHint: [
      'Na koju kasu idu računi ovog ključa.',
      'The one that invoices of this key go to.',
    ],
    default: ['Podrazumijevana kasa', 'The default cash register'],
    expires: ['Ističe', 'Expires'],
    expiresHint: ['Ostavite prazno ako ne ističe.', 'Leave it empty if it does not expire.'],
    expiresPast: ['Izaberite dan u budućnosti.', 'Choose a day in the future.'],
    submit: ['Napravi ključ', 'Create the key'],
  },
  made: {
    title: ['Sačuvajte ključ sada', 'Keep the key now'],
    text: [
      'Ključ se vidi samo ovaj put. Poslije ga ni mi ne možemo prikazati; ako se izgubi, pravi se novi.',
      'The key is shown only this once. Later not even we can show it; if it is lost, a new one is made.',
    ],
    key: ['API ključ', 'API key'],
    copy: ['Kopiraj ključ', 'Copy the key'],
    done: ['Ključ je sačuvan', 'I have kept the key'],
    overlap: ['Dosadašnji ključ radi do', 'The key so far works until'],
  },
  rotate: {
    action: ['Zamijeni ključ', 'Rotate'],
    title: ['Zamjena ključa: {{name}}', 'Rotate the key: {{name}}'],
    text: [
      'Pravi se novi ključ s istim podešavanjima. Dosadašnji radi još izabrano vrijeme, da stignete da ga zamijenite.',
      'A new key with the same settings is made. The one so far works on for the chosen time, so that you can replace it.',
    ],
    overlap: ['Koliko još radi dosadašnji ključ', 'How long the key so far works on'],
    hours: {
      '0': ['Prestaje odmah', 'Ends at once'],
      '1': ['1 sat', '1 hour'],
      '24': ['24 sata', '24 hours'],
      '168': ['7 dana', '7 days'],
      '720': ['30 dana', '30 days'],
    },
    submit: ['Napravi novi ključ', 'Create the new key'],
  },
  revoke: {
    action: ['Opozovi', 'Revoke'],
    title: ['Opozvati ključ?', 'Revoke the key?'],
    text: [
      'Ključ {{name}} prestaje da radi za 2 sekunde i ne može se vratiti. Aplikacija koja ga koristi više ne može da izdaje račune.',
      'The key {{name}} ends within 2 seconds and cannot be brought back. The application that uses it cannot issue invoices any more.',
    ],
    done: ['Ključ je opozvan.', 'The key is revoked.'],
  },
} satisfies Messages;
