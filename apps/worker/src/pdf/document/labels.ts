// Every word printed on an invoice or a report, Montenegrin first and English beneath. Words only:
// which of them is printed when is decided in sections/.

import type { BuyerIdType, JournalName, SumReport, TypeOfInvoice, Words } from '@fiscal/domain';
import { transliterated } from '@fiscal/efi/message-size';
import { html } from './html.ts';
import type { Html } from './html.ts';

/** `typeOfInvoice` in words. */
export const KINDS: Record<TypeOfInvoice, Words> = {
  Cash: { me: 'Gotovinski', en: 'Cash' },
  NonCash: { me: 'Bezgotovinski', en: 'Non-cash' },
};

/** What the buyer's number is. Decisions §4. */
export const BUYER_ID_WORDS: Record<BuyerIdType, Words> = {
  TIN: { me: 'PIB', en: 'Tax ID' },
  ID: { me: 'Broj lične karte', en: 'Identity card no.' },
  PASS: { me: 'Broj pasoša', en: 'Passport no.' },
  VAT: { me: 'PDV broj', en: 'VAT no.' },
  TAX: { me: 'Poreski broj', en: 'Tax no.' },
  SOC: { me: 'Broj socijalnog osiguranja', en: 'Social security no.' },
};

export const LABELS = {
  tin: { me: 'PIB', en: 'Tax ID' },
  vatNumber: { me: 'PDV broj', en: 'VAT no.' },
  bankAccount: { me: 'Žiro račun', en: 'Bank account' },
  buyer: { me: 'Kupac', en: 'Buyer' },
  invoiceNumber: { me: 'Broj računa', en: 'Invoice number' },
  issueDate: { me: 'Datum izdavanja', en: 'Date of issue' },
  issueTime: { me: 'Vrijeme izdavanja', en: 'Time of issue' },
  issuePlace: { me: 'Mjesto izdavanja', en: 'Place of issue' },
  kind: { me: 'Vrsta računa', en: 'Kind of invoice' },
  payment: { me: 'Način plaćanja', en: 'Payment method' },
  taxPeriod: { me: 'Poreski period', en: 'Tax period' },
  deadline: { me: 'Rok plaćanja', en: 'Due date' },
  operator: { me: 'Operater', en: 'Operator' },
  operatorCode: { me: 'Kod operatera', en: 'Operator code' },
  businessUnit: { me: 'Poslovni prostor', en: 'Business unit' },
  tcr: { me: 'ENU', en: 'Cash register' },
  software: { me: 'Softver', en: 'Software' },
  corrects: { me: 'Ispravlja račun', en: 'Corrects invoice' },
  originalIssued: { me: 'Izdat', en: 'Issued' },
  replaces: { me: 'Zamjenjuje račun, IKOF', en: 'IIC of the invoice that it replaces' },
  paidByAdvance: { me: 'IKOF avansnog računa', en: 'IIC of the advance invoice' },
  line: { me: 'Br.', en: 'No.' },
  item: { me: 'Naziv i šifra', en: 'Item and code' },
  unit: { me: 'Jed. mjere', en: 'Unit' },
  quantity: { me: 'Količina', en: 'Quantity' },
  netUnitPrice: { me: 'Cijena bez PDV', en: 'Net unit price' },
  unitPrice: { me: 'Cijena', en: 'Unit price' },
  rebate: { me: 'Rabat', en: 'Rebate' },
  rebateAndDiscount: { me: 'Rabat i popust', en: 'Rebate, discount' },
  base: { me: 'Osnovica', en: 'Net amount' },
  vat: { me: 'PDV', en: 'VAT' },
  lineTotal: { me: 'Ukupno', en: 'Total' },
  vatSummary: { me: 'Rekapitulacija PDV', en: 'VAT summary' },
  vatRate: { me: 'Stopa', en: 'Rate' },
  withVat: { me: 'Sa PDV', en: 'Gross amount' },
  beforeDiscount: { me: 'Vrijednost prije popusta', en: 'Amount before discount' },
  discount: { me: 'Popust na račun', en: 'Invoice discount' },
  withoutVat: { me: 'Ukupno bez PDV', en: 'Total excl. VAT' },
  vatTotal: { me: 'Ukupan PDV', en: 'Total VAT' },
  exported: { me: 'Od toga izvoz', en: 'Of which exports' },
  totalWithVat: { me: 'Ukupno sa PDV', en: 'Total incl. VAT' },
  total: { me: 'Ukupno', en: 'Total' },
  note: { me: 'Napomena', en: 'Note' },
  iic: { me: 'IKOF', en: 'Issuer’s identification code (IIC)' },
  fic: { me: 'JIKR', en: 'Fiscal identification code (FIC)' },
} as const satisfies Record<string, Words>;

/** The six reports as the authority names them. Protocol §15. */
export const REPORT_NAMES: Record<SumReport | JournalName, Words> = {
  state: { me: 'Fiskalni presjek stanja', en: 'State of the day' },
  day: { me: 'Fiskalni dnevni izvještaj', en: 'Daily report' },
  period: { me: 'Periodični fiskalni izvještaj', en: 'Periodic report' },
  journal: { me: 'Elektronski žurnal', en: 'Journal' },
  'offline-journal': { me: 'Offline elektronski žurnal', en: 'Journal of offline documents' },
  'corrective-journal': {
    me: 'Elektronski žurnal korektivnih računa',
    en: 'Journal of corrective invoices',
  },
};

/** What stands on paper alone, beside domain's REPORT_WORDS. */
export const REPORT_LABELS = {
  range: { me: 'Period', en: 'Range' },
  madeAt: { me: 'Izrađeno', en: 'Made at' },
  documents: { me: 'Broj dokumenata', en: 'Documents' },
  none: { me: 'Nema dokumenata.', en: 'There is no document.' },
  subtotal: { me: 'Ukupno u danu', en: 'Total of the day' },
} as const satisfies Record<string, Words>;

/** Printed instead of the FIC while the invoice is `Offline`. Decisions §2. */
export const FIC_FOLLOWS: Words = {
  me: 'JIKR slijedi: račun je izdat bez veze sa Poreskom upravom i biće naknadno dostavljen.',
  en: 'The FIC follows: issued while offline, to be delivered to the Tax Administration later.',
};

/** Printed by an issuer outside VAT. */
export const OUTSIDE_VAT: Words = {
  me: 'Izdavalac računa nije u sistemu PDV-a. PDV nije obračunat.',
  en: 'The issuer is not registered for VAT. No VAT is charged.',
};

/** Beside the QR code. */
export const SCAN: Words = {
  me: 'Skenirajte QR kod i provjerite račun kod Poreske uprave.',
  en: 'Scan the QR code to verify this invoice with the Tax Administration.',
};

/** On every page of a print made with test codes. */
export const TEST_MARK = 'TEST — nije fiskalni račun / not a fiscal invoice';

/** The country's name as printed: Montenegro in its own words, others by their code. */
export function countryName(code: string | null | undefined): string {
  return code === null || code === undefined || code === 'MNE' ? 'Crna Gora' : code;
}

/** A wording in both languages, the English one set apart. */
export function both({ me, en }: Words): Html {
  return html`${me}<span class="en" lang="en">${en}</span>`;
}

/** A label in both languages, the English one small beneath. */
export function label(words: Words): Html {
  return html`<span class="label">${both(words)}</span>`;
}

/** A label with its value, of a `dl`. */
export function entry(words: Words, value: Html | string): Html {
  return html`<div>
    <dt>${label(words)}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** A letter of a script, or an emoji, that the embedded font does not have. */
const FOREIGN =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}/u;

/**
 * A value that a person typed: isolated, so that its direction of writing stays its own. Beside
 * what only a font of the machine can print stands what the authority gets, so that it can be read
 * anyway.
 */
export function typed(text: string | null | undefined): Html {
  const reading = text && FOREIGN.test(text) ? transliterated(text) : '';
  return html`<bdi dir="auto">${text}</bdi>${reading === '' ? null : html` (${reading})`}`;
}
