// Jobs that are due although nobody may have told the queue: written with the state, in its
// transaction. The relay adds what is due; a row goes when the queue has the job.

import { run } from './client.ts';
import type { Database } from './client.ts';

/** The jobs that are pointed at through the outbox. */
export type OutboxJob = 'fiscalize-invoice' | 'call-registry';

/** One job that is due. */
export interface DueJob {
  job: OutboxJob;
  entityId: string;
  /** How often it was tried before. */
  attempt: number;
}

const FORGET = {
  name: 'forget_outbox',
  text: `delete from outbox where job = $1 and entity_id = any($2::uuid[])`,
};

/** The queue has these jobs now. */
export async function forgetOutbox(db: Database, job: OutboxJob, ids: string[]): Promise<void> {
  if (ids.length > 0) await run(db.pool, FORGET, [job, ids]);
}

const TAKE_DUE = {
  name: 'take_due_outbox',
  text: `
    with due as (
      select id from outbox where not_before <= now()
      order by not_before limit $1 for update skip locked
    )
    update outbox o
    set attempts = o.attempts + 1,
        not_before = now() + least(30 * power(2, o.attempts), 3600) * interval '1 second'
    from due where o.id = due.id
    returning o.job, o.entity_id, o.attempts - 1 as attempt`,
};

/** Jobs that are due, each put off so that the next sweep does not take it at once again. */
export async function takeDueOutbox(db: Database, limit: number): Promise<DueJob[]> {
  const rows = await run<DueRow>(db.pool, TAKE_DUE, [limit]);
  return rows.map(dueJobOf);
}

const FIND_LEFT_BEHIND = {
  name: 'find_left_behind',
  text: `
    select 'fiscalize-invoice' as job, id as entity_id, attempts as attempt from invoice
    where status = 'Pending'
      and coalesce(leased_until, updated_at + $1 * interval '1 millisecond') < now()
    order by turn_at limit $2`,
};

/**
 * Pending invoices that nobody has in hand: the lease ran out, or the job got lost.
 * @param quietMs how long one may be without a lease before it counts as left behind.
 */
export async function findLeftBehind(
  db: Database,
  quietMs: number,
  limit: number,
): Promise<DueJob[]> {
  return (await run<DueRow>(db.pool, FIND_LEFT_BEHIND, [quietMs, limit])).map(dueJobOf);
}

interface DueRow {
  job: DueJob['job'];
  entity_id: string;
  attempt: number;
}

function dueJobOf(row: DueRow): DueJob {
  return { job: row.job, entityId: row.entity_id, attempt: row.attempt };
}
