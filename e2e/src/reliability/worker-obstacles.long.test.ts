// Two workers, one with a wrong clock: what is asked before a claim leaves every sale to the other
// one. Alone it claims, so that a waiting call says why nothing is signed.

import { eventually } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cashInvoice, startService } from '../service/running-service.ts';
import { openTills } from './tills.ts';

const SALES = 40;

const folder = mkdtempSync(join(tmpdir(), 'fiscal-obstacles-'));
const clockOffset = join(folder, 'clock-offset-ms');
writeFileSync(clockOffset, '0');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const service = await startService({
  workers: 2,
  environmentOf: (name): Record<string, string> =>
    name === 'worker'
      ? {
          NODE_OPTIONS: `--import=${new URL('../faults/shifted-date.mjs', import.meta.url).href}`,
          CLOCK_OFFSET_FILE: clockOffset,
        }
      : {},
});
const nextTill = await openTills(service, 4);
const tills = Array.from({ length: 4 }, () => nextTill());

const ready = async () => {
  const response = await fetch(`${service.stack.workerUrl}/health/ready`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { status: response.status, signing: checks.signing };
};
/** Sales of all tills at once. */
const sellAll = async (count: number) => {
  const sales = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { body } = await tills[index % tills.length]!.sell(
        index % 2 ? cashInvoice() : undefined,
      );
      return body as { status: string; code?: string };
    }),
  );
  return sales.map(({ status, code }) => code ?? status);
};

test('a worker whose clock goes wrong leaves every sale to the one whose clock is right', async () => {
  expect(await sellAll(8)).toEqual(Array.from({ length: 8 }, () => 'Fiscalized'));
  const others = async () =>
    (await service.query('select count(*)::int as count from worker_heartbeat'))[0]?.count;
  await eventually(others, (count) => count === 2);

  writeFileSync(clockOffset, '90000');
  await eventually(ready, ({ status }) => status === 503);
  expect((await ready()).signing).toMatch(/\d+ s ahead of/);
  expect(await sellAll(SALES)).toEqual(Array.from({ length: SALES }, () => 'Fiscalized'));
  expect(service.logOf('worker')).toContain('something of this worker keeps it from signing');
  expect(await service.metrics()).toMatch(/fiscal_worker_obstacle\{environment="test".*\} 1/);
});

test('alone it says why nothing is signed, and sells again when its clock is right', async () => {
  await service.stack.processes.get('worker-2')?.stop();
  expect(await sellAll(1)).toEqual(['CLOCK_WRONG']);
  writeFileSync(clockOffset, '0');
  await eventually(ready, ({ status }) => status === 200);
  expect(await sellAll(8)).toEqual(Array.from({ length: 8 }, () => 'Fiscalized'));
});
