import type { SameKeys } from '../i18n/language.ts';

export const me = {
  title: 'Prvi koraci',
  intro: 'Od praznog naloga do prvog testnog računa, pa do produkcije.',
  progress: 'Urađeno {{done}} od {{all}}',
  done: 'Urađeno',
  todo: 'Nije urađeno',
  allDone: 'Prvi testni račun je fiskalizovan. Sve radi.',
  begin: {
    title: 'Do prvog testnog računa',
    text: 'Testno okruženje ne izdaje prave račune: slobodno probajte.',
  },
  step: {
    certificate: {
      title: 'Postavite testni sertifikat',
      text: 'Fajl .p12 ili .pfx i lozinka koju ste dobili uz njega. Prije čuvanja se provjerava.',
      action: 'Postavi sertifikat',
    },
    codes: {
      title: 'Dodajte kasu i njene kodove',
      text: 'Poslovni prostor, softver, operater i održavalac: kodovi sa portala Poreske uprave.',
      action: 'Dodaj kasu',
    },
    tcr: {
      title: 'Registrujte kasu',
      text: 'Jedno dugme na stranici Kase; Poreska uprava vraća ENU kod.',
      action: 'Registruj kasu',
    },
    'api-key': {
      title: 'Napravite testni API ključ',
      text: 'Njime se vaša aplikacija predstavlja. Vidi se samo jednom, pa ga odmah sačuvajte.',
      action: 'Napravi ključ',
    },
    'test-invoice': {
      title: 'Pošaljite prvi račun',
      text: 'Zalijepite ovu naredbu u terminal i zamijenite ključ svojim. Stranica sama primijeti račun.',
      action: 'Pogledaj račune',
    },
  },
  curl: {
    label: 'Naredba za prvi testni račun',
    copy: 'Kopiraj naredbu',
    copied: 'Kopirano',
    hint: 'Zamijenite {{placeholder}} cijelim ključem.',
    docs: 'Opis API-ja',
  },
  live: {
    title: 'Prelazak u produkciju',
    text: 'Kad je sve ispod urađeno, firma može da izdaje prave račune.',
    certificate: 'Produkcioni sertifikat',
    codes: 'Produkciona kasa sa svim kodovima',
    tcr: 'Kasa registrovana kod Poreske uprave',
    'api-key': 'API ključ',
    'test-invoice': 'Jedan testni račun fiskalizovan',
    go: 'Pređi u produkciju',
    askTitle: 'Preći u produkciju?',
    askText:
      '{{name}} od sada može da izdaje prave račune produkcionim ključevima. Nazad u test se ne može; testni ključevi i dalje rade u testu.',
    gone: '{{name}} je u produkciji.',
    isLive: 'Firma je u produkciji.',
    incomplete: 'Još nije sve urađeno.',
    open: 'Otvori',
  },
};

export const en: SameKeys<typeof me> = {
  title: 'Getting started',
  intro: 'From an empty account to the first test invoice, and on to live.',
  progress: '{{done}} of {{all}} done',
  done: 'Done',
  todo: 'To do',
  allDone: 'The first test invoice is fiscalized. Everything works.',
  begin: {
    title: 'To the first test invoice',
    text: 'The test environment issues no real invoices: try what you like.',
  },
  step: {
    certificate: {
      title: 'Upload the test certificate',
      text: 'A .p12 or .pfx file and the password that came with it. It is inspected before it is stored.',
      action: 'Upload the certificate',
    },
    codes: {
      title: 'Add a cash register and its codes',
      text: 'Business unit, software, operator and maintainer: codes of the tax authority’s portal.',
      action: 'Add a cash register',
    },
    tcr: {
      title: 'Register the cash register',
      text: 'One button on the page Cash registers; the tax authority answers with the TCR code.',
      action: 'Register it',
    },
    'api-key': {
      title: 'Create a test API key',
      text: 'Your application identifies itself with it. It is shown only once: keep it at once.',
      action: 'Create a key',
    },
    'test-invoice': {
      title: 'Send the first invoice',
      text: 'Paste this command into a terminal and put your key in. The page notices the invoice by itself.',
      action: 'See the invoices',
    },
  },
  curl: {
    label: 'Command for the first test invoice',
    copy: 'Copy the command',
    copied: 'Copied',
    hint: 'Replace {{placeholder}} with the whole key.',
    docs: 'Description of the API',
  },
  live: {
    title: 'Going live',
    text: 'When everything below is done, the company can issue real invoices.',
    certificate: 'Live certificate',
    codes: 'Live cash register with all its codes',
    tcr: 'Cash register registered with the tax authority',
    'api-key': 'API key',
    'test-invoice': 'One test invoice fiscalized',
    go: 'Go live',
    askTitle: 'Go live?',
    askText:
      'From now on {{name}} can issue real invoices with live keys. There is no way back to test; test keys go on working in test.',
    gone: '{{name}} is live.',
    isLive: 'The company is live.',
    incomplete: 'Not everything is done yet.',
    open: 'Open',
  },
};
