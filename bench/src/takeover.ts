// `npm run bench:takeover`: how long a sale takes whose worker is killed in the middle, between its number
// and its signature, while another worker is there. Nothing restarts the dead one meanwhile.

import { startStack } from '@fiscal/testbed';
import type { Stack } from '@fiscal/testbed';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SALE_BODY } from './sample.ts';

const { values: options } = parseArgs({ options: { kills: { type: 'string', default: '10' } } });
const KILLS = Number(options.kills);
const DYING = 'worker-2';
/** A sale that no death befell is over long before it. */
const DELAYED_MS = 2_000;

/** @returns milliseconds until it is Fiscalized. */
async function sell({ apiUrl, demo }: Stack): Promise<number> {
  const headers = { Authorization: `Bearer ${demo.testKey}`, 'Content-Type': 'application/json' };
  const call = async (method: string, path: string, body?: string) => {
    const wait = { ...headers, Prefer: 'wait=30' };
    const answer = await fetch(`${apiUrl}/api/invoices${path}`, {
      ...{ method, headers: method === 'GET' ? wait : headers, ...(body ? { body } : {}) },
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return (await answer.json()) as { id: string; status: string };
  };
  const { id } = await call('POST', '/draft', SALE_BODY);
  const begun = performance.now();
  let { status } = await call('POST', `/${id}/fiscalize`);
  while (status === 'Pending') ({ status } = await call('GET', `/${id}`));
  if (status !== 'Fiscalized') throw new Error(`the sale is ${status}`);
  return performance.now() - begun;
}

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-bench-'));
  const stack = await startStack({
    ...{ directory, workers: 2, isDurable: false, environment: { LOG_LEVEL: 'warn' } },
    environmentOf: (name) => (name === DYING ? { CRASH_POINTS: 'numbered=kill:1' } : {}),
    onDeath: () => undefined,
  });
  try {
    const [usual, delayed] = [[] as number[], [] as number[]];
    while (delayed.length < KILLS) {
      const ms = await sell(stack);
      (ms > DELAYED_MS ? delayed : usual).push(ms);
      if (ms > DELAYED_MS) await stack.restart(DYING);
    }
    const sorted = delayed.toSorted((a, b) => a - b);
    const seconds = (ms = NaN) => `${(ms / 1_000).toFixed(1)} s`;
    process.stdout.write(
      `${KILLS} sales whose worker was killed: Fiscalized after ${seconds(sorted[0])} to ` +
        `${seconds(sorted.at(-1))}, median ${seconds(sorted[Math.floor(KILLS / 2)])}; ` +
        `${usual.length} others: at most ${seconds(Math.max(...usual))}\n`,
    );
  } finally {
    await stack.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

await main();
