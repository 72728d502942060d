// What waits in each lane.

import type { Environment } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { IS_FREE, OF_PRINT } from '../work/work.ts';
import { FAILING_AFTER_ATTEMPTS } from '../failed-work/failed-work.ts';

/** Work of one lane that nobody has in hand. */
export interface WaitingWork {
  waiting: number;
  /** How long the oldest has been due; 0 where nothing is. */
  oldestAgeSeconds: number;
}

/** What waits, by lane. */
export interface LaneBacklog {
  fiscalization: WaitingWork;
  'test-fiscalization': WaitingWork;
  registry: WaitingWork;
  printing: WaitingWork;
  /** What is due to be delivered or tried again. */
  delivery: WaitingWork;
  /** Prints that failed so often that they are listed as failed work. */
  failingPrints: number;
}

const since = (instant: string) =>
  `greatest(0, coalesce(extract(epoch from now() - min(${instant})), 0))::float8`;
const waiting = (instant: string, from: string) => `(
  select json_build_object('waiting', count(*), 'oldestAgeSeconds', ${since(instant)}) from ${from})`;

const sales = (environment: Environment) =>
  waiting(
    'created_at',
    `work where kind = 'fiscalize' and environment = '${environment}' and ${IS_FREE}`,
  );

const READ = {
  name: 'read_lane_backlog',
  text: `
    select ${sales('live')} as fiscalization, ${sales('test')} as "test-fiscalization",
      ${waiting('created_at', `work where kind = 'call' and ${IS_FREE}`)} as registry,
      ${waiting('created_at', `work where ${OF_PRINT} and ${IS_FREE}`)} as printing,
      ${waiting('scheduled_at', `work where kind = 'deliver' and scheduled_at <= now() and ${IS_FREE}`)} as delivery,
      (select count(*)::int from work where ${OF_PRINT} and attempts >= ${FAILING_AFTER_ATTEMPTS}) as "failingPrints"`,
};

/** One statement, of the price of the open work. */
export async function readLaneBacklog(db: Database): Promise<LaneBacklog> {
  const [row] = await run<LaneBacklog>(db.pool, READ, []);
  if (!row) throw new Error('the statement returned no row');
  return row;
}
