// Plugs pulled: a worker killed while the authority holds its message, a queue that forgets
// everything. The rows alone bring each invoice to its end, with one effect at the authority.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { nonCashInvoice, startService } from './running-service.ts';
import type { Body, RunningService } from './running-service.ts';
import { eventually } from './eventually.ts';

const redisUrl = process.env.TEST_REDIS_URL;
const suite = redisUrl ? describe : describe.skip;

suite('pulled plugs (needs redis-server: apt install redis-server)', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({
      queue: 'redis',
      environment: {
        EFI_ONLINE_BUDGET_MS: '8000',
        LEASE_MS: '20000',
        DELIVERY_AFTER_MS: '300',
      },
    });
  });
  afterAll(() => service.close());

  async function pending(): Promise<string> {
    const draft = await service.post('/api/invoices/draft', nonCashInvoice());
    const id = String(draft.body.id);
    await service.post(`/api/invoices/${id}/fiscalize`);
    return id;
  }
  const script = (behaviour: object) =>
    service.control('POST', '/script', { replies: [{ match: { kind: 'invoice' }, behaviour }] });
  const sentTo = async (id: string) =>
    service.query('select id from submission where invoice_id = $1', [id]);

  test('a worker killed while its message is answered registers the sale once', async () => {
    await script({ type: 'delay', ms: 60_000 });
    const id = await pending();
    await eventually(
      () => service.control('GET', '/ledger'),
      ({ invoices }) => (invoices as Body[]).length === 1,
    );
    service.stack.processes.get('worker')?.kill('SIGKILL');
    await service.stack.processes.get('worker')?.ended;
    await service.stack.restart('worker');

    const record = await service.until(id, 'Fiscalized');
    const ledger = await service.control('GET', `/ledger?iic=${String(record.iic)}`);
    expect(ledger.invoices).toHaveLength(1);
    expect((ledger.invoices as Body[])[0]).toMatchObject({ fic: record.fic });
    // Found by the receipt check: the message was not sent a second time.
    expect(await sentTo(id)).toHaveLength(1);
  });

  test('a queue that forgets everything loses nothing', async () => {
    await service.stack.processes.get('worker')?.stop();
    const ids = await Promise.all(Array.from({ length: 20 }, pending));
    const redis = new Redis(redisUrl ?? '');
    const keys = await redis.keys(`${service.queuePrefix}*`);
    expect(keys.length).toBeGreaterThan(0);
    await redis.del(...keys);
    redis.disconnect();
    await service.stack.restart('worker');
    for (const id of ids) await service.until(id, 'Fiscalized');
    const summary = await service.control('GET', '/ledger/summary');
    expect(summary.doubledIics).toEqual([]);
    expect(summary.ordinals[0]).toMatchObject({ missing: [], repeated: [] });
  });

  test('fifty calls at once on one invoice register it once', async () => {
    const draft = await service.post('/api/invoices/draft', nonCashInvoice());
    const path = `/api/invoices/${String(draft.body.id)}/fiscalize`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.post(path)));
    expect(answers.every(({ status }) => status === 202 || status === 200)).toBe(true);
    const record = await service.until(String(draft.body.id), 'Fiscalized');
    const ledger = await service.control('GET', `/ledger?iic=${String(record.iic)}`);
    expect(ledger.messages).toHaveLength(1);
  });
});
