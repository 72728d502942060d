// Failed work is tried again, by a person's decision: what failed is requeued as a fiscalize call
// queues it, what is tried again by itself is only brought forward. Nothing is sent from here, and
// nothing can get lost: workers find the rows.

import { FORMS } from '@fiscal/domain';
import type { Environment, InvoiceStatus, Issue } from '@fiscal/domain';
import { insertAudit } from '../audit/audit-row.ts';
import { inTransaction } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import { decideStored, findBound, REQUEUED } from '../fiscalization/request-fiscalization.ts';
import { NewerFormError } from '../invoice/newer-form.ts';
import { holdRelations } from '../invoice/relations.ts';
import { HAS_CONTENT } from '../invoice/stored-invoice.ts';
import type { InvoiceScope } from '../invoice/stored-invoice.ts';
import { IS_FREE, OF_PRINT } from '../work/work.ts';
import { addToBatch } from './retry-batches.ts';

/** An invoice that was left as it was, and why. */
export type SkipReason =
  | { id: string; why: 'NOT_FOUND' }
  /** In this state there is nothing to be done by hand. */
  | { id: string; why: 'NOT_FAILED'; status: InvoiceStatus }
  /** Other documents speak against it: what is left of its original, for one. */
  | { id: string; why: 'REFUSED'; companyId: string; issues: Issue[] }
  /** Its company is paused. */
  | { id: string; why: 'COMPANY_PAUSED' }
  /** A newer release has stored it, or what it belongs to. */
  | { id: string; why: 'NEWER_FORM' }
  /** Another document has its external id: nothing comes of this one. */
  | { id: string; why: 'SUPERSEDED' }
  /** A worker has claimed it. */
  | { id: string; why: 'IN_PROGRESS' };

/** Who does it, and whose invoices it may be about: null for those of every company. */
export interface BatchScope {
  /** As the audit log names it. */
  actor: string;
  companyId: string | null;
}

interface RetryOutcome {
  /** Pending again. */
  requeued: string[];
  /** Deliveries that are due at once. */
  delivered: string[];
  /** Invoices whose prints are due at once: the caller adds their jobs. */
  printed: string[];
  skipped: SkipReason[];
}

/** Those of the invoices that are there, and in the scope. */
export const findCandidates = statement.all<
  { companyId: string | null; ids: readonly string[] },
  Candidate
>(
  'find_for_retry',
  `select i.id, i.company_id, i.environment, i.status, c.status = 'paused' as is_paused,
          i.form > ${FORMS.invoice} as is_newer, i.superseded_by is not null as is_superseded
   from invoice i join company c on c.id = i.company_id
   where i.id = any(:ids::uuid[]) and (:companyId::uuid is null or i.company_id = :companyId)`,
);

interface Candidate {
  id: string;
  company_id: string;
  environment: Environment;
  status: InvoiceStatus;
  is_paused: boolean;
  is_newer: boolean;
  is_superseded: boolean;
}

// Locked in one order, so that two batches never wait for each other, nor a batch and a dismissal.
const lockFailed = statement.run<{ ids: readonly string[] }>(
  'lock_failed',
  `select from invoice where id = any(:ids::uuid[]) and status = 'Failed' order by id for update`,
);

const requeueAll = statement.all<
  { ids: string[]; delays: number[]; actor: string },
  { id: string }
>(
  'requeue_failed',
  `with failed as materialized (
     select i.id, i.failure, a.turn_in_ms
     from unnest(:ids::uuid[], :delays::int[]) as a (id, turn_in_ms) join invoice i on i.id = a.id
     where i.status = 'Failed' and i.superseded_by is null and ${HAS_CONTENT}
   ), changed as (
     update invoice i
     set ${REQUEUED}
     from failed where i.id = failed.id
     returning i.id, i.company_id, i.environment, failed.failure, failed.turn_in_ms
   ), added as (
     insert into work (subject_id, kind, company_id, environment, scheduled_at)
     select id, 'fiscalize', company_id, environment, now() + turn_in_ms * interval '1 millisecond'
     from changed
   ), audited as (${insertAudit(
     {
       actor: ':actor',
       companyId: 'company_id',
       action: 'invoice.retried',
       entityId: 'id',
       before: `jsonb_build_object('status', 'Failed', 'failure', failure)`,
       after: `jsonb_build_object('status', 'Pending')`,
     },
     'changed',
   )})
   select id from changed`,
);

/** @param ofWork which work may be due earlier. */
const bringForward = (what: 'delivery' | 'print', ofWork: string) =>
  statement.all<{ ids: string[]; actor: string }, { id: string }>(
    `bring_${what}_forward`,
    `
    with waiting as materialized (
      select subject_id, kind, scheduled_at from work
      where subject_id = any(:ids::uuid[]) and ${ofWork} and ${IS_FREE}
      order by subject_id for update
    ), changed as (
      update work w set scheduled_at = least(w.scheduled_at, now())
      from waiting where w.subject_id = waiting.subject_id and w.kind = waiting.kind
      returning w.subject_id as id, w.company_id, nullif(waiting.scheduled_at, 'infinity') as planned,
                w.scheduled_at as now
    ), audited as (${insertAudit(
      {
        actor: ':actor',
        companyId: 'company_id',
        entityId: 'id',
        action: `invoice.${what}-brought-forward`,
        before: `jsonb_build_object('nextAttemptAt', planned)`,
        after: `jsonb_build_object('nextAttemptAt', now)`,
      },
      'changed',
    )})
    select id from changed`,
  );
const deliverNow = bringForward('delivery', `kind = 'deliver'`);
/** One that has not failed is due. */
const printNow = bringForward('print', `${OF_PRINT} and attempts > 0`);

/**
 * Tries again what can be tried again, in one transaction with the work, the audit and the batch.
 * @param schedule when the next invoice of a company is scheduled, in milliseconds from now.
 * @param batchId of a new batch, or of one of the same actor that goes on.
 */
export async function retryFailed(
  db: Database,
  { actor, companyId }: BatchScope,
  ids: readonly string[],
  schedule: (of: InvoiceScope) => number,
  batchId: string,
): Promise<RetryOutcome> {
  const found = await findCandidates(db, { companyId, ids });
  const failed = found.filter(
    (row) => row.status === 'Failed' && !row.is_paused && !row.is_newer && !row.is_superseded,
  );
  const idsOf = (...statuses: InvoiceStatus[]) =>
    found.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  const offline = idsOf('Offline');
  const printable = idsOf('Fiscalized', 'Offline');

  const { begun, refused, newer, delivered, printed } = await inTransaction(
    db,
    async (transaction) => {
      const requeue = (rows: readonly Candidate[]) =>
        requeueAll(transaction, {
          ids: rows.map(({ id }) => id),
          delays: rows.map(({ company_id: companyId, environment }) =>
            schedule({ companyId, environment }),
          ),
          actor,
        });
      const failedIds = failed.map(({ id }) => id);
      const bound = await findBound(transaction, { ids: failedIds });
      await holdRelations(transaction, bound);
      await lockFailed(transaction, { ids: failedIds });
      const boundIds = new Set(bound.map(({ id }) => id));
      const begun = await requeue(failed.filter(({ id }) => !boundIds.has(id)));
      const refused = new Map<string, Issue[]>();
      const newer = new Set(found.filter(({ is_newer: isNewer }) => isNewer).map(({ id }) => id));
      // One after the other: each counts for the next one that belongs to the same.
      for (const document of bound) {
        const issues = await decideStored(transaction, document).catch((error: unknown) => {
          if (error instanceof NewerFormError) return null;
          throw error;
        });
        if (issues === null) newer.add(document.id);
        else if (issues.length > 0) refused.set(document.id, issues);
        else begun.push(...(await requeue(failed.filter(({ id }) => id === document.id))));
      }
      const outcome = {
        begun,
        refused,
        newer,
        delivered: await deliverNow(transaction, { ids: offline, actor }),
        printed: await printNow(transaction, { ids: printable, actor }),
      };
      const batch = { id: batchId, companyId, startedBy: actor };
      await addToBatch(transaction, batch, outcome.begun, false);
      await addToBatch(transaction, batch, outcome.delivered, true);
      return outcome;
    },
  );
  const requeued = begun.map(({ id }) => id);
  const brought = {
    delivered: delivered.map(({ id }) => id),
    printed: printed.map(({ id }) => id),
  };
  const done = new Set([...requeued, ...brought.delivered, ...brought.printed]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const skipped = [...new Set(ids)]
    .filter((id) => !done.has(id))
    .map((id): SkipReason => {
      const row = rows.get(id);
      return row?.status === 'Failed' && newer.has(id)
        ? { id, why: 'NEWER_FORM' }
        : whyNot(id, row, refused.get(id));
    });
  return { requeued, ...brought, skipped };
}

function whyNot(id: string, row: Candidate | undefined, issues: Issue[] | undefined): SkipReason {
  if (!row) return { id, why: 'NOT_FOUND' };
  if (issues !== undefined) return { id, why: 'REFUSED', companyId: row.company_id, issues };
  if (row.status === 'Offline') return { id, why: 'IN_PROGRESS' };
  if (row.status !== 'Failed') return { id, why: 'NOT_FAILED', status: row.status };
  if (row.is_superseded) return { id, why: 'SUPERSEDED' };
  // It was Failed when it was looked at: it may not be begun, or another call was quicker.
  return row.is_paused
    ? { id, why: 'COMPANY_PAUSED' }
    : { id, why: 'NOT_FAILED', status: 'Pending' };
}
