import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../connection/statement.ts';
import type { Connected } from '../../connection/statement.ts';

const assign = statement.one<object, { xid: string }>(
  null,
  'select pg_current_xact_id()::text as xid',
);
const look = statement.one<{ xid: string }, { isSettled: boolean }>(
  null,
  'select pg_snapshot_xmin(pg_current_snapshot()) > :xid::xid8 as "isSettled"',
);

/**
 * Resolves once every event that was committed before can be read: transactions of other databases
 * of the server, as those of other tests, hold events back, too.
 */
export async function untilGivenOut(db: Connected): Promise<void> {
  const { xid } = await assign(db);
  while (!(await look(db, { xid })).isSettled) await sleep(5);
}
