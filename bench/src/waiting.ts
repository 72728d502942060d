// `npm run bench:waiting`: what calls cost that are open and wait, and how soon each hears of its change.
// Each waits for an invoice of its own on a connection of its own; then some of the invoices change.

import { percentile } from '@fiscal/testbed';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SALE } from './sample.ts';
import { createDrafts, openService } from './service.ts';
import type { Service } from './service.ts';
import { say } from './table.ts';

const COUNTS = [1_000, 10_000];
const CHANGED = 300;
const IDLE_MS = 5_000;

function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function measure(service: Service, count: number): Promise<void> {
  const { client, stack, cpuMsOf } = service;
  const apiKb = () => residentKb(stack.processes.get('api')?.pid ?? -1);
  const ids = await createDrafts(service, SALE, count);
  await sleep(2_000);
  const restingKb = apiKb();
  const open = ids.map((id) => ({
    id,
    answeredAt: client.readInvoice(id, { waitMs: 30_000 }).then(() => performance.now()),
  }));
  // Until all of them wait and have been read once.
  await sleep(1_000 + count / 2);
  const waitingKb = apiKb();
  const [api, postgres] = [cpuMsOf('api'), cpuMsOf('postgres')];
  await sleep(IDLE_MS);
  const [apiMs, postgresMs] = [cpuMsOf('api') - api, cpuMsOf('postgres') - postgres];
  const delays: number[] = [];
  for (const { id, answeredAt } of open.slice(0, CHANGED)) {
    // The invoice is Pending for every reader once this call is answered, mostly a little earlier.
    await client.fiscalize(id);
    const askedAt = performance.now();
    delays.push(Math.max(0, (await answeredAt) - askedAt));
  }
  const share = (ms: number) => `${((100 * ms) / IDLE_MS).toFixed(1)} %`;
  const at = (part: number) => percentile(delays, part).toFixed(1);
  say(
    `${count} waiting: ${((waitingKb - restingKb) / count).toFixed(1)} kB each, idle ` +
      `${share(apiMs)} of a core in the API and ${share(postgresMs)} in PostgreSQL; ` +
      `answered ${at(0.5)} ms (median), ${at(0.99)} ms (p99) after the change was answered`,
  );
  await Promise.all(open.map(({ answeredAt }) => answeredAt));
}

const service = await openService();
try {
  for (const count of COUNTS) await measure(service, count);
} finally {
  await service.close();
}
