// The authority signs with a certificate that is not trusted, as after a change of its CA. It takes
// every message: sales and deliveries go on, and what became of them comes from the receipt check.

import { describe, expect, test } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { eventually } from '@fiscal/testbed';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';

const SALES = 12;

const service = await startService({
  // The next probe would come much later than this test.
  environment: { ...SHORT_TIMEOUTS, EFI_FAILURES_TO_OPEN: '3', EFI_PROBE_EVERY_MS: '3600000' },
});
const tills = [(await openTills(service, 1))(), (await openTills(service, 1))()];
await service.control('PUT', '/mode', { service: { type: 'wrong-signature' } });
const sold: Body[] = [];
for (let sale = 0; sale < SALES; sale += 1) {
  const till = tills[sale % tills.length]!;
  sold.push((await till.sell()).body as Body);
}

describe('while no reply can be believed', () => {
  test('no sale is kept back', async () => {
    const reasons = await service.query(
      `select distinct unanswered_reason from submission where subsequent_delivery is null`,
    );
    expect(reasons).toEqual([{ unanswered_reason: 'bad-signature' }]);
  });

  test('each sale gets its FIC from the receipt check, and is sent once', async () => {
    for (const { id, iic } of sold) {
      const owner = tills[sold.findIndex((sale) => sale.id === id) % tills.length]!;
      expect(await owner.until(String(id), 'Fiscalized')).toMatchObject({ iic });
    }
    const { messages } = await service.control('GET', '/ledger');
    const invoices = (messages as Body[]).filter(({ kind }) => kind === 'invoice');
    expect(invoices).toHaveLength(SALES);
    expect((await service.summary()).doubledIics).toEqual([]);
  });

  test('an alarm is raised in the log, the metrics and the panel', async () => {
    expect(service.logOf('worker')).toContain(
      'the replies of the tax authority cannot be believed',
    );
    const figures = await service.metrics();
    const own = 'environment="test",process="worker"';
    expect(figures).toContain(`fiscal_efi_disbelieved{${own}} 1\n`);
    expect(figures).toContain(`fiscal_circuit_open{${own}} 0\n`);
    await eventually(
      () => service.query(`select circuits->'test'->>'disbelief' as reason from worker_heartbeat`),
      ([row]) => typeof row?.reason === 'string',
    );
  });

  test('is over with the first reply that is believed', async () => {
    await service.control('DELETE', '/mode');
    expect((await tills[0]!.sell()).body).toMatchObject({ status: 'Fiscalized' });
    expect(service.logOf('worker')).toContain('the tax authority is believed again');
  });
});
