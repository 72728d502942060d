// The end of the faults: everything works again, and the service gets the time to finish what it
// has begun. Nothing is done for it but what a shop would do: fiscalize again what was refused.

import { createFiscalClient, FiscalApiError } from '@fiscal/client';
import { eventually } from '@fiscal/testbed';
import type { PartName } from '@fiscal/testbed';
import type { Environment } from './environment.ts';
import { sendSignal } from './nemesis.ts';
import type { Tell } from './scenarios/scenario.ts';
import type { Progress } from './workload.ts';

/** How long nothing at all may move while work is left, unless said otherwise. */
const STILL_MS = 200_000;
const LONGEST_MS = 20 * 60_000;
const TELL_EVERY_MS = 10_000;

/** What is left to do. */
export interface Backlog {
  pending: number;
  offline: number;
  prints: number;
  /** Rows of work that is not done. */
  work: number;
}

/** Ends every fault; processes that inflict faults on themselves are started again without them. */
export async function quiesce({ stack, control, query }: Environment): Promise<void> {
  const { proxies, processes } = stack;
  for (const { pid } of processes.values()) sendSignal(pid, 'SIGCONT');
  for (const proxy of [proxies?.postgres, proxies?.redis, proxies?.efi]) {
    await proxy?.setMode('pass');
  }
  const answers = (call: () => Promise<unknown>) =>
    eventually(
      () => call().then(() => null, String),
      (error) => error === null,
    );
  await answers(() => control('DELETE', '/script'));
  await answers(() => control('DELETE', '/mode'));
  await answers(() => query('select 1'));
  const apps = [...processes.keys()].filter((name) => name === 'api' || name.startsWith('worker'));
  await Promise.all(apps.map((name) => stack.restart(name as PartName)));
}

/** Waits until nothing is left to do, or nothing moves any more. @returns what is left. */
export async function waitForRest(
  { query }: Environment,
  tell: Tell,
  stillMs = STILL_MS,
): Promise<Backlog> {
  const begun = Date.now();
  let [movedAt, toldAt, before] = [begun, begun, ''];
  return eventually(
    async () => (await query<Backlog>(BACKLOG))[0]!,
    (backlog) => {
      const now = JSON.stringify(backlog);
      if (now !== before) movedAt = Date.now();
      before = now;
      if (Date.now() - toldAt > TELL_EVERY_MS) {
        toldAt = Date.now();
        tell(`waiting: ${now}`);
      }
      const left = Object.values(backlog).reduce((sum, count) => sum + count, 0);
      return left === 0 || Date.now() - movedAt > stillMs || Date.now() - begun > LONGEST_MS;
    },
    { everyMs: 500, limitMs: Infinity },
  );
}

const BACKLOG = `
  select
    (select count(*)::int from invoice where status = 'Pending') as pending,
    (select count(*)::int from invoice where status = 'Offline') as offline,
    (select count(*)::int from invoice i where status in ('Fiscalized', 'Offline') and not exists
      (select 1 from document d
       where d.invoice_id = i.id and d.fic is not distinct from i.fic)) as prints,
    (select count(*)::int from work) as work`;

/** Fiscalizes again what its shop wants to have, now that nothing refuses it any more. */
export async function repeatRefused(environment: Environment, progress: Progress): Promise<void> {
  const { stack, registers, query } = environment;
  const repeat = async (id: string, apiKey = '') => {
    const client = createFiscalClient({ baseUrl: stack.apiUrl, apiKey });
    await client.fiscalize(id, { waitMs: 5_000 }).catch((error: unknown) => {
      // Refused again: the invariants look at what it is then.
      if (!(error instanceof FiscalApiError)) throw error;
    });
  };
  for (const { id, register } of progress.stubborn) await repeat(id, register.apiKey);
  // Delivered and refused later, when its client had gone.
  const keys = new Map(registers.map(({ id, apiKey }) => [id, apiKey]));
  const kept = await query<{ id: string; cash_register_id: string }>(
    `select id, cash_register_id from invoice
     where status = 'Failed' and (iic is not null or (failure->>'retryable')::boolean)`,
  );
  for (const { id, cash_register_id: register } of kept) await repeat(id, keys.get(register));
}
