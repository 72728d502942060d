// Reports on paper: a worker prints, the call waits (docs/adr/0013).

import type { ChangeListener } from '@fiscal/db/change';
import type { Database } from '@fiscal/db/connection';
import {
  deleteReportPrint,
  findReportIssuer,
  findReportPdf,
  insertReportPrint,
} from '@fiscal/db/print';
import type { FoundRecord } from '@fiscal/db/report';
import { MOST_PRINTED_BYTES, paymentsOf } from '@fiscal/domain';
import type { InvoiceLine, JournalEntry, Paper, PrintedReport } from '@fiscal/domain';
import { currentTrace } from '@fiscal/runtime';
import { randomUUID } from 'node:crypto';
import { readUntil } from '../../work/read-until.ts';
import type { WakeUps } from '../../work/wake-ups.ts';

/** What reports are printed with. */
export interface PrintDependencies {
  db: Database;
  changes: ChangeListener;
  wakeUps: WakeUps;
}

/** The longest that a call may wait (CREATE_AND_PRINT_WAIT_MS). */
const WAIT_MS = 30_000;

/**
 * The PDF, or `too long`; null where it took longer than a call waits, or `signal` has aborted.
 * @param paper null for the company's.
 */
export async function printReport(
  { db, changes, wakeUps }: PrintDependencies,
  companyId: string,
  paper: Paper | null,
  report: Omit<PrintedReport, 'paper' | 'seller'>,
  signal: AbortSignal,
): Promise<Buffer | 'too long' | null> {
  const issuer = await findReportIssuer(db, { companyId });
  const printed: PrintedReport = { ...issuer, ...report, paper: paper ?? issuer.paper };
  const own = { id: randomUUID(), companyId };
  const { environment } = report;
  const model = JSON.stringify(printed);
  if (Buffer.byteLength(model) > MOST_PRINTED_BYTES) return 'too long';
  await insertReportPrint(db, { ...own, environment, model, trace: currentTrace() });
  wakeUps.wake('printing');
  try {
    const row = { change: 'document_added', id: own.id } as const;
    const read = async () => (await findReportPdf(db, own))?.pdf ?? null;
    return await readUntil(changes, row, { waitMs: WAIT_MS, signal }, read, (pdf) =>
      pdf === null ? 'missing' : null,
    );
  } finally {
    await deleteReportPrint(db, own);
  }
}

/** A document of a journal as it is printed. */
export function journalEntryOf({ invoice }: FoundRecord, date: string): JournalEntry {
  const { ordinal, invoiceNumber, issueDateTime, iic, fic, request, computed } = invoice;
  const failure = invoice.status === 'Failed' ? invoice.failure : null;
  const { lines, sameTaxGroups, totals } = computed;
  const entry = { date, ordinal, invoiceNumber, issueDateTime, iic, fic, failure };
  return {
    ...entry,
    type: request.type,
    corrects: request.original?.id ?? null,
    payments: paymentsOf(invoice),
    computed: { sameTaxGroups, totals, lines: lines.map(printedLineOf) },
  };
}

function printedLineOf(line: InvoiceLine): JournalEntry['computed']['lines'][number] {
  const { name, quantity, unit, unitPriceAfterVat, base, vat, vatRate, exemption } = line;
  const taxed = { vatRate, ...(exemption && { exemption }) };
  return { name, quantity, unit, unitPriceAfterVat, base, vat, ...taxed };
}
