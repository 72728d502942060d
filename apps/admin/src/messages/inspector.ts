import type { Messages } from '../message.ts';

/** Texts of the inspector’s page. */
export const messages = {
  title: ['Provjera IKOF-a', 'IIC check'],
  intro: [
    'Od sedam podataka s računa ponovo se računa IKOF, ključem firme. Ako je isti, podaci nijesu mijenjani.',
    'From seven values of an invoice its IIC is made again, with the company’s key. If it is the same, nothing was changed.',
  ],
  values: ['Podaci s računa', 'Values of the invoice'],
  field: {
    tin: ['PIB', 'TIN (PIB)'],
    issueDateTime: ['Datum i vrijeme izdavanja', 'Date and time of issue'],
    issueDateTimeHint: [
      'Kako je u linku ispod QR koda, na primjer 2026-07-11T15:51:04+02:00.',
      'As in the link below the QR code, 2026-07-11T15:51:04+02:00 for example.',
    ],
    ordinal: ['Redni broj', 'Ordinal number'],
    businessUnitCode: ['Poslovni prostor', 'Business unit'],
    tcrCode: ['ENU kod', 'TCR code'],
    softwareCode: ['Kod softvera', 'Software code'],
    total: ['Ukupno sa PDV-om', 'Total with VAT'],
    totalHint: [
      'Dvije decimale: 99,01. Na korektivnom računu s minusom.',
      'Two decimals: 99.01. With a minus on a corrective.',
    ],
    compareWith: ['IKOF s računa', 'IIC on the invoice'],
    compareWithHint: ['Nije obavezno. 32 znaka.', 'Not required. 32 characters.'],
  },
  problem: {
    issueDateTime: [
      'Upišite kao 2026-07-11T15:51:04+02:00.',
      'Write it as 2026-07-11T15:51:04+02:00.',
    ],
    ordinal: ['Redni broj je cio broj od 1.', 'The ordinal is a whole number from 1 on.'],
    code: [
      'Kod ima dva slova i tri cifre, dvaput: ab123cd456.',
      'A code has two letters and three digits, twice: ab123cd456.',
    ],
    total: ['Iznos s dvije decimale: 99,01.', 'An amount with two decimals: 99.01.'],
    iic: [
      'IKOF ima 32 znaka: cifre i slova A do F.',
      'An IIC has 32 characters: digits and letters A to F.',
    ],
    tin: ['To nije PIB ove firme.', 'That is not the TIN of this company.'],
  },
  link: {
    label: ['Link s računa', 'Link of the invoice'],
    hint: [
      'Zalijepite link iz QR koda: polja se popune sama.',
      'Paste the link of the QR code: the fields fill themselves.',
    ],
    wrong: ['Ovo nije link s fiskalnog računa.', 'This is no link of a fiscal invoice.'],
  },
  submit: ['Izračunaj IKOF', 'Make the IIC'],
  result: {
    title: ['Rezultat', 'Result'],
    same: [
      'IKOF je isti: podaci su onakvi kakvi su potpisani.',
      'The IIC is the same: the values are as they were signed.',
    ],
    different: [
      'IKOF se razlikuje: bar jedan podatak nije onakav kakav je potpisan.',
      'The IIC differs: at least one value is not as it was signed.',
    ],
    noCompare: [
      'IKOF je izračunat. Uporedite ga s onim na računu.',
      'The IIC is made. Compare it with the one on the invoice.',
    ],
    iic: ['IKOF', 'IIC'],
    iicSignature: ['Potpis', 'Signature'],
    concatenated: ['Potpisani tekst', 'Signed text'],
  },
} satisfies Messages;
