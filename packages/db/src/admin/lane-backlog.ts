// What waits in each lane, as the rows tell it: the queue itself may be away.

import { run } from '../client.ts';
import type { Database } from '../client.ts';
import { FAILING_AFTER_ATTEMPTS } from './failed-work.ts';

/** Work of one lane that nobody has in hand. */
export interface WaitingWork {
  waiting: number;
  /** How long the oldest has been due; 0 where nothing is. */
  oldestAgeSeconds: number;
}

/** What waits, by lane. */
export interface LaneBacklog {
  fiscalization: WaitingWork;
  registry: WaitingWork;
  printing: WaitingWork;
  /** Offline invoices whose next attempt is due. */
  delivery: WaitingWork;
  /** Prints that failed so often that they are listed as failed work. */
  failingPrints: number;
}

const since = (instant: string) =>
  `greatest(0, coalesce(extract(epoch from now() - min(${instant})), 0))::float8`;
const waiting = (instant: string, from: string) => `(
  select json_build_object('waiting', count(*), 'oldestAgeSeconds', ${since(instant)}) from ${from})`;
const NOT_IN_HAND = '(leased_until is null or leased_until < now())';

// A Pending invoice that nobody has in hand was changed last when it was asked for, or given back.
const READ = {
  name: 'read_lane_backlog',
  text: `
    select ${waiting('updated_at', `invoice where status = 'Pending' and ${NOT_IN_HAND}`)} as fiscalization,
      ${waiting('created_at', `registry_call where status = 'pending' and expires_at > now() and ${NOT_IN_HAND}`)} as registry,
      ${waiting('created_at', 'print_request')} as printing,
      ${waiting('next_attempt_at', `invoice where status = 'Offline' and next_attempt_at <= now() and ${NOT_IN_HAND}`)} as delivery,
      (select count(*)::int from print_request where attempts >= ${FAILING_AFTER_ATTEMPTS}) as "failingPrints"`,
};

/** One statement, of the price of the open work. */
export async function readLaneBacklog(db: Database): Promise<LaneBacklog> {
  const [row] = await run<LaneBacklog>(db.pool, READ, []);
  if (!row) throw new Error('the statement returned no row');
  return row;
}
