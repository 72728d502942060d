import type { Messages } from '../message.ts';

/** Texts of the first steps. */
export const messages = {
  title: ['Prvi koraci', 'Getting started'],
  intro: [
    'Od praznog naloga do prvog testnog računa, pa do produkcije.',
    'From an empty account to the first test invoice, and on to live.',
  ],
  progress: ['Urađeno {{done}} od {{all}}', '{{done}} of {{all}} done'],
  done: ['Urađeno', 'Done'],
  todo: ['Nije urađeno', 'To do'],
  allDone: [
    'Prvi testni račun je fiskalizovan. Sve radi.',
    'The first test invoice is fiscalized. Everything works.',
  ],
  begin: {
    title: ['Do prvog testnog računa', 'To the first test invoice'],
    text: [
      'Testno okruženje ne izdaje prave račune: slobodno probajte.',
      'The test environment issues no real invoices: try what you like.',
    ],
  },
  step: {
    certificate: {
      title: ['Postavite testni sertifikat', 'Upload the test certificate'],
      text: [
        'Fajl .p12 ili .pfx i lozinka koju ste dobili uz njega. Prije čuvanja se provjerava.',
        'A .p12 or .pfx file and the password that came with it. It is inspected before it is stored.',
      ],
      action: ['Postavi sertifikat', 'Upload the certificate'],
    },
    codes: {
      title: ['Dodajte kasu i njene kodove', 'Add a cash register and its codes'],
      text: [
        'Poslovni prostor, softver, operater i održavalac: kodovi sa portala Poreske uprave.',
        'Business unit, software, operator and maintainer: codes of the tax authority’s portal.',
      ],
      action: ['Dodaj kasu', 'Add a cash register'],
    },
    tcr: {
      title: ['Registrujte kasu', 'Register the cash register'],
      text: [
        'Jedno dugme na stranici Kase; Poreska uprava vraća ENU kod.',
        'One button on the page Cash registers; the tax authority replies with the TCR code.',
      ],
      action: ['Registruj kasu', 'Register it'],
    },
    'api-key': {
      title: ['Napravite testni API ključ', 'Create a test API key'],
      text: [
        'Njime se vaša aplikacija predstavlja. Vidi se samo jednom, pa ga odmah sačuvajte.',
        'Your application identifies itself with it. It is shown only once: keep it at once.',
      ],
      action: ['Napravi ključ', 'Create a key'],
    },
    'test-invoice': {
      title: ['Pošaljite prvi račun', 'Send the first invoice'],
      text: [
        'Jedno dugme, ili naredba iz vaše aplikacije. Stranica sama primijeti račun.',
        'One button, or a command as your application sends it. The page notices the invoice by itself.',
      ],
      action: ['Pogledaj račune', 'See the invoices'],
    },
  },
  owner: {
    title: ['Firma još nema nijednog člana', 'The company has no member yet'],
    text: [
      'Pozovite vlasnika: dobija link, bira lozinku i sam nastavlja ove korake.',
      'Invite its owner, who gets a link, chooses a password and continues these steps.',
    ],
    action: ['Pozovi vlasnika', 'Invite the owner'],
  },
  test: {
    issue: ['Izdaj testni račun', 'Issue a test invoice'],
    notReady: [
      'Kad su sertifikat i kasa spremni, ovdje je dugme za prvi račun.',
      'Once certificate and cash register are ready, there is a button for the first invoice here.',
    ],
    open: ['Otvori račun', 'Open the invoice'],
    hour: [
      'Kasu koja je tek registrovana Poreska uprava ponekad prihvati tek poslije sat vremena. Ako račun ne uspije, probajte kasnije.',
      'The tax authority may accept a cash register only an hour after it was registered. If the invoice fails, try later.',
    ],
    outcome: {
      Fiscalized: [
        'Testni račun je fiskalizovan: jedan espreso, dva komada.',
        'The test invoice is fiscalized: two espressos.',
      ],
      Offline: [
        'Račun je izdat bez veze s Poreskom upravom i biće dostavljen sam.',
        'The invoice was issued without the tax authority, and is delivered by itself.',
      ],
      Failed: [
        'Račun nije prošao. Na njegovoj stranici piše zašto i šta da uradite.',
        'The invoice failed. Its page says why, and what to do.',
      ],
      Pending: ['Račun se još obrađuje.', 'The invoice is still being processed.'],
    },
  },
  curl: {
    text: [
      'Tako račun šalje vaša aplikacija. Zalijepite naredbu u svoj terminal:',
      'This is how your application sends it. Paste the command into your terminal:',
    ],
    shell: ['Terminal', 'Terminal'],
    bash: ['macOS, Linux', 'macOS, Linux'],
    powershell: ['PowerShell', 'PowerShell'],
    cmd: ['Windows cmd', 'Windows cmd'],
    label: ['Naredba za prvi testni račun', 'Command for the first test invoice'],
    copy: ['Kopiraj naredbu', 'Copy the command'],
    hint: [
      'Zamijenite {{placeholder}} cijelim ključem.',
      'Replace {{placeholder}} with the whole key.',
    ],
    docs: ['Opis API-ja', 'Description of the API'],
  },
  live: {
    title: ['Prelazak u produkciju', 'Going live'],
    text: [
      'Kad je sve ispod urađeno, firma može da izdaje prave račune.',
      'When everything below is done, the company can issue real invoices.',
    ],
    certificate: ['Produkcioni sertifikat', 'Live certificate'],
    codes: ['Produkciona kasa sa svim kodovima', 'Live cash register with all its codes'],
    tcr: [
      'Kasa registrovana kod Poreske uprave',
      'Cash register registered with the tax authority',
    ],
    'api-key': ['API ključ', 'API key'],
    'test-invoice': ['Jedan testni račun fiskalizovan', 'One test invoice fiscalized'],
    go: ['Pređi u produkciju', 'Go live'],
    askTitle: ['Preći u produkciju?', 'Go live?'],
    askText: [
      '{{name}} od sada može da izdaje prave račune produkcionim ključevima. Nazad u test se ne može; testni ključevi i dalje rade u testu.',
      'From now on {{name}} can issue real invoices with live keys. There is no way back to test; test keys go on working in test.',
    ],
    gone: ['{{name}} je u produkciji.', '{{name}} is live.'],
    isLive: ['Firma je u produkciji.', 'The company is live.'],
    isLiveWithout: [
      'Firma je u produkciji, a još nema nijednog pravog računa. Testni računi kupcima ne vrijede.',
      'The company is live, and there is no real invoice yet. Test invoices are worth nothing to buyers.',
    ],
    toSteps: ['Šta još nedostaje', 'What is missing'],
    'live-api-key': ['Produkcioni API ključ u aplikaciji', 'Live API key in your application'],
    'live-invoice': ['Prvi pravi račun fiskalizovan', 'First real invoice fiscalized'],
    incomplete: ['Još nije sve urađeno.', 'Not everything is done yet.'],
    open: ['Otvori', 'Open'],
  },
} satisfies Messages;
