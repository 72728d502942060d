// `npm run bench:waiting`: what calls cost that are open and wait, and how soon each hears of its change.
// Each waits for an invoice of its own on a connection of its own; then some of the invoices change.

import type { Stack } from '@fiscal/testbed';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf } from './process-costs.ts';
import { SALE_BODY } from './sample.ts';
import { openService } from './service.ts';

const COUNTS = [1_000, 10_000];
const CHANGED = 300;
const IDLE_MS = 5_000;

const sending = new http.Agent({ keepAlive: true, maxSockets: 16 });
const waiting = new http.Agent({ keepAlive: false, maxSockets: Infinity });

interface Called {
  status: number;
  text: string;
  /** performance.now() when the answer began. */
  at: number;
}

function call(
  { apiUrl, demo }: Stack,
  method: string,
  path: string,
  { agent, body, more = {} }: { agent: http.Agent; body?: string; more?: Record<string, string> },
): Promise<Called> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ Authorization: `Bearer ${demo.testKey}`, 'Content-Type': 'application/json' },
      ...more,
    };
    const url = new URL(`/api/invoices${path}`, apiUrl);
    const request = http.request(url, { method, agent, headers }, (response) => {
      const at = performance.now();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text, at });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function createDrafts(stack: Stack, count: number): Promise<string[]> {
  const ids: string[] = [];
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const { text } = await call(stack, 'POST', '/draft', { agent: sending, body: SALE_BODY });
      ids.push((JSON.parse(text) as { id: string }).id);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return ids;
}

function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function measure(stack: Stack, count: number): Promise<void> {
  const pid = (name: string) => stack.processes.get(name)?.pid ?? -1;
  const ids = await createDrafts(stack, count);
  await sleep(2_000);
  const restingKb = residentKb(pid('api'));
  const more = { Prefer: 'wait=30' };
  const open = ids.map((id) => call(stack, 'GET', `/${id}`, { agent: waiting, more }));
  // Until all of them stand and have been read once.
  await sleep(1_000 + count / 2);
  const waitingKb = residentKb(pid('api'));
  const cpu = () => {
    const postgres = cpuOf(pid('postgres'));
    return [cpuOf(pid('api')).ownMs, postgres.ownMs + postgres.childrenMs] as const;
  };
  const [api, postgres] = cpu();
  await sleep(IDLE_MS);
  const [apiAfter, postgresAfter] = cpu();
  const delays: number[] = [];
  for (const [index, id] of ids.slice(0, CHANGED).entries()) {
    // The invoice is Pending for everybody once this call is answered, mostly a little earlier.
    const asked = await call(stack, 'POST', `/${id}/fiscalize`, { agent: sending });
    if (asked.status !== 202 && asked.status !== 200) throw new Error(`answered ${asked.status}`);
    const heard = await open[index];
    if (heard?.status !== 200) throw new Error(`the waiting call was answered ${heard?.status}`);
    delays.push(Math.max(0, heard.at - asked.at));
  }
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
  const share = (ms: number) => `${((100 * ms) / IDLE_MS).toFixed(1)} %`;
  process.stdout.write(
    `${count} waiting: ${((waitingKb - restingKb) / count).toFixed(1)} kB each, idle ` +
      `${share(apiAfter - api)} of a core in the API and ${share(postgresAfter - postgres)} in ` +
      `PostgreSQL; heard ${at(0.5)} ms (median), ${at(0.99)} ms (p99) after the change was answered\n`,
  );
  await Promise.all(open);
}

async function main(): Promise<void> {
  const { stack, close } = await openService();
  try {
    for (const count of COUNTS) await measure(stack, count);
  } finally {
    sending.destroy();
    waiting.destroy();
    await close();
  }
}

await main();
