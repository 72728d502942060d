// The kinds of document of the law, one row each. What binds one kind alone stands in the folder of
// its name.

import type { Words } from '../../words.ts';

/** What the rules and the message need to know of a kind. */
interface DocumentKind {
  /** XSD InvType. */
  readonly invType: 'INVOICE' | 'CORRECTIVE' | 'ADVANCE';
  /** It takes back what another document sold: lines of either sign, and the original is named. */
  readonly takesBack: boolean;
  /** Later invoices are paid out of it, and what corrects it names those. Extensions §1. */
  readonly paysInvoices: boolean;
  /** On paper, and in exported files. */
  readonly words: Words;
}

/** By `type` of the payload. Spec, Invoice request payload. */
export const DOCUMENT_KINDS = {
  Invoice: {
    invType: 'INVOICE',
    takesBack: false,
    paysInvoices: false,
    words: { me: 'Račun', en: 'Invoice' },
  },
  Corrective: {
    invType: 'CORRECTIVE',
    takesBack: true,
    paysInvoices: false,
    words: { me: 'Korektivni račun', en: 'Corrective invoice' },
  },
  Advance: {
    invType: 'ADVANCE',
    takesBack: false,
    paysInvoices: true,
    words: { me: 'Avansni račun', en: 'Advance invoice' },
  },
} as const satisfies Record<string, DocumentKind>;
export type DocumentType = keyof typeof DOCUMENT_KINDS;
export const DOCUMENT_TYPES = Object.keys(DOCUMENT_KINDS) as DocumentType[];

/** The types of documents that later invoices are paid out of. */
export const PAYING_TYPES = DOCUMENT_TYPES.filter((type) => DOCUMENT_KINDS[type].paysInvoices);

/** The document type that the text names, in the normal spelling; undefined if none. */
export function documentTypeOf(text: string | undefined): DocumentType | undefined {
  if (text === 'CORRECTIVE') return 'Corrective';
  return DOCUMENT_TYPES.find((known) => known === text);
}

/** Whether documents of the type take something back; null where the text names no type. */
export function takesBack(text: string | undefined): boolean | null {
  const type = documentTypeOf(text);
  return type === undefined ? null : DOCUMENT_KINDS[type].takesBack;
}
