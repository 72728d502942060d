// The closed lists of the contract. Values are the words of the interface specification, not those
// of the authority's XSD; packages/efi translates them.

/** Which fiscal-registry codes, certificate and endpoint are used. Spec, Authentication 2–3. */
export const ENVIRONMENTS = ['test', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** `type` of the payload: what kind of document it is. Spec, Invoice request payload. */
export const DOCUMENT_TYPES = ['Invoice', 'Corrective', 'Advance'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** `typeOfInvoice` of the payload. Spec, What the service does. */
export const TYPES_OF_INVOICE = ['Cash', 'NonCash'] as const;
export type TypeOfInvoice = (typeof TYPES_OF_INVOICE)[number];

/** `paymentMethod` of the payload; the matrix of what goes with what is in payment-methods.ts. */
export const PAYMENT_METHODS = [
  'BANKNOTE',
  'CARD',
  'BUSINESSCARD',
  'OTHER-CASH',
  'ADVANCE',
  'ACCOUNT',
  'FACTORING',
  'ORDER',
  'OTHER',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** `buyer.idType`. Decisions §4. */
export const BUYER_ID_TYPES = ['TIN', 'ID', 'PASS', 'VAT', 'TAX', 'SOC'] as const;
export type BuyerIdType = (typeof BUYER_ID_TYPES)[number];

/** `status` of the record. Spec, States and transitions. */
export const INVOICE_STATUSES = ['Draft', 'Pending', 'Fiscalized', 'Failed', 'Offline'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
