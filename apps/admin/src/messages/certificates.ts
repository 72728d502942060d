import type { SameKeys } from '../i18n/language.ts';

/** `reason`: what the inspection can say more exactly than the code alone; else `problems.code`. */
export const me = {
  title: 'Sertifikati',
  intro:
    'Sertifikatom se potpisuju računi. Ključ se čuva zapečaćen i nikad se više ne može preuzeti.',
  active: {
    title: 'Sertifikat u upotrebi',
    none: 'Nema sertifikata za ovo okruženje',
    noneText:
      'Bez njega se računi ne mogu fiskalizovati. Treba vam fajl .p12 ili .pfx i njegova lozinka.',
    test: 'Probaj potpis',
    testOk: 'Potpis radi: sertifikat i ključ su u redu.',
    testBad: 'Potpis nije prošao: {{problem}}',
  },
  history: { title: 'Raniji sertifikati', label: 'Raniji sertifikati', storedAt: 'Postavljen' },
  upload: {
    open: 'Postavi novi sertifikat',
    openFirst: 'Postavi sertifikat',
    title: 'Novi sertifikat',
    environment: { test: 'za testno okruženje', live: 'za produkciju' },
    drop: 'Prevucite fajl ovdje',
    choose: 'Izaberi fajl',
    kinds: '.p12 ili .pfx, do 100 kB',
    file: 'Fajl: {{name}}',
    password: 'Lozinka fajla',
    passwordHint: 'Ne čuva se; otvara fajl samo sada.',
    inspect: 'Provjeri',
    store: 'Sačuvaj i koristi',
    again: 'Izaberi drugi fajl',
    tooLarge: 'Fajl je veći od 100 kB. Sertifikat je mnogo manji.',
    stored: 'Sertifikat je sačuvan i od sada potpisuje račune.',
    good: 'Sertifikat je ispravan',
    goodText: 'Provjerite podatke i sačuvajte. Dosadašnji ostaje u istoriji.',
    bad: 'Ovaj sertifikat se ne može koristiti',
    note: 'Napomena',
  },
  reason: {
    CERTIFICATE_EXPIRED: 'Sertifikat je istekao {{notAfter}} Naručite novi od izdavaoca.',
    CERTIFICATE_NOT_YET_VALID: 'Sertifikat važi tek od {{notBefore}} Postavite ga tog dana.',
    CERTIFICATE_TIN_MISMATCH:
      'Sertifikat glasi na PIB {{tin}}, a ova firma ima {{companyTin}}. Izaberite sertifikat firme ili ispravite njen PIB.',
    CERTIFICATE_KEY_UNSUITABLE:
      'Ključ ima {{keyBits}} bita, a poreska uprava prima samo RSA ključeve od 2048 bita. Naručite novi sertifikat od izdavaoca.',
  },
  field: {
    subject: 'Izdat za',
    issuer: 'Izdavalac',
    tin: 'PIB',
    serialNumber: 'Serijski broj',
    validity: 'Važi',
    key: 'Ključ',
    bits: 'RSA, {{bits}} bita',
    fingerprint: 'Otisak (SHA-256)',
    daysLeft_one: 'još {{count}} dan',
    daysLeft_few: 'još {{count}} dana',
    daysLeft_other: 'još {{count}} dana',
  },
  state: {
    good: 'Važeći',
    soon: 'Ističe uskoro',
    expired: 'Istekao',
    notYet: 'Još ne važi',
    past: 'Zamijenjen',
  },
  renew_one:
    'Sertifikat ističe za {{count}} dan. Naručite novi na vrijeme: bez njega nema fiskalizacije.',
  renew_few:
    'Sertifikat ističe za {{count}} dana. Naručite novi na vrijeme: bez njega nema fiskalizacije.',
  renew_other:
    'Sertifikat ističe za {{count}} dana. Naručite novi na vrijeme: bez njega nema fiskalizacije.',
  expired: 'Sertifikat je istekao. Računi se ne mogu fiskalizovati dok ne postavite novi.',
};

export const en: SameKeys<typeof me> = {
  title: 'Certificates',
  intro:
    'The certificate signs invoices. Its key is kept sealed and can never be downloaded again.',
  active: {
    title: 'Certificate in use',
    none: 'No certificate for this environment',
    noneText:
      'Without one, invoices cannot be fiscalized. You need a .p12 or .pfx file and its password.',
    test: 'Try a signature',
    testOk: 'The signature works: certificate and key are in order.',
    testBad: 'The signature failed: {{problem}}',
  },
  history: { title: 'Earlier certificates', label: 'Earlier certificates', storedAt: 'Stored' },
  upload: {
    open: 'Upload a new certificate',
    openFirst: 'Upload a certificate',
    title: 'New certificate',
    environment: { test: 'for the test environment', live: 'for live' },
    drop: 'Drop the file here',
    choose: 'Choose a file',
    kinds: '.p12 or .pfx, up to 100 kB',
    file: 'File: {{name}}',
    password: 'Password of the file',
    passwordHint: 'Not kept; it opens the file just now.',
    inspect: 'Inspect',
    store: 'Store and use it',
    again: 'Choose another file',
    tooLarge: 'The file is larger than 100 kB. A certificate is much smaller.',
    stored: 'The certificate is stored and signs invoices from now on.',
    good: 'The certificate is fine',
    goodText: 'Check what it says and store it. The one so far stays in the history.',
    bad: 'This certificate cannot be used',
    note: 'Note',
  },
  reason: {
    CERTIFICATE_EXPIRED:
      'The certificate expired on {{notAfter}}. Order a new one from its issuer.',
    CERTIFICATE_NOT_YET_VALID:
      'The certificate is valid only from {{notBefore}} on. Upload it again on that day.',
    CERTIFICATE_TIN_MISMATCH:
      'The certificate belongs to the TIN {{tin}}, and this company has {{companyTin}}. Choose the company’s own certificate, or correct its TIN.',
    CERTIFICATE_KEY_UNSUITABLE:
      'The key has {{keyBits}} bits, and the tax authority takes RSA keys of 2048 bits only. Order a new certificate from its issuer.',
  },
  field: {
    subject: 'Issued to',
    issuer: 'Issuer',
    tin: 'TIN (PIB)',
    serialNumber: 'Serial number',
    validity: 'Valid',
    key: 'Key',
    bits: 'RSA, {{bits}} bits',
    fingerprint: 'Fingerprint (SHA-256)',
    daysLeft_one: '{{count}} day left',
    daysLeft_few: '{{count}} days left',
    daysLeft_other: '{{count}} days left',
  },
  state: {
    good: 'Valid',
    soon: 'Expires soon',
    expired: 'Expired',
    notYet: 'Not valid yet',
    past: 'Replaced',
  },
  renew_one:
    'The certificate expires in {{count}} day. Order its successor in time: nothing is fiscalized without it.',
  renew_few:
    'The certificate expires in {{count}} days. Order its successor in time: nothing is fiscalized without it.',
  renew_other:
    'The certificate expires in {{count}} days. Order its successor in time: nothing is fiscalized without it.',
  expired: 'The certificate has expired. Invoices cannot be fiscalized until you upload a new one.',
};
