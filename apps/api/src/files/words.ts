// The words of a file, Montenegrin and English: those that the panel shows.

import { DOCUMENT_KINDS, PAYMENT_KINDS } from '@fiscal/domain';
import type {
  DocumentType,
  InvoiceStatus,
  PaymentMethod,
  TypeOfInvoice,
  Words,
} from '@fiscal/domain';
import type { Language } from './column.ts';

const STATUSES: Record<InvoiceStatus, Words> = {
  Draft: { me: 'Nacrt', en: 'Draft' },
  Pending: { me: 'U obradi', en: 'Pending' },
  Fiscalized: { me: 'Fiskalizovan', en: 'Fiscalized' },
  Failed: { me: 'Neuspio', en: 'Failed' },
  Offline: { me: 'Čeka dostavu', en: 'Offline' },
};

const TYPES_OF_INVOICE: Record<TypeOfInvoice, Words> = {
  Cash: { me: 'Gotovinski', en: 'Cash' },
  NonCash: { me: 'Bezgotovinski', en: 'Non-cash' },
};

const wordsOf = (kinds: Readonly<Record<string, { words: Words }>>) =>
  Object.entries(kinds).map(([code, { words }]) => [code, words] as const);

const KNOWN = new Map<string, Words>([
  ...Object.entries(STATUSES),
  ...Object.entries(TYPES_OF_INVOICE),
  ...wordsOf(DOCUMENT_KINDS),
  ...wordsOf(PAYMENT_KINDS),
]);

/** What an invoice says in codes. */
export type Code = InvoiceStatus | DocumentType | TypeOfInvoice | PaymentMethod;

/** A stored code in words; one that a later version has stored stays as it is. */
export function wordFor(code: Code, language: Language): string {
  return KNOWN.get(code)?.[language] ?? code;
}
