import type { SameKeys } from '../i18n/language.ts';

export const me = {
  title: 'Provjera IKOF-a',
  intro:
    'Od sedam podataka s računa ponovo se računa IKOF, ključem firme. Ako je isti, podaci nijesu mijenjani.',
  values: 'Podaci s računa',
  field: {
    tin: 'PIB',
    issueDateTime: 'Datum i vrijeme izdavanja',
    issueDateTimeHint: 'Kako je u linku ispod QR koda, na primjer 2026-07-11T15:51:04+02:00.',
    ordinal: 'Redni broj',
    businessUnitCode: 'Poslovni prostor',
    tcrCode: 'ENU kod',
    softwareCode: 'Kod softvera',
    total: 'Ukupno sa PDV-om',
    totalHint: 'Dvije decimale: 99,01. Na korektivnom računu s minusom.',
    compareWith: 'IKOF s računa',
    compareWithHint: 'Nije obavezno. 32 znaka.',
  },
  problem: {
    issueDateTime: 'Upišite kao 2026-07-11T15:51:04+02:00.',
    ordinal: 'Redni broj je cio broj od 1.',
    code: 'Kod ima dva slova i tri cifre, dvaput: ab123cd456.',
    total: 'Iznos s dvije decimale: 99,01.',
    iic: 'IKOF ima 32 znaka: cifre i slova A do F.',
    tin: 'To nije PIB ove firme.',
  },
  link: {
    label: 'Link s računa',
    hint: 'Zalijepite link iz QR koda: polja se popune sama.',
    wrong: 'Ovo nije link s fiskalnog računa.',
  },
  submit: 'Izračunaj IKOF',
  result: {
    title: 'Rezultat',
    same: 'IKOF je isti: podaci su onakvi kakvi su potpisani.',
    different: 'IKOF se razlikuje: bar jedan podatak nije onakav kakav je potpisan.',
    noCompare: 'IKOF je izračunat. Uporedite ga s onim na računu.',
    iic: 'IKOF',
    signature: 'Potpis',
    concatenated: 'Potpisani tekst',
  },
};

export const en: SameKeys<typeof me> = {
  title: 'IIC check',
  intro:
    'From seven values of an invoice its IIC is made again, with the company’s key. If it is the same, nothing was changed.',
  values: 'Values of the invoice',
  field: {
    tin: 'TIN (PIB)',
    issueDateTime: 'Date and time of issue',
    issueDateTimeHint: 'As in the link below the QR code, 2026-07-11T15:51:04+02:00 for example.',
    ordinal: 'Ordinal number',
    businessUnitCode: 'Business unit',
    tcrCode: 'TCR code',
    softwareCode: 'Software code',
    total: 'Total with VAT',
    totalHint: 'Two decimals: 99,01. With a minus on a corrective.',
    compareWith: 'IIC on the invoice',
    compareWithHint: 'Not required. 32 characters.',
  },
  problem: {
    issueDateTime: 'Write it as 2026-07-11T15:51:04+02:00.',
    ordinal: 'The ordinal is a whole number from 1 on.',
    code: 'A code has two letters and three digits, twice: ab123cd456.',
    total: 'An amount with two decimals: 99,01.',
    iic: 'An IIC has 32 characters: digits and letters A to F.',
    tin: 'That is not the TIN of this company.',
  },
  link: {
    label: 'Link of the invoice',
    hint: 'Paste the link of the QR code: the fields fill themselves.',
    wrong: 'This is no link of a fiscal invoice.',
  },
  submit: 'Make the IIC',
  result: {
    title: 'Result',
    same: 'The IIC is the same: the values are as they were signed.',
    different: 'The IIC differs: at least one value is not as it was signed.',
    noCompare: 'The IIC is made. Compare it with the one on the invoice.',
    iic: 'IIC',
    signature: 'Signature',
    concatenated: 'Signed text',
  },
};
