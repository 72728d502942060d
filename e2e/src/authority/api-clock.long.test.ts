// An API whose clock is hours off: it makes no ids of invoices, and whatever its clock says or
// said, the messages of an invoice are found by its next claim, so that none is sent again without
// the receipt check.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@fiscal/testbed';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { SHORT_TIMEOUTS } from '../reliability/short-timeouts.ts';
import { openTills } from '../reliability/tills.ts';
import type { Till } from '../reliability/tills.ts';

const HOUR_MS = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'fiscal-api-clock-'));
const clockOffset = join(folder, 'clock-offset-ms');
writeFileSync(clockOffset, '0');
const shifted = {
  NODE_OPTIONS: `--import=${new URL('../faults/shifted-date.mjs', import.meta.url).href}`,
  CLOCK_OFFSET_FILE: clockOffset,
};
const service = await startService({
  environment: { ...SHORT_TIMEOUTS, EFI_RECEIPT_CHECK_LAG_MS: '3600000', DELIVERY_AFTER_MS: '100' },
  environmentOf: (name): Record<string, string> => (name === 'api' ? shifted : {}),
});
const nextTill = await openTills(service, 8, { offlineIssuing: false });
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await setClock(0);
  await service.control('DELETE', '/mode');
});

const offsetSeen = async () => {
  const metrics = await (await fetch(`${service.stack.apiMonitoringUrl}/metrics`)).text();
  return Number(/^fiscal_database_clock_offset_seconds(?:\{.*\})? (\S+)$/m.exec(metrics)?.[1]);
};
/** Its figures are five seconds old at most. */
async function setClock(hours: number): Promise<void> {
  writeFileSync(clockOffset, String(hours * HOUR_MS));
  await eventually(offsetSeen, (seconds) => Math.abs(seconds - hours * 3_600) < 60);
}
const readyOf = async () => {
  const response = await fetch(`${service.stack.apiMonitoringUrl}/health/ready`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { status: response.status, said: checks['new-invoices'] };
};
const countInvoices = async () =>
  Number((await service.query('select count(*) from invoice')).at(0)?.count);

describe.each([
  [25, 'ahead of'],
  [-25, 'behind'],
])('an API whose clock is %d hours off', (hours, words) => {
  test('stores nothing, says so wherever one looks, and goes on once it is right', async () => {
    const draft = (await service.post('/api/invoices/draft', nonCashInvoice())).body as Body;
    await setClock(hours);
    const before = await countInvoices();
    for (const [path, body] of [
      ['/api/invoices/draft', nonCashInvoice()],
      ['/api/invoices/cash/create-and-print', cashInvoice()],
    ] as const) {
      const { status, body: refused, headers } = await service.post(path, body);
      expect({ status, refused }).toEqual({
        status: 503,
        refused: {
          code: 'SERVICE_CLOCK_WRONG',
          error: expect.stringMatching(
            new RegExp(
              `^The clock of this API is 25\\.0 h ${words} PostgreSQL’s: .* repeat the call`,
            ),
          ),
          stored: 'no',
          requestId: expect.any(String),
        },
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await countInvoices()).toBe(before);
    const unready = await eventually(readyOf, ({ status }) => status === 503);
    expect(unready.said).toMatch(/^SERVICE_CLOCK_WRONG: The clock of this API is 25\.0 h /);
    // What is stored is read and fiscalized all the same.
    expect((await service.fiscalize(String(draft.id))).body).toMatchObject({
      status: 'Fiscalized',
    });

    await setClock(0);
    expect(await eventually(readyOf, ({ status }) => status === 200)).toMatchObject({ said: 'ok' });
    expect((await service.createAndPrint()).body).toMatchObject({ status: 'Fiscalized' });
  });
});

describe('a message that the authority has registered without a word is not sent again unasked', () => {
  /** How often the receipt check was asked. */
  const questions = async () =>
    [...(await service.metrics()).matchAll(/^fiscal_receipt_checks_total\{.*\} (\d+)$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );

  const stored = async (till: Till, hours: number) => {
    await setClock(hours);
    const id = await till.store();
    await setClock(0);
    return id;
  };

  test.each([
    ['11 hours ahead', 11],
    ['11 hours behind', -11],
  ])('by a clock of the API that was %s', async (_, hours) => {
    const till = nextTill();
    const id = await stored(till, hours);
    await till.script({ type: 'accept-then-drop' });
    await service.control('PUT', '/mode', {
      service: { type: 'refuse-repeated' },
      receiptCheck: { type: 'lag', ms: 86_400_000 },
    });
    const { body: open } = await till.fiscalize(id);
    expect(open).toMatchObject({ code: 'EFI_UNAVAILABLE', retryable: true });
    const before = await questions();
    await till.post(`/api/invoices/${id}/fiscalize`);
    const seen = new Set<unknown>();
    await eventually(
      async () => {
        seen.add((await till.read(id)).status);
        return (await service.submissionsOf(id)).length;
      },
      (count) => count >= 2,
    );
    seen.add((await till.read(id)).status);
    expect(seen).toEqual(new Set(['Pending']));
    expect((await till.numbers()).map(({ ordinal, invoiceId }) => [ordinal, invoiceId])).toEqual([
      [1, id],
    ]);
    expect(await questions()).toBeGreaterThan(before);
    await service.control('DELETE', '/mode');
    const { invoices } = await till.ledger();
    expect(invoices).toHaveLength(1);
    const final = await till.until(id, 'Fiscalized');
    expect(final.fic).toBe((invoices as Body[])[0]?.fic);
  });
});
