// The invoices behind a cause, in pages: those that the customer holds by their deadline, then
// all others by age.

import { parseFailure } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { MESSAGE_OF_INVOICE } from '../invoice/invoice-timeline.ts';
import { JOIN_CONTENT } from '../invoice/stored-invoice.ts';
import type { StoredInvoice } from '../invoice/stored-invoice.ts';
import {
  failedIn,
  MISSING_PRINTS,
  ofScope,
  STUCK_CAUSES,
  stuckIn,
  valuesOf,
  WAITING_SALES,
} from './failed-work.ts';
import type { StuckCause, WorkScope } from './failed-work.ts';

interface WorkPosition {
  at: Date;
  id: string;
}

/** An invoice of a cause, as the panel lists it. */
export interface FailedInvoice
  extends
    Pick<StoredInvoice, 'id' | 'companyId' | 'cashRegisterId' | 'status' | 'invoiceNumber'>,
    Pick<StoredInvoice, 'failure' | 'attempts' | 'nextAttemptAt' | 'deliverBefore'>,
    Pick<StoredInvoice, 'createdAt' | 'updatedAt'> {
  companyName: string;
  cashRegisterName: string;
  orderNumber: number;
  /** Euros, decimal text. */
  total: string;
  /** Null for stuck work. */
  failureCause: string | null;
  /** What came of its newest message. */
  lastMessage: LastMessage | null;
  /** Where the next page begins if this is the last of its page. */
  position: WorkPosition;
}

interface LastMessage {
  id: string;
  /** ISO 8601. */
  at: string;
  outcome: 'registered' | 'refused' | 'unanswered' | null;
  efiCode: number | null;
  detail: string | null;
}

/**
 * @param cause null for everything that failed, without stuck work.
 * @param limit how many at most.
 */
export async function listFailedWork(
  db: Database,
  scope: WorkScope,
  cause: string | null,
  after: WorkPosition | null,
  limit: number,
): Promise<FailedInvoice[]> {
  const stuck = STUCK_CAUSES.find((name) => name === cause);
  if (stuck !== undefined) return takePage(db, scope, STUCK_WALKS[stuck](scope), after, limit);
  const deadline = after === null ? null : ((await readDeadline(db, after))?.at ?? null);
  return takePage(db, scope, failedWalk(scope, cause, deadline), after, limit);
}

/** The deadline of the invoice that a page ended with; a Failed invoice keeps it. */
const readDeadline = statement.maybe<{ id: string }, { at: Date | null }>(
  'read_deadline',
  'select deliver_before as at from invoice where id = :id',
);

/** Everything that was handed out and is not delivered yet, the nearest deadline first. */
export function listOffline(
  db: Database,
  scope: WorkScope,
  after: WorkPosition | null,
  limit: number,
): Promise<FailedInvoice[]> {
  const where = `${ofScope(scope)} and i.status = 'Offline'`;
  const walk = { ...earliestFirst('i.deliver_before'), ...DELIVERIES, where };
  return takePage(db, scope, walk, after, limit);
}

async function takePage(
  db: Database,
  scope: WorkScope,
  walk: Walk,
  after: WorkPosition | null,
  limit: number,
): Promise<FailedInvoice[]> {
  const list = statement.all<object, FailedRow>(
    null,
    `with page as (
       select i.*, ${walk.position} as position, ${walk.attempts ?? 'i.attempts'} as tried,
              ${walk.dueAt ?? 'null::timestamptz'} as due_at
       from ${walk.from} where ${walk.where} and ${after === null ? 'true' : walk.after}
       order by ${walk.order} limit :limit
     )
     select i.id, i.company_id as "companyId", c.name as "companyName",
       i.cash_register_id as "cashRegisterId", r.name as "cashRegisterName", i.status,
       i.invoice_number as "invoiceNumber", coalesce(i.ordinal, i.order_number)::float8 as "orderNumber",
       content.computed -> 'totals' ->> 'total' as total, i.failure_cause as "failureCause", i.failure,
       i.tried as attempts, i.due_at as "nextAttemptAt", i.deliver_before as "deliverBefore",
       i.created_at as "createdAt", i.updated_at as "updatedAt", i.position as "positionAt",
       (select json_build_object('id', s.id, 'at', coalesce(s.answered_at, s.created_at),
          'outcome', s.outcome, 'efiCode', s.efi_code, 'detail', s.detail)
        from submission s where ${MESSAGE_OF_INVOICE}
        order by s.created_at desc, s.id desc limit 1) as "lastMessage"
     from page i ${JOIN_CONTENT}
     join company c on c.id = i.company_id
     join cash_register r on r.id = i.cash_register_id
     order by ${walk.pageOrder}`,
  );
  const values = { ...valuesOf(scope), ...walk.values, limit, at: after?.at, id: after?.id };
  return (await list(db, values)).map(({ positionAt, ...row }) => ({
    ...row,
    failure: parseFailure(row.failure),
    position: { at: positionAt, id: row.id },
  }));
}

interface Walk {
  from: string;
  where: string;
  values?: object;
  /** The instant that the order is by, before the id. */
  position: string;
  order: string;
  pageOrder: string;
  /** Whether it is behind :at and :id. */
  after: string;
  /** Where the attempts are not the invoice's. */
  attempts?: string;
  dueAt?: string;
}

/** @param deadline of the invoice that the page before ended with. */
function failedWalk(scope: WorkScope, cause: string | null, deadline: Date | null): Walk {
  return {
    from: 'invoice i',
    where: `${failedIn(scope)} and ${cause === null ? 'true' : 'i.failure_cause = :cause'}`,
    values: { cause, deadline },
    position: 'i.created_at',
    order: 'i.deliver_before, i.created_at, i.id',
    pageOrder: 'i.deliver_before, i.position, i.id',
    after:
      deadline === null
        ? 'i.deliver_before is null and (i.created_at, i.id) > (:at, :id)'
        : `(i.deliver_before is null
            or (i.deliver_before, i.created_at, i.id) > (:deadline, :at, :id))`,
  };
}

function earliestFirst(column: string): Omit<Walk, 'from' | 'where'> {
  return {
    position: column,
    order: `${column}, i.id`,
    pageOrder: 'i.position, i.id',
    after: `(${column}, i.id) > (:at, :id)`,
  };
}

const DELIVERIES = {
  from: `invoice i left join work w on w.subject_id = i.id and w.kind = 'deliver'`,
  attempts: 'i.attempts + coalesce(w.attempts, 0)',
  dueAt: `nullif(w.scheduled_at, 'infinity')`,
};

const STUCK_WALKS: Readonly<Record<StuckCause, (scope: WorkScope) => Walk>> = {
  OFFLINE_LATE: (scope) => ({
    ...earliestFirst('i.deliver_before'),
    ...DELIVERIES,
    where: stuckIn(scope, 'OFFLINE_LATE'),
  }),
  PENDING_STUCK: (scope) => ({
    ...earliestFirst('w.scheduled_at'),
    from: WAITING_SALES,
    where: stuckIn(scope, 'PENDING_STUCK'),
    attempts: 'i.attempts + w.attempts',
  }),
  PRINT_FAILING: (scope) => ({
    ...earliestFirst('i.created_at'),
    from: MISSING_PRINTS,
    where: stuckIn(scope, 'PRINT_FAILING'),
    attempts: 'w.attempts',
    dueAt: 'w.scheduled_at',
  }),
};

type FailedRow = Omit<FailedInvoice, 'position'> & { positionAt: Date };
