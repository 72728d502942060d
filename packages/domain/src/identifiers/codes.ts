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

/**
 * `status` of the record. Spec, States and transitions; decisions §2, §6.
 *
 *   Draft       Stored, nothing signed, nothing sent. Leaves by the fiscalize call only.
 *   Pending Fiscalization is asked for: waiting for a worker, or claimed by one. Leaves when the
 *               authority registered it (Fiscalized), when something definite stands against it
 *               (Failed), or when the authority stayed silent and the company may issue offline
 *               (Offline).
 *   Fiscalized  Registered: IIC and FIC exist. Final; a correction is another document.
 *   Failed      Refused, or impossible for now; `errorMessage` explains. Leaves by a repeated
 *               fiscalize call only. What it then carries is decided by what was handed out, not by
 *               this status: an invoice that was never Offline and was refused is signed anew, one
 *               that was Offline, or whose outcome is open, keeps number, time and IIC.
 *   Offline     Signed, handed out without a FIC, delivered by itself later. Leaves when the
 *               authority registers it (Fiscalized) or definitely refuses it (Failed). A fiscalize
 *               call changes nothing.
 */
export const INVOICE_STATUSES = ['Draft', 'Pending', 'Fiscalized', 'Failed', 'Offline'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
