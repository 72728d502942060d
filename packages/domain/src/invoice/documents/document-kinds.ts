// The kinds of document of the law, one row each; what binds a kind of its own stands in its folder.

/** What the rules and the message need to know of a kind. */
interface DocumentKind {
  /** XSD InvType. */
  readonly invType: 'INVOICE' | 'CORRECTIVE' | 'ADVANCE';
  /** It takes back what another document sold: lines of either sign, and the original is named. */
  readonly takesBack: boolean;
}

/** By `type` of the payload. Spec, Invoice request payload. */
export const DOCUMENT_KINDS = {
  Invoice: { invType: 'INVOICE', takesBack: false },
  Corrective: { invType: 'CORRECTIVE', takesBack: true },
  Advance: { invType: 'ADVANCE', takesBack: false },
} as const satisfies Record<string, DocumentKind>;
export type DocumentType = keyof typeof DOCUMENT_KINDS;
export const DOCUMENT_TYPES = Object.keys(DOCUMENT_KINDS) as DocumentType[];
