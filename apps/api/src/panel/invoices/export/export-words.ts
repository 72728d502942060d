// The words of an exported file, Montenegrin and English: those that the panel shows.

import type { InvoiceStatus, PaymentMethod, TypeOfInvoice } from '@fiscal/domain';

/** In which a file is written. */
export type Language = 'me' | 'en';

type Wording = Readonly<Record<Language, string>>;

const STATUSES: Record<InvoiceStatus, Wording> = {
  Draft: { me: 'Nacrt', en: 'Draft' },
  Pending: { me: 'U obradi', en: 'Pending' },
  Fiscalized: { me: 'Fiskalizovan', en: 'Fiscalized' },
  Failed: { me: 'Neuspio', en: 'Failed' },
  Offline: { me: 'Čeka dostavu', en: 'Offline' },
};

const TYPES: Record<string, Wording> = {
  Invoice: { me: 'Račun', en: 'Invoice' },
  Corrective: { me: 'Korektivni račun', en: 'Corrective invoice' },
  Advance: { me: 'Avansni račun', en: 'Advance invoice' },
};

const TYPES_OF_INVOICE: Record<TypeOfInvoice, Wording> = {
  Cash: { me: 'Gotovinski', en: 'Cash' },
  NonCash: { me: 'Bezgotovinski', en: 'Non-cash' },
};

const PAYMENT_METHODS: Record<PaymentMethod, Wording> = {
  BANKNOTE: { me: 'Gotovina', en: 'Cash' },
  CARD: { me: 'Kartica', en: 'Card' },
  BUSINESSCARD: { me: 'Poslovna kartica', en: 'Business card' },
  'OTHER-CASH': { me: 'Ostala gotovinska plaćanja', en: 'Other cash payment' },
  ADVANCE: { me: 'Avans', en: 'Advance' },
  ACCOUNT: { me: 'Prenos na račun', en: 'Bank transfer' },
  FACTORING: { me: 'Faktoring', en: 'Factoring' },
  ORDER: { me: 'Narudžba', en: 'Order' },
  OTHER: { me: 'Ostalo', en: 'Other' },
};

const KNOWN: Readonly<Record<string, Wording>> = {
  ...STATUSES,
  ...TYPES,
  ...TYPES_OF_INVOICE,
  ...PAYMENT_METHODS,
};

/** A stored code in words; one that is not known stays as it is stored. */
export function wordFor(code: string, language: Language): string {
  return KNOWN[code]?.[language] ?? code;
}
