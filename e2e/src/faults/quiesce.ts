// The end of the faults: everything works again, and the service gets the time to finish what it
// has begun. Nothing is done for it but what a shop would do: fiscalize again what was refused.

import { FiscalApiError } from '@fiscal/client';
import { eventually } from '@fiscal/testbed';
import { clientOf } from './client.ts';
import { isDone } from './faults.ts';
import type { Run } from './run.ts';

/** How long nothing at all may move while work is left, unless said otherwise. */
const STILL_MS = 200_000;
const LONGEST_MS = 20 * 60_000;

/** Ends every fault; processes that inflict faults on themselves are started again without them. */
export async function quiesce({ stack, control, query, nextLife }: Run): Promise<void> {
  nextLife.hasFaults = false;
  for (const process of stack.processes.values()) process.kill('SIGCONT');
  for (const proxy of Object.values({ ...stack.proxies })) await proxy?.setMode('pass');
  const repair = () =>
    Promise.all([control('DELETE', '/script'), control('DELETE', '/mode'), query('select 1')]);
  await eventually(() => isDone(repair()), Boolean);
  const apps = [...stack.processes.keys()].filter((name) => /^(api|worker)/.test(name));
  await Promise.all(apps.map((name) => stack.restart(name)));
}

/** Whatever waits is a row of work, or a withdrawal without an outcome. */
const LEFT = `
  select kind::text, count(*) from work group by 1
  union all select 'withdrawal', count(*) from withdrawal
    where status in ('pending', 'offline') having count(*) > 0
  order by 1`;

/**
 * Waits until no work is left, or it does not change any more.
 * @returns what is left.
 */
export async function waitForRest({ query }: Run, stillMs = STILL_MS): Promise<string> {
  const begun = Date.now();
  let [movedAt, before] = [begun, ''];
  return eventually(
    async () => JSON.stringify(await query(LEFT)),
    (left) => {
      if (left !== before) movedAt = Date.now();
      before = left;
      return left === '[]' || Date.now() > Math.min(movedAt + stillMs, begun + LONGEST_MS);
    },
    { everyMs: 500, limitMs: Infinity },
  );
}

/** Waits until the condition holds for no invoice any more, or the time has passed. */
export async function untilNone({ query }: Run, condition: string, limitMs = Infinity) {
  const deadline = Date.now() + limitMs;
  await eventually(
    () => query(`select from invoice where ${condition} limit 1`),
    (found) => found.length === 0 || Date.now() > deadline,
    { everyMs: 500, limitMs: Infinity },
  );
}

/**
 * Fiscalizes again what nothing refuses any more: what may be repeated, what was delivered and
 * refused after its client had gone, and four of five of the others, whose shops want to have them.
 */
export async function repeatRefused(run: Run): Promise<void> {
  const refused = await run.query<{ id: string; register: string }>(
    `select id, cash_register_id as register from invoice where status = 'Failed'
       and (iic is not null or (failure->>'retryable')::boolean or note !~ '[05]$')`,
  );
  for (const { id, register } of refused) {
    const asked = clientOf(run, register).fiscalize(id, { waitMs: 5_000 });
    await asked.catch((error: unknown) => {
      // Refused again: the invariants look at what it is then.
      if (!(error instanceof FiscalApiError)) throw error;
    });
  }
}
