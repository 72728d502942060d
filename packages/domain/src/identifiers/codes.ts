// The closed lists of the contract. Values are the words of the interface specification, not those
// of the authority's XSD; packages/efi translates them.

/** Which fiscal-registry codes, certificate and endpoint are used. Spec, Authentication 2–3. */
export const ENVIRONMENTS = ['test', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** `typeOfInvoice` of the payload. Spec, What the service does. */
export const TYPES_OF_INVOICE = ['Cash', 'NonCash'] as const;
export type TypeOfInvoice = (typeof TYPES_OF_INVOICE)[number];

/** `buyer.idType`. Decisions §4. */
export const BUYER_ID_TYPES = ['TIN', 'ID', 'PASS', 'VAT', 'TAX', 'SOC'] as const;
export type BuyerIdType = (typeof BUYER_ID_TYPES)[number];

/** `status` of the record. Spec, States and transitions. */
export const INVOICE_STATUSES = ['Draft', 'Pending', 'Fiscalized', 'Failed', 'Offline'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
