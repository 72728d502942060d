// One shop whose messages alone get no reply: its own sales turn Offline at once, and no other shop
// notices anything.

import { describe, expect, test } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { eventually } from '@fiscal/testbed';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

const FAILURES_TO_OPEN = 3;

const sell = async (till: Till) => (await till.sell()).body as Body;

const service = await startService({
  environment: {
    ...SHORT_TIMEOUTS,
    EFI_FAILURES_TO_OPEN: String(FAILURES_TO_OPEN),
    EFI_PROBE_EVERY_MS: '1000',
  },
});
const silent = (await openTills(service, 1))();
const other = (await openTills(service, 1))();
expect(await sell(other)).toMatchObject({ status: 'Fiscalized' });
await silent.script({ type: 'http', status: 503 }, {}, 1_000);
/** Sales of both shops while one of them gets no reply, one after the other. */
const sales: { silent: Body; other: Body }[] = [];
for (let round = 0; round < 10; round += 1) {
  // More than enough in a row for the circuit of everybody, as it was once.
  for (let time = 0; time < FAILURES_TO_OPEN; time += 1) await sell(silent);
  sales.push({ silent: await sell(silent), other: await sell(other) });
}
const figures = await service.metrics();

describe('while one shop gets no reply', () => {
  test('every sale of the other one is fiscalized', () => {
    expect(sales.map((round) => round.other.status)).toEqual(sales.map(() => 'Fiscalized'));
  });

  test('its own sales are kept back, so that no customer of it waits for the authority', async () => {
    for (const round of sales) expect(round.silent).toMatchObject({ status: 'Offline', fic: null });
    const [counted] = await service.query(
      `select count(*) filter (where unanswered_reason = 'withheld')::int as withheld,
              count(*)::int as all
       from submission where subsequent_delivery is null and cash_register_id = $1`,
      [silent.cashRegisterId],
    );
    expect(counted!.withheld).toBeGreaterThan(counted!.all / 2);
  });

  test('it is counted, and the authority is not taken for silent', () => {
    const own = 'environment="test",process="worker"';
    expect(figures).toContain(`fiscal_silent_companies{${own}} 1\n`);
    expect(figures).toContain(`fiscal_circuit_open{${own}} 0\n`);
  });
});

test('when it gets replies again, everything of it is delivered by itself', async () => {
  await service.control('DELETE', '/script');
  await eventually(
    () => service.query(`select id from invoice where status <> 'Fiscalized'`),
    (left) => left.length === 0,
  );
  const summary = await service.summary();
  expect(summary.doubledIics).toEqual([]);
});
