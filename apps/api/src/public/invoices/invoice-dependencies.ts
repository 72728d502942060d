import type { ChangeListener } from '@fiscal/db/change';
import type { Database } from '@fiscal/db/connection';
import type { EndCreate, RecordReader, StoreInvoice } from '@fiscal/db/invoice';
import type { Environment } from '@fiscal/domain';
import type { Scheduler } from '../../work/scheduling.ts';
import type { WakeUps } from '../../work/wake-ups.ts';

/** What invoices are accepted, stored, waited for, read and printed with. */
export interface InvoiceDependencies {
  db: Database;
  changes: ChangeListener;
  wakeUps: WakeUps;
  records: RecordReader;
  storeInvoice: StoreInvoice;
  endCreate: EndCreate;
  /** Of sales. */
  scheduler: Scheduler;
  /** Of prints alone: what a company prints must not hold up what it sells. */
  printScheduler: Scheduler;
  /** The configured rates in percent. */
  vatRates: readonly number[];
  /** How far beyond the highest number in use a client may choose one. */
  orderNumberMaxAhead: number;
  /** The pages that verification URLs point at. */
  verificationPages: Readonly<Record<Environment, string>>;
  createAndPrintWaitMs: number;
  /** How long a call waits for a print. */
  pdfWaitMs: number;
}
