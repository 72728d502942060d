// `npm run bench:waiting`: what open calls that wait cost, and how soon each gets its change.
// Each waits for an invoice of its own on a connection of its own; then some of the invoices
// change.

import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from './process-costs.ts';
import { measureCosts, readCpu } from './rounds.ts';
import { SALE } from './sample.ts';
import { createDrafts, openService } from './service.ts';
import type { Service } from './service.ts';
import { say, textOfCpu, textOfTimes } from './table.ts';

const COUNTS = [1_000, 10_000];
const CHANGED = 300;
const IDLE_MS = 5_000;

async function measure(service: Service, count: number): Promise<void> {
  const { client, pidsOf } = service;
  const apiMib = () => memoryOf(pidsOf('api').api ?? -1).ownMib;
  const ids = await createDrafts(service, SALE, count);
  await sleep(2_000);
  const restingMib = apiMib();
  const open = ids.map((id) => ({
    id,
    answeredAt: client.readInvoice(id, { waitMs: 30_000 }).then(() => performance.now()),
  }));
  // Until all of them wait and have been read once.
  await sleep(1_000 + count / 2);
  const waitingMib = apiMib();
  const { cpuMs } = await measureCosts(
    () => readCpu(pidsOf('api', 'postgres')),
    () => sleep(IDLE_MS, IDLE_MS / 100),
  );
  const delays: number[] = [];
  for (const { id, answeredAt } of open.slice(0, CHANGED)) {
    // The invoice is Pending for every reader once this call is answered, mostly a little earlier.
    await client.fiscalize(id);
    const askedAt = performance.now();
    delays.push(Math.max(0, (await answeredAt) - askedAt));
  }
  const kb = (1_024 * (waitingMib - restingMib)) / count;
  say(
    `${count} waiting: ${kb.toFixed(1)} kB each; idle, % of a core: ${textOfCpu(cpuMs)}; ` +
      `answered ${textOfTimes(delays)} after the change was answered`,
  );
  await Promise.all(open.map(({ answeredAt }) => answeredAt));
}

const service = await openService();
try {
  for (const count of COUNTS) await measure(service, count);
} finally {
  await service.close();
}
