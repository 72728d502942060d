// The read that clients poll with: what may have changed of an invoice, and what it says only where that is
// not known yet.

import { run } from './client.ts';
import type { Database } from './client.ts';
import { findInvoice, FOUND_COLUMNS, IN_SCOPE, JOIN_WORK } from './invoices.ts';
import type {
  CorrectiveReference,
  FoundRow,
  InvoiceRow,
  InvoiceScope,
  StoredInvoice,
} from './invoices.ts';

/** What never changes of a record. */
type RecordContent = Pick<StoredInvoice, 'request' | 'computed' | 'warnings'>;

/** What a record shows of an invoice. */
export type RecordedInvoice = RecordContent &
  Pick<StoredInvoice, 'id' | 'environment' | 'status' | 'orderNumber' | 'ordinal'> &
  Pick<StoredInvoice, 'invoiceNumber' | 'issueDateTime' | 'iic' | 'issuer' | 'fic'> &
  Pick<StoredInvoice, 'deliverBefore' | 'failure' | 'attempts' | 'nextAttemptAt'> &
  Pick<StoredInvoice, 'createdAt' | 'updatedAt'>;

/** Remembers what invoices say, by id: whoever polls reads it again and again. */
export interface ContentCache {
  get(id: string): RecordContent | undefined;
  set(id: string, content: RecordContent): unknown;
}

const FIND_STATE = {
  name: 'find_record_state',
  text: `
    select i.environment, i.status, i.order_number, i.ordinal, i.invoice_number, i.issue_date_time,
           i.iic, i.issuer, i.fic, i.deliver_before, i.failure, i.attempts, i.created_at, i.updated_at,
           ${FOUND_COLUMNS}
    from invoice i ${JOIN_WORK} where i.id = $1 and ${IN_SCOPE}`,
};

type StateRow = FoundRow<
  Pick<InvoiceRow, 'environment' | 'status' | 'order_number' | 'ordinal' | 'invoice_number'> &
    Pick<InvoiceRow, 'issue_date_time' | 'iic' | 'issuer' | 'fic' | 'deliver_before' | 'failure'> &
    Pick<InvoiceRow, 'attempts' | 'created_at' | 'updated_at'>
>;

export interface FoundRecord {
  invoice: RecordedInvoice;
  correctives: CorrectiveReference[];
}

/**
 * The record of an invoice of the caller; null if there is none.
 * @param contents what is in there is not read again; whose an invoice is always is.
 */
export async function findRecord(
  db: Database,
  scope: InvoiceScope,
  id: string,
  contents: ContentCache,
): Promise<FoundRecord | null> {
  const content = contents.get(id);
  if (content === undefined) {
    const found = await findInvoice(db, scope, id);
    if (found !== null) contents.set(id, contentOf(found.invoice));
    return found;
  }
  const key = [id, scope.companyId, scope.environment];
  const [row] = await run<StateRow>(db.pool, FIND_STATE, key);
  return row ? { invoice: recordedOf(id, row, content), correctives: row.correctives } : null;
}

function contentOf({ request, computed, warnings }: StoredInvoice): RecordContent {
  return { request, computed, warnings };
}

function recordedOf(id: string, row: StateRow, content: RecordContent): RecordedInvoice {
  return {
    ...content,
    id,
    environment: row.environment,
    status: row.status,
    orderNumber: Number(row.order_number),
    ordinal: row.ordinal === null ? null : Number(row.ordinal),
    invoiceNumber: row.invoice_number,
    issueDateTime: row.issue_date_time,
    iic: row.iic,
    issuer: row.issuer,
    fic: row.fic,
    deliverBefore: row.deliver_before,
    failure: row.failure,
    attempts: row.attempts + row.work_attempts,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
