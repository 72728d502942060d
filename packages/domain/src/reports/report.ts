// The reports that an inspector may ask for: what each says, and how documents add up to it (FS
// 5.12; extensions §8; docs/adr/0032).

import type { Issue } from '../issue.ts';
import type { DocumentType } from '../invoice/documents/document-kinds.ts';
import type { Exemption } from '../invoice/exemptions.ts';
import type { PaymentMethod } from '../invoice/payment-methods.ts';
import type { DecimalText } from '../money.ts';
import type { Words } from '../words.ts';

/** Reports that are sums, of one day or several. */
export const SUM_REPORTS = ['state', 'day', 'period'] as const;
export type SumReport = (typeof SUM_REPORTS)[number];
/** Reports that list documents with their items. */
export const JOURNALS = ['journal', 'offline-journal', 'corrective-journal'] as const;
export type JournalName = (typeof JOURNALS)[number];

/** @param most `366 days`: of what there is more. Extensions §8. */
export function rangeTooLong(what: 'A report' | 'A report on paper', most: string): Issue {
  return { code: 'RANGE_TOO_LONG', path: 'to', message: `${what} must have at most ${most}.` };
}

/** From where and when a report is: printed on every one. */
export interface ReportHead {
  report: SumReport | JournalName;
  /** Podgorica time with its offset: `2026-07-11T15:51:04+02:00`. */
  madeAt: string;
  /** Days in Podgorica, `2026-07-11`, both included. */
  from: string;
  to: string;
  /** Name of the company. */
  seller: string;
  tin: string;
  businessUnitCode: string;
  /** That the cash register has now; null of one that was never registered. */
  tcrCode: string | null;
  /** Of the person who asks for it; without one, the cash register's. */
  operatorCode: string;
  softwareCode: string;
}

/** Documents added up. Amounts are euros with 2 decimals, correctives with their minus. */
export interface DocumentSums {
  count: number;
  total: DecimalText;
  /** In the order of DOCUMENT_TYPES; without types of which there is no document. */
  byType: { type: DocumentType; count: number; total: DecimalText }[];
  /** In the order of PAYMENT_METHODS; `count` of the documents that it pays something of. */
  byPayment: { method: PaymentMethod; count: number; amount: DecimalText }[];
  /**
   * Highest rate first, then exemptions by article; exact, with 4 decimals. Empty outside VAT.
   */
  byVat: {
    /** Percent with 2 decimals; `0.00` where exempt. */
    rate: DecimalText;
    exemption: Exemption | null;
    base: DecimalText;
    vat: DecimalText;
    total: DecimalText;
  }[];
}

/** A document with a number that is in no sum. */
export interface FailedDocument {
  id: string;
  invoiceNumber: string;
  /** XSD IssueDateTime. */
  issuedAt: string;
  total: DecimalText;
  iic: string | null;
  /** Of the failure, and its sentence. */
  code: string;
  reason: string;
}

/** `initial` + `banknotes` − `withdrawn` are `inDrawer`. Extensions §7. */
export const IN_DRAWER = ['initial', 'banknotes', 'withdrawn', 'inDrawer'] as const;
/** Euros with 2 decimals. */
export type DrawerOfDay = Record<(typeof IN_DRAWER)[number], DecimalText>;

/** What the parts of a report are called in files and on paper. */
export const REPORT_WORDS = {
  registered: { me: 'Registrovano', en: 'Registered' },
  notRegistered: { me: 'Neregistrovano', en: 'Not registered' },
  turnover: { me: 'Promet', en: 'Turnover' },
  failed: { me: 'Neuspjelo, nije u prometu', en: 'Failed, in no sum' },
  initial: { me: 'Početni depozit', en: 'Initial deposit' },
  banknotes: { me: 'Novčanice', en: 'Banknotes' },
  withdrawn: { me: 'Podignuto', en: 'Withdrawn' },
  inDrawer: { me: 'U kasi', en: 'In the drawer' },
  forDeposit: { me: 'Za uplatu pazara', en: 'For deposit' },
} as const satisfies Record<string, Words>;

/** What a report says of the documents of one TCR code. */
export interface ReportSums {
  registered: DocumentSums;
  /** Offline, and numbered Pending. */
  notRegistered: DocumentSums;
  /** Both. */
  turnover: DocumentSums;
  /** In the order of issue. */
  failed: FailedDocument[];
  /** Of one day; null of a period. */
  drawer: DrawerOfDay | null;
  /** Banknotes of the documents that a customer holds, not reduced by withdrawals. */
  forDeposit: DecimalText;
}

/** A TCR code that the cash register had before, with documents in the range. */
export interface ReportSection extends ReportSums {
  businessUnitCode: string;
  tcrCode: string;
  softwareCode: string;
}

/** A report that is sums. */
export interface Report extends ReportHead, ReportSums {
  report: SumReport;
  /** By TCR code. */
  sections: ReportSection[];
}

/** The documents of a day that are in the turnover. */
export interface DaySubtotal {
  date: string;
  count: number;
  total: DecimalText;
}

/** Documents with their items, in the order of issue, whichever code the cash register had. */
export interface Journal<Document> extends ReportHead {
  report: JournalName;
  /** Failed ones among them, which are in no subtotal. */
  documents: Document[];
  subtotals: DaySubtotal[];
}
