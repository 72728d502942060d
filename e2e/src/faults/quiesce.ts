// The end of the faults: everything works again, and the service gets the time to finish what it
// has begun. Nothing is done for it but what a shop would do: fiscalize again what was refused.

import { FiscalApiError } from '@fiscal/client';
import type { Invoice } from '@fiscal/client';
import { eventually } from '@fiscal/testbed';
import type { PartName } from '@fiscal/testbed';
import { clientOfRegister } from './client.ts';
import type { Run } from './run.ts';

/** How long nothing at all may move while work is left, unless said otherwise. */
const STILL_MS = 200_000;
const LONGEST_MS = 20 * 60_000;

/** Ends every fault; processes that inflict faults on themselves are started again without them. */
export async function quiesce({ stack, control, query, nextLife, onProgress }: Run): Promise<void> {
  onProgress('no more faults');
  nextLife.hasFaults = false;
  for (const process of stack.processes.values()) process.kill('SIGCONT');
  for (const line of ['postgres', 'redis', 'efi'] as const) {
    await stack.proxies?.[line]?.setMode('pass');
  }
  for (const call of [
    () => control('DELETE', '/script'),
    () => control('DELETE', '/mode'),
    () => query('select 1'),
  ]) {
    await eventually(
      () => call().then(() => null, String),
      (error) => error === null,
    );
  }
  const apps = [...stack.processes.keys()].filter((name) => /^(api|worker)/.test(name));
  await Promise.all(apps.map((name) => stack.restart(name as PartName)));
}

/** Waits until nothing is left to do, or nothing moves any more. @returns what is left. */
export async function waitForRest({ query }: Run, stillMs = STILL_MS): Promise<string> {
  const begun = Date.now();
  let [movedAt, before] = [begun, ''];
  await eventually(
    async () => (await query<Record<string, number>>(BACKLOG))[0]!,
    (backlog) => {
      const now = JSON.stringify(backlog);
      if (now !== before) movedAt = Date.now();
      before = now;
      const isDone = Object.values(backlog).every((count) => count === 0);
      return isDone || Date.now() - movedAt > stillMs || Date.now() - begun > LONGEST_MS;
    },
    { everyMs: 500, limitMs: Infinity },
  );
  return before;
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

/** What is left to do; `work` counts the rows of work that is not done. */
const BACKLOG = `
  select
    (select count(*)::int from invoice where status = 'Pending') as pending,
    (select count(*)::int from invoice where status = 'Offline') as offline,
    (select count(*)::int from invoice i where status in ('Fiscalized', 'Offline') and not exists
      (select 1 from document d
       where d.invoice_id = i.id and d.fic is not distinct from i.fic)) as prints,
    (select count(*)::int from work) as work`;

/** Fiscalizes again what its shop wants to have, now that nothing refuses it any more. */
export async function repeatRefused(
  run: Run,
  stubborn: readonly (Invoice | null)[],
): Promise<void> {
  const failed = stubborn.flatMap((each) => (each?.status === 'Failed' ? each.id : []));
  // Those with an IIC were delivered and refused later, when their client had gone.
  const refused = await run.query<{ id: string; register: string }>(
    `select id, cash_register_id as register from invoice where id = any($1::uuid[])
       or status = 'Failed' and (iic is not null or (failure->>'retryable')::boolean)`,
    [failed],
  );
  for (const { id, register } of refused) {
    const asked = clientOfRegister(run, register).fiscalize(id, { waitMs: 5_000 });
    await asked.catch((error: unknown) => {
      // Refused again: the invariants look at what it is then.
      if (!(error instanceof FiscalApiError)) throw error;
    });
  }
}
