import type {
  CashRegisterCodes,
  ComputedInvoice,
  Environment,
  InvoiceRequest,
  IssuedInvoice,
  Paper,
  Payment,
  Seller,
} from '@fiscal/domain';

/** The issuer as printed: the snapshot kept with the invoice, and the company's logo. */
export interface PrintedSeller extends Seller {
  /**
   * `data:image/png|jpeg|webp;base64,…`, shown at most 60 × 18 mm. Anything else is left out, and
   * so is a picture of too many pixels: the print fetches nothing and takes no picture's word for
   * it.
   */
  logo?: string | null | undefined;
}

/** What is printed of the payload. A stored `InvoiceRequest` can be given as it is. */
export type PrintedRequest = Pick<
  InvoiceRequest,
  | 'type'
  | 'typeOfInvoice'
  | 'paymentDeadline'
  | 'buyer'
  | 'note'
  | 'items'
  | 'discountAmount'
  | 'taxPeriod'
  | 'replaces'
>;

/** The invoice that a corrective corrects. Spec, Corrective rules 1. */
export interface PrintedOriginal {
  /** 32 hexadecimal characters, upper case. */
  iic: string;
  /** Issue time, ISO 8601. */
  issuedAt: string;
  /** `businessUnit/ordinal/year/tcr`; null where it is not known. */
  invoiceNumber: string | null;
}

/** Everything a print needs, as plain data: nothing is looked up while printing. */
export interface InvoiceDocument {
  /** Decides how it looks; each says the same. */
  paper: Paper;
  /** `test` prints the mark that this is no fiscal invoice. */
  environment: Environment;
  seller: PrintedSeller;
  codes: CashRegisterCodes;
  /** Spec, `operatorName`; null prints the code alone. It has the code if `seller` has one. */
  operatorName: string | null;
  issued: Omit<IssuedInvoice, 'iicReferences'>;
  /** UUID given by the authority; null while the invoice is `Offline` (decisions §2). */
  fic: string | null;
  request: PrintedRequest;
  payments: readonly Payment[];
  /** Null on everything but a corrective. */
  original: PrintedOriginal | null;
  /** `lines` stand in the order of `request.items`. */
  computed: ComputedInvoice;
  /** The text of the QR code (decisions §3). */
  verificationUrl: string;
}

/** An invoice, or the JSON of a `PrintedReport`, which the worker has no need to read. */
export type Printed = InvoiceDocument | string;
