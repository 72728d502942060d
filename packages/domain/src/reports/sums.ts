// How documents add up in a report. What counts where: docs/adr/0032.

import type { InvoiceStatus } from '../identifiers/codes.ts';
import { DOCUMENT_TYPES } from '../invoice/documents/document-kinds.ts';
import type { DocumentType } from '../invoice/documents/document-kinds.ts';
import type { CashRegisterCodes, SameTaxGroup } from '../invoice/invoice.ts';
import { PAYMENT_METHODS } from '../invoice/payment-methods.ts';
import type { Payment } from '../invoice/payment-methods.ts';
import { sumsByMethod } from '../invoice/payments.ts';
import { vatPlace } from '../invoice/vat.ts';
import { decimal, sum, toDecimalText } from '../money.ts';
import type { DecimalText } from '../money.ts';
import type {
  DaySubtotal,
  DocumentSums,
  DrawerOfDay,
  FailedDocument,
  Report,
  ReportSums,
} from './report.ts';

/** What a report reads of a document that has a number. */
export interface ReportedDocument {
  id: string;
  status: InvoiceStatus;
  type: DocumentType;
  tcrCode: string;
  /** As they were signed; null until then. */
  codes: Pick<CashRegisterCodes, 'businessUnitCode' | 'softwareCode'> | null;
  invoiceNumber: string;
  /** XSD IssueDateTime. */
  issuedAt: string;
  iic: string | null;
  /** It was Offline once. */
  isHandedOut: boolean;
  total: DecimalText;
  payments: readonly Payment[];
  sameTaxGroups: readonly SameTaxGroup[];
  failure: { code: string; error: string } | null;
}

/** Documents of one TCR code, as a finished day is kept, too. */
export interface CodeSums extends Omit<ReportSums, 'turnover' | 'drawer'> {
  tcrCode: string;
  /** Of the newest document that is signed. */
  codes: (NonNullable<ReportedDocument['codes']> & { issuedAt: string }) | null;
}

/** By TCR code. */
export function sumDocuments(documents: readonly ReportedDocument[]): CodeSums[] {
  return addSums(documents.map(sumsOfOne));
}

/** The sums of all of them by TCR code, whichever order they have. */
export function addSums(all: readonly CodeSums[]): CodeSums[] {
  return [...Map.groupBy(all, ({ tcrCode }) => tcrCode)]
    .sort(([a], [b]) => compare(a, b))
    .map(([tcrCode, some]) => ({
      tcrCode,
      codes:
        some
          .flatMap(({ codes }) => codes ?? [])
          .sort(byCodes)
          .at(-1) ?? null,
      registered: addDocuments(some.map(({ registered }) => registered)),
      notRegistered: addDocuments(some.map(({ notRegistered }) => notRegistered)),
      failed: some.flatMap(({ failed }) => failed).sort(byIssue),
      forDeposit: amountOf(some, 'forDeposit'),
    }));
}

/** Sums of documents, or of sums. */
export function addDocuments(all: readonly DocumentSums[]): DocumentSums {
  const types = all.flatMap(({ byType }) => byType);
  const payments = all.flatMap(({ byPayment }) => byPayment);
  const groups = all.flatMap(({ byVat }) => byVat);
  return {
    count: countOf(all),
    total: amountOf(all, 'total'),
    byType: grouped(types, ({ type }) => DOCUMENT_TYPES.indexOf(type)).map(([first, some]) => ({
      ...first,
      count: countOf(some),
      total: amountOf(some, 'total'),
    })),
    byPayment: grouped(payments, ({ method }) => PAYMENT_METHODS.indexOf(method)).map(
      ([first, some]) => ({ ...first, count: countOf(some), amount: amountOf(some, 'amount') }),
    ),
    byVat: grouped(groups, (group) => vatPlace({ ...group, vatRate: group.rate })).map(
      ([first, some]) => ({
        ...first,
        base: amountOf(some, 'base', 4),
        vat: amountOf(some, 'vat', 4),
        total: amountOf(some, 'total', 4),
      }),
    ),
  };
}

/** Rows of one place, with the first of them, in the order of the places. */
function grouped<Row>(rows: readonly Row[], placeOf: (row: Row) => number): [Row, Row[]][] {
  return [...Map.groupBy(rows, placeOf)]
    .sort(([a], [b]) => a - b)
    .flatMap(([, some]) => some.slice(0, 1).map((first): [Row, Row[]] => [first, some]));
}

/** What a day's documents of a journal come to: those that failed count nowhere. */
export function subtotalOf(date: string, documents: readonly ReportedTotal[]): DaySubtotal {
  const counted = documents.filter(({ status }) => status !== 'Failed');
  return { date, count: counted.length, total: amountOf(counted, 'total') };
}
type ReportedTotal = Pick<ReportedDocument, 'status' | 'total'>;

/** Cash of the drawer on a day, under one TCR code. */
export interface DrawerCash extends Pick<DrawerOfDay, 'initial' | 'withdrawn'> {
  tcrCode: string;
}

/** @param cash of one day; null of a period, which has no drawer. */
export function makeReport(
  head: Omit<Report, keyof ReportSums | 'sections'>,
  sums: readonly CodeSums[],
  cash: readonly DrawerCash[] | null,
): Report {
  const own = sums.find(({ tcrCode }) => tcrCode === head.tcrCode);
  return {
    ...head,
    ...reportSums(head.tcrCode, own ?? NO_SUMS, cash),
    sections: sums
      .filter((each) => each !== own)
      .map(({ tcrCode, codes, ...each }) => ({
        businessUnitCode: codes?.businessUnitCode ?? head.businessUnitCode,
        tcrCode,
        softwareCode: codes?.softwareCode ?? head.softwareCode,
        ...reportSums(tcrCode, each, cash),
      })),
  };
}

/** @param forDeposit the banknotes under that TCR code. */
export function drawerOf(
  tcrCode: string | null,
  forDeposit: DecimalText,
  cash: readonly DrawerCash[],
): DrawerOfDay {
  const { initial = '0.00', withdrawn = '0.00' } =
    cash.find((each) => each.tcrCode === tcrCode) ?? {};
  const inDrawer = decimal(initial).plus(decimal(forDeposit)).minus(decimal(withdrawn));
  return { initial, banknotes: forDeposit, withdrawn, inDrawer: toDecimalText(inDrawer, 2) };
}

function reportSums(
  tcrCode: string | null,
  { registered, notRegistered, failed, forDeposit }: Omit<CodeSums, 'codes' | 'tcrCode'>,
  cash: readonly DrawerCash[] | null,
): ReportSums {
  const turnover = addDocuments([registered, notRegistered]);
  const drawer = cash && drawerOf(tcrCode, forDeposit, cash);
  return { registered, notRegistered, turnover, failed, drawer, forDeposit };
}

function sumsOfOne(document: ReportedDocument): CodeSums {
  const { tcrCode, codes, issuedAt, status, failure } = document;
  const sums = documentSums(document);
  const { id, invoiceNumber, total, iic } = document;
  const { code, error: reason } = failure ?? { code: '', error: '' };
  const failed: FailedDocument = { id, invoiceNumber, issuedAt, total, iic, code, reason };
  const banknotes = sums.byPayment.find(({ method }) => method === 'BANKNOTE')?.amount ?? '0.00';
  const isHeld = document.isHandedOut || status === 'Fiscalized' || status === 'Offline';
  return {
    tcrCode,
    codes: codes && { issuedAt, ...codes },
    registered: status === 'Fiscalized' ? sums : NONE,
    notRegistered: status === 'Fiscalized' || status === 'Failed' ? NONE : sums,
    failed: status === 'Failed' ? [failed] : [],
    forDeposit: isHeld ? banknotes : '0.00',
  };
}

function documentSums({ type, total, payments, sameTaxGroups }: ReportedDocument): DocumentSums {
  return {
    count: 1,
    total,
    byType: [{ type, count: 1, total }],
    byPayment: [...sumsByMethod(payments)].map(([method, amount]) => ({
      method,
      count: 1,
      amount: toDecimalText(amount, 2),
    })),
    byVat: sameTaxGroups.map(({ vatRate, exemption = null, base, vat }) => ({
      rate: vatRate ?? '0.00',
      exemption,
      base,
      vat,
      total: toDecimalText(decimal(base).plus(decimal(vat)), 4),
    })),
  };
}

/** Not by the texts of the times, which are not in order where the clocks go back. */
const byInstant = (a: { issuedAt: string }, b: { issuedAt: string }): number =>
  Date.parse(a.issuedAt) - Date.parse(b.issuedAt);
const byIssue = (a: FailedDocument, b: FailedDocument): number =>
  byInstant(a, b) || ordinalOf(a) - ordinalOf(b) || compare(a.id, b.id);
/** `unit/ordinal/year/TCR`, or the ordinal alone. */
const ordinalOf = ({ invoiceNumber }: FailedDocument): number =>
  Number(invoiceNumber.split('/')[1] ?? invoiceNumber);
type IssuedCodes = NonNullable<CodeSums['codes']>;
const byCodes = (a: IssuedCodes, b: IssuedCodes): number =>
  byInstant(a, b) || compare(JSON.stringify(a), JSON.stringify(b));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const countOf = (some: readonly { count: number }[]): number =>
  some.reduce((total, { count }) => total + count, 0);

function amountOf<Name extends string>(
  rows: readonly Record<Name, DecimalText>[],
  name: Name,
  decimals = 2,
): DecimalText {
  return toDecimalText(sum(rows.map((row) => decimal(row[name]))), decimals);
}
const NONE = addDocuments([]);
const NO_SUMS = { registered: NONE, notRegistered: NONE, failed: [], forDeposit: '0.00' };
