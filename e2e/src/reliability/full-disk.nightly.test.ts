// PostgreSQL's disk is full while a shop sells: what can not be stored gets 503, and nothing
// of what was stored is lost or doubled once there is room again. The disk is a small one in
// memory.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlOf, eventually, startStack } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { callerOf } from '../service/caller.ts';
import type { Body } from '../service/running-service.ts';
import { nonCashInvoice } from '../service/running-service.ts';

const SIZE_MB = 600;
/** More than tables and indexes still have room for in their last pages. */
const MOST_SALES = 500;

const mayMount = process.getuid?.() === 0;

(mayMount ? test : test.skip)(
  'a full disk (needs root): sells again once there is room',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fiscal-full-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', directory]);
    try {
      await fillAndSell(directory);
    } finally {
      execFileSync('umount', ['--lazy', directory]);
      rmSync(directory, { recursive: true });
    }
  },
);

async function fillAndSell(directory: string): Promise<void> {
  const stack = await startStack({
    directory,
    isDurable: false,
    isWithoutRedis: true,
    environment: { LOG_LEVEL: 'error', EFI_ONLINE_BUDGET_MS: '15000' },
  });
  try {
    const shop = callerOf({ stack }, stack.demo.testKey);
    await shop.fiscalized();
    const ballast = join(directory, 'ballast');
    // Ends when nothing more goes onto the disk.
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);

    const sell = async () => {
      const stored = await shop.draft(nonCashInvoice());
      const { id } = stored.body as Body;
      return stored.status === 201 ? shop.post(`/api/invoices/${String(id)}/fiscalize`) : stored;
    };
    const refused = await sellUntilRefused(sell);
    expect(refused).toMatchObject({ status: 503, body: { code: 'STORAGE_UNAVAILABLE' } });

    rmSync(ballast);
    await stack.restart('postgres');
    const sold = await eventually(sell, ({ status }) => status !== 503);
    await shop.until(String((sold.body as Body).id), 'Fiscalized');
    await eventually(
      async () => (await shop.get('/api/invoices?status=Pending')).body as { invoices: Body[] },
      ({ invoices }) => invoices.length === 0,
    );
    const { invoices } = await controlOf(stack.simulatorUrl)('GET', '/ledger');
    const ordinals = (invoices as { ordinal: number }[]).map(({ ordinal }) => ordinal);
    expect(ordinals.toSorted((a, b) => a - b)).toEqual(ordinals.map((_, index) => index + 1));
  } finally {
    await stack.stop();
  }
}

async function sellUntilRefused(sell: () => Promise<{ status: number; body: unknown }>) {
  for (let sales = 0; sales < MOST_SALES; sales += 1) {
    const sold = await sell();
    if (sold.status >= 400) return sold;
  }
  throw new Error(`the disk took ${MOST_SALES} sales although it is full`);
}
