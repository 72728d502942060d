import type { Messages } from '../message.ts';

/**
 * Texts of the certificates. `reason`: what the inspection can say more exactly than the code
 * alone; else `problems.code`.
 */
export const messages = {
  title: ['Sertifikati', 'Certificates'],
  intro: [
    'Sertifikatom se potpisuju računi. Ključ se čuva zapečaćen i nikad se više ne može preuzeti.',
    'The certificate signs invoices. Its key is kept sealed and can never be downloaded again.',
  ],
  active: {
    title: ['Sertifikat u upotrebi', 'Certificate in use'],
    none: ['Nema sertifikata za ovo okruženje', 'No certificate for this environment'],
    noneText: [
      'Bez njega se računi ne mogu fiskalizovati. Treba vam fajl .p12 ili .pfx i njegova lozinka.',
      'Without one, invoices cannot be fiscalized. You need a .p12 or .pfx file and its password.',
    ],
    test: ['Probaj potpis', 'Try a signature'],
    testOk: [
      'Potpis radi: sertifikat i ključ su u redu.',
      'The signature works: certificate and key are in order.',
    ],
    testBad: ['Potpis nije prošao: {{problem}}', 'The signature failed: {{problem}}'],
  },
  /** Where one comes from. Protocol, environments. */
  source: {
    test: [
      'Testni sertifikat na PIB firme izdaju isti registrovani izdavaoci kao i pravi (Pošta Crne Gore, CoreIT).',
      'A test certificate for the company’s TIN comes from the same registered issuers as the real one (Pošta Crne Gore, CoreIT).',
    ],
    live: [
      'Izdaju ga registrovani izdavaoci: Pošta Crne Gore ili CoreIT.',
      'It comes from a registered issuer: Pošta Crne Gore or CoreIT.',
    ],
  },
  history: {
    title: ['Raniji sertifikati', 'Earlier certificates'],
    storedAt: ['Postavljen', 'Stored'],
  },
  upload: {
    fileLabel: ['Fajl sertifikata', 'Certificate file'],
    fileMissing: ['Prvo izaberite fajl.', 'Choose the file first.'],
    open: ['Postavi novi sertifikat', 'Upload a new certificate'],
    openFirst: ['Postavi sertifikat', 'Upload a certificate'],
    title: ['Novi sertifikat', 'New certificate'],
    environment: {
      test: ['za testno okruženje', 'for the test environment'],
      live: ['za produkciju', 'for live'],
    },
    drop: ['Prevucite fajl ovdje', 'Drop the file here'],
    choose: ['Izaberi fajl', 'Choose a file'],
    kinds: ['.p12 ili .pfx, do 100 kB', '.p12 or .pfx, up to 100 kB'],
    file: ['Fajl: {{name}}', 'File: {{name}}'],
    password: ['Lozinka fajla', 'Password of the file'],
    passwordHint: ['Ne čuva se; otvara fajl samo sada.', 'Not kept; it opens the file just now.'],
    inspect: ['Provjeri', 'Inspect'],
    store: ['Sačuvaj i koristi', 'Store and use it'],
    again: ['Izaberi drugi fajl', 'Choose another file'],
    tooLarge: [
      'Fajl je veći od 100 kB. Sertifikat je mnogo manji.',
      'The file is larger than 100 kB. A certificate is much smaller.',
    ],
    stored: [
      'Sertifikat je sačuvan i od sada potpisuje račune.',
      'The certificate is stored and signs invoices from now on.',
    ],
    good: ['Sertifikat je ispravan', 'The certificate is fine'],
    goodText: [
      'Provjerite podatke i sačuvajte. Dosadašnji ostaje u istoriji.',
      'Check what it says and store it. The one so far stays in the history.',
    ],
    bad: ['Ovaj sertifikat se ne može koristiti', 'This certificate cannot be used'],
    note: ['Napomena', 'Note'],
  },
  reason: {
    CERTIFICATE_EXPIRES_SOON: [
      'Sertifikat uskoro ističe. Naručite novi na vrijeme.',
      'The certificate expires soon. Order its successor in time.',
    ],
    CERTIFICATE_FILE_LEGACY: [
      'Fajl je zaključan zastarjelim postupkom. Radi, ali ga čuvajte na sigurnom ili obrišite.',
      'The file is locked in an outdated way. It works, but keep it in a safe place, or delete it.',
    ],
    CERTIFICATE_EXPIRED: [
      'Sertifikat je istekao {{notAfter}} Naručite novi od izdavaoca.',
      'The certificate expired on {{notAfter}}. Order a new one from its issuer.',
    ],
    CERTIFICATE_NOT_YET_VALID: [
      'Sertifikat važi tek od {{notBefore}} Postavite ga tog dana.',
      'The certificate is valid only from {{notBefore}} on. Upload it again on that day.',
    ],
    CERTIFICATE_TIN_MISMATCH: [
      'Sertifikat glasi na PIB {{tin}}, a ova firma ima {{companyTin}}. Izaberite sertifikat firme ili ispravite njen PIB.',
      'The certificate belongs to the TIN {{tin}}, and this company has {{companyTin}}. Choose the company’s own certificate, or correct its TIN.',
    ],
    CERTIFICATE_KEY_UNSUITABLE: [
      'Ključ ima {{keyBits}} bita, a Poreska uprava prima samo RSA ključeve od 2048 bita. Naručite novi sertifikat od izdavaoca.',
      'The key has {{keyBits}} bits, and the tax authority takes RSA keys of 2048 bits only. Order a new certificate from its issuer.',
    ],
  },
  field: {
    subject: ['Izdat za', 'Issued to'],
    issuer: ['Izdavalac', 'Issuer'],
    tin: ['PIB', 'TIN (PIB)'],
    serialNumber: ['Serijski broj', 'Serial number'],
    validity: ['Važi', 'Valid'],
    key: ['Ključ', 'Key'],
    bits: ['RSA, {{bits}} bita', 'RSA, {{bits}} bits'],
    fingerprint: ['Otisak (SHA-256)', 'Fingerprint (SHA-256)'],
    daysLeft_one: ['još {{count}} dan', '{{count}} day left'],
    daysLeft: ['još {{count}} dana', '{{count}} days left'],
  },
  state: {
    good: ['Važeći', 'Valid'],
    soon: ['Ističe uskoro', 'Expires soon'],
    expired: ['Istekao', 'Expired'],
    refused: ['Odbijen', 'Refused'],
    notYet: ['Još ne važi', 'Not valid yet'],
    past: ['Zamijenjen', 'Replaced'],
  },
  refused: ['Poreska uprava odbija ovaj sertifikat', 'The tax authority refuses this certificate'],
  refusedAt: ['Posljednji put:', 'Last said:'],
  renew_one: [
    'Sertifikat ističe za {{count}} dan. Naručite novi na vrijeme: bez njega nema fiskalizacije.',
    'The certificate expires in {{count}} day. Order its successor in time: nothing is fiscalized without it.',
  ],
  renew: [
    'Sertifikat ističe za {{count}} dana. Naručite novi na vrijeme: bez njega nema fiskalizacije.',
    'The certificate expires in {{count}} days. Order its successor in time: nothing is fiscalized without it.',
  ],
  expired: [
    'Sertifikat je istekao. Računi se ne mogu fiskalizovati dok ne postavite novi.',
    'The certificate has expired. Invoices cannot be fiscalized until you upload a new one.',
  ],
} satisfies Messages;
