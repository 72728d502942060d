// Every word printed on an invoice, Montenegrin first and English beneath. Words only: which of
// them is printed when is decided in sections/.

import type { BuyerIdType, DocumentType, PaymentMethod, TypeOfInvoice } from '@fiscal/domain';
import { transliterated } from '@fiscal/efi/message-size';
import { html } from './html.ts';
import type { Html } from './html.ts';

export interface Bilingual {
  readonly mne: string;
  readonly en: string;
}

/** Titles by kind of document. */
export const TITLES: Record<DocumentType, Bilingual> = {
  Invoice: { mne: 'Račun', en: 'Invoice' },
  Corrective: { mne: 'Korektivni račun', en: 'Corrective invoice' },
  Advance: { mne: 'Avansni račun', en: 'Advance invoice' },
};

/** `typeOfInvoice` in words. */
export const KINDS: Record<TypeOfInvoice, Bilingual> = {
  Cash: { mne: 'Gotovinski', en: 'Cash' },
  NonCash: { mne: 'Bezgotovinski', en: 'Non-cash' },
};

/** `paymentMethod` in words. Spec, Payment-method rules. */
export const PAYMENT_WORDS: Record<PaymentMethod, Bilingual> = {
  BANKNOTE: { mne: 'Gotovina', en: 'Cash' },
  CARD: { mne: 'Platna kartica', en: 'Payment card' },
  BUSINESSCARD: { mne: 'Poslovna kartica', en: 'Business card' },
  'OTHER-CASH': { mne: 'Ostalo gotovinsko plaćanje', en: 'Other cash payment' },
  ADVANCE: { mne: 'Avans', en: 'Advance payment' },
  ACCOUNT: { mne: 'Transakcioni račun', en: 'Bank transfer' },
  FACTORING: { mne: 'Faktoring', en: 'Factoring' },
  ORDER: { mne: 'Narudžba (zbirno plaćanje)', en: 'Order / collective payment' },
  OTHER: { mne: 'Ostalo bezgotovinsko plaćanje', en: 'Other non-cash payment' },
};

/** What the buyer's number is. Decisions §4. */
export const BUYER_ID_WORDS: Record<BuyerIdType, Bilingual> = {
  TIN: { mne: 'PIB', en: 'Tax ID' },
  ID: { mne: 'Broj lične karte', en: 'Identity card no.' },
  PASS: { mne: 'Broj pasoša', en: 'Passport no.' },
  VAT: { mne: 'PDV broj', en: 'VAT no.' },
  TAX: { mne: 'Poreski broj', en: 'Tax no.' },
  SOC: { mne: 'Broj socijalnog osiguranja', en: 'Social security no.' },
};

export const LABELS = {
  tin: { mne: 'PIB', en: 'Tax ID' },
  vatNumber: { mne: 'PDV broj', en: 'VAT no.' },
  bankAccount: { mne: 'Žiro račun', en: 'Bank account' },
  buyer: { mne: 'Kupac', en: 'Buyer' },
  invoiceNumber: { mne: 'Broj računa', en: 'Invoice number' },
  issueDate: { mne: 'Datum izdavanja', en: 'Date of issue' },
  issueTime: { mne: 'Vrijeme izdavanja', en: 'Time of issue' },
  issuePlace: { mne: 'Mjesto izdavanja', en: 'Place of issue' },
  kind: { mne: 'Vrsta računa', en: 'Kind of invoice' },
  payment: { mne: 'Način plaćanja', en: 'Payment method' },
  deadline: { mne: 'Rok plaćanja', en: 'Due date' },
  operator: { mne: 'Operater', en: 'Operator' },
  businessUnit: { mne: 'Poslovni prostor', en: 'Business unit' },
  tcr: { mne: 'ENU', en: 'Cash register' },
  software: { mne: 'Softver', en: 'Software' },
  corrects: { mne: 'Ispravlja račun', en: 'Corrects invoice' },
  originalIssued: { mne: 'Izdat', en: 'Issued' },
  paidByAdvance: { mne: 'IKOF avansnog računa', en: 'IIC of the advance invoice' },
  line: { mne: 'Br.', en: 'No.' },
  item: { mne: 'Naziv i šifra', en: 'Item and code' },
  unit: { mne: 'Jed. mjere', en: 'Unit' },
  quantity: { mne: 'Količina', en: 'Quantity' },
  netUnitPrice: { mne: 'Cijena bez PDV', en: 'Net unit price' },
  unitPrice: { mne: 'Cijena', en: 'Unit price' },
  rebate: { mne: 'Rabat', en: 'Rebate' },
  rebateAndDiscount: { mne: 'Rabat i popust', en: 'Rebate, discount' },
  base: { mne: 'Osnovica', en: 'Net amount' },
  vat: { mne: 'PDV', en: 'VAT' },
  lineTotal: { mne: 'Ukupno', en: 'Total' },
  vatSummary: { mne: 'Rekapitulacija PDV', en: 'VAT summary' },
  vatRate: { mne: 'Stopa', en: 'Rate' },
  withVat: { mne: 'Sa PDV', en: 'Gross amount' },
  beforeDiscount: { mne: 'Vrijednost prije popusta', en: 'Amount before discount' },
  discount: { mne: 'Popust na račun', en: 'Invoice discount' },
  withoutVat: { mne: 'Ukupno bez PDV', en: 'Total excl. VAT' },
  vatTotal: { mne: 'Ukupan PDV', en: 'Total VAT' },
  totalWithVat: { mne: 'Ukupno sa PDV', en: 'Total incl. VAT' },
  total: { mne: 'Ukupno', en: 'Total' },
  note: { mne: 'Napomena', en: 'Note' },
  iic: { mne: 'IKOF', en: 'Issuer’s identification code (IIC)' },
  fic: { mne: 'JIKR', en: 'Fiscal identification code (FIC)' },
} as const satisfies Record<string, Bilingual>;

/** Printed instead of the FIC while the invoice is `Offline`. Decisions §2. */
export const FIC_FOLLOWS: Bilingual = {
  mne: 'JIKR slijedi: račun je izdat bez veze sa Poreskom upravom i biće naknadno dostavljen.',
  en: 'The FIC follows: issued while offline, to be delivered to the Tax Administration later.',
};

/** Printed by an issuer outside VAT. */
export const OUTSIDE_VAT: Bilingual = {
  mne: 'Izdavalac računa nije u sistemu PDV-a. PDV nije obračunat.',
  en: 'The issuer is not registered for VAT. No VAT is charged.',
};

/** Beside the QR code. */
export const SCAN: Bilingual = {
  mne: 'Skenirajte QR kod i provjerite račun kod Poreske uprave.',
  en: 'Scan the QR code to verify this invoice with the Tax Administration.',
};

/** On every page of a print made with test codes. */
export const TEST_MARK = 'TEST — nije fiskalni račun / not a fiscal invoice';

/** The country's name as printed: Montenegro in its own words, others by their code. */
export function countryName(code: string | null | undefined): string {
  return code === null || code === undefined || code === 'MNE' ? 'Crna Gora' : code;
}

/** A wording in both languages, the English one set apart. */
export function both({ mne, en }: Bilingual): Html {
  return html`${mne}<span class="en" lang="en">${en}</span>`;
}

/** A label in both languages, the English one small beneath. */
export function label(words: Bilingual): Html {
  return html`<span class="label">${both(words)}</span>`;
}

/** A label with its value, of a `dl`. */
export function entry(words: Bilingual, value: Html | string): Html {
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
