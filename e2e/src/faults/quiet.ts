// The end of the storm: everything works again, and the service gets the time to finish what it has
// in hand. Nothing is helped along but by what a shop would do: fiscalize again what was refused.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PartName } from '@fiscal/testbed';
import type { Ground } from './ground.ts';
import type { LoadProgress } from './load.ts';
import { sendSignal } from './proc.ts';
import type { Tell } from './scenario.ts';

/** How long nothing at all may move while work is left, unless said otherwise. */
const STILL_MS = 200_000;
const LONGEST_MS = 20 * 60_000;
const LOOK_EVERY_MS = 500;
const TELL_EVERY_MS = 10_000;

/** What is left to do. */
export interface Backlog {
  pending: number;
  offline: number;
  prints: number;
  /** Rows of work that is not done. */
  work: number;
}

/** Ends every fault; processes that kill themselves are started again without that habit. */
export async function calmDown(ground: Ground): Promise<void> {
  const { proxies, processes } = ground.stack;
  for (const { pid } of processes.values()) sendSignal(pid, 'SIGCONT');
  for (const proxy of [proxies?.postgres, proxies?.redis, proxies?.efi])
    await proxy?.setMode('pass');
  await untilAnswered(() => ground.control('DELETE', '/script'));
  await untilAnswered(() => ground.control('DELETE', '/mode'));
  await untilAnswered(() => ground.query('select 1'));
  const apps = [...processes.keys()].filter((name) => name === 'api' || name.startsWith('worker'));
  await Promise.all(apps.map((name) => ground.stack.restart(name as PartName)));
}

/** Waits until nothing is left to do, or nothing moves any more. @returns what is left. */
export async function waitForRest(
  ground: Ground,
  tell: Tell,
  stillMs = STILL_MS,
): Promise<Backlog> {
  const startedAt = Date.now();
  let movedAt = startedAt;
  let toldAt = startedAt;
  let before = '';
  for (;;) {
    const backlog = await readBacklog(ground);
    const now = JSON.stringify(backlog);
    if (now !== before) movedAt = Date.now();
    before = now;
    const left = backlog.pending + backlog.offline + backlog.prints + backlog.work;
    if (left === 0) return backlog;
    if (Date.now() - movedAt > stillMs || Date.now() - startedAt > LONGEST_MS) return backlog;
    if (Date.now() - toldAt > TELL_EVERY_MS) {
      toldAt = Date.now();
      tell(`waiting: ${now}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Fiscalizes again what its shop wants to have, now that nothing refuses it any more. */
export async function repeatRefused(ground: Ground, progress: LoadProgress): Promise<void> {
  for (const { id, register } of progress.stubborn) {
    await ground.call(register.apiKey, 'POST', `/api/invoices/${id}/fiscalize`, { waitS: 5 });
  }
  // Delivered and refused later, when nobody stood at the till any more.
  const keys = new Map(ground.registers.map(({ id, apiKey }) => [id, apiKey]));
  const kept = await ground.query<{ id: string; cash_register_id: string }>(
    `select id, cash_register_id from invoice
     where status = 'Failed' and (iic is not null or (failure->>'retryable')::boolean)`,
  );
  for (const { id, cash_register_id: register } of kept) {
    const path = `/api/invoices/${id}/fiscalize`;
    await ground.call(keys.get(register) ?? '', 'POST', path, { waitS: 5 });
  }
}

async function readBacklog(ground: Ground): Promise<Backlog> {
  const [row] = await ground.query<Backlog>(`
    select
      (select count(*)::int from invoice where status = 'Pending') as pending,
      (select count(*)::int from invoice where status = 'Offline') as offline,
      (select count(*)::int from invoice i where status in ('Fiscalized', 'Offline') and not exists
        (select 1 from document d
         where d.invoice_id = i.id and d.fic is not distinct from i.fic)) as prints,
      (select count(*)::int from work) as work`);
  if (row === undefined) throw new Error('the backlog could not be read');
  return row;
}

async function untilAnswered(call: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}
