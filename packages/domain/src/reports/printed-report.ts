// A report as it is printed: plain data, since nothing is looked up while printing (docs/adr/0013).

import type { Environment } from '../identifiers/codes.ts';
import type { DocumentType } from '../invoice/documents/document-kinds.ts';
import type { ComputedInvoice, InvoiceLine, Seller } from '../invoice/invoice.ts';
import type { Payment } from '../invoice/payment-methods.ts';
import type { Paper } from '../paper.ts';
import type { Journal, Report } from './report.ts';

/** What is printed of a document of a journal, and nothing else: journals are long. */
export interface JournalEntry {
  /** Day of its issue in Podgorica, `2026-07-11`. */
  date: string;
  ordinal: number | null;
  /** Null, as time and codes, of one that has its ordinal and is not signed yet. */
  invoiceNumber: string | null;
  issueDateTime: string | null;
  iic: string | null;
  fic: string | null;
  /** Null of one that did not fail. */
  failure: { code: string; error: string } | null;
  type: DocumentType;
  /** IIC of what a corrective corrects. */
  corrects: string | null;
  payments: readonly Payment[];
  computed: Pick<ComputedInvoice, 'sameTaxGroups' | 'totals'> & { lines: PrintedLine[] };
}

type PrintedLine = Pick<
  InvoiceLine,
  'name' | 'quantity' | 'unit' | 'unitPriceAfterVat' | 'base' | 'vat' | 'vatRate' | 'exemption'
>;

/** Documents and items of a journal: up to 11 s of a processor's time, and 0.7 GB of Chrome's. */
export const MOST_PRINTED_LINES = 10_000;
/** Of the JSON of a report, or of an invoice with its logo. */
export const MOST_PRINTED_BYTES = 8 * 1_048_576;

/** Everything that the print of a report needs. */
export interface PrintedReport {
  /** Decides how it looks; each says the same. */
  paper: Paper;
  /** `test` prints the mark that it is nothing fiscal. */
  environment: Environment;
  /** The company as it is now. */
  seller: Seller;
  /** Of the person who asks for it; null prints the code alone. */
  operatorName: string | null;
  report: Report | Journal<JournalEntry>;
}
