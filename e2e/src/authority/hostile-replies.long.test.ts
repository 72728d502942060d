// Whatever bytes come from the authority's address, the customer at the till is not kept waiting
// for them: the sale is Offline at once, the circuit counts it, and it is delivered later.

import { describe, expect, test } from '@jest/globals';
import { eventually } from '@fiscal/testbed';
import { HOSTILE_REPLIES } from './hostile-replies.ts';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';

const service = await startService({
  environment: {
    // A sale that waited for it would be seen by its reason.
    EFI_ONLINE_BUDGET_MS: '25000',
    LEASE_MS: '120000',
    // No delivery comes in between; the test itself says when.
    DELIVERY_AFTER_MS: '3600000',
    EFI_FAILURES_TO_OPEN: String(HOSTILE_REPLIES.length),
    EFI_PROBE_EVERY_MS: '300',
  },
});
const first = await service.createAndPrint();
expect(first.body).toMatchObject({ status: 'Fiscalized' });
const sales: Body[] = [];
for (const [, bytes, change] of HOSTILE_REPLIES) {
  await service.script({ type: 'bytes', base64: bytes.toString('base64'), ...change });
  const { body } = await service.createAndPrint();
  sales.push(body as Body);
}

describe('a sale whose reply is', () => {
  test.each(HOSTILE_REPLIES.map(([name, bytes], index) => [name, bytes, index] as const))(
    '%s is Offline before its time is up, and the bytes are kept',
    async (_, bytes, index) => {
      const sale = sales[index]!;
      expect(sale).toMatchObject({ status: 'Offline', fic: null, iic: expect.any(String) });
      const [message] = await service.submissionsOf(sale.id);
      expect(message).toMatchObject({ outcome: 'unanswered' });
      expect(['unreadable', 'http', 'too-large']).toContain(message!.unanswered_reason);
      const kept = message!.response_bytes as Buffer;
      expect(kept.equals(bytes.subarray(0, kept.length))).toBe(true);
      if (message!.unanswered_reason !== 'too-large') expect(kept).toHaveLength(bytes.length);
    },
  );
});

test('the circuit counts each of them', async () => {
  expect(await service.metrics()).toMatch(
    /^fiscal_circuit_open\{environment="test",process="worker"\} 1$/m,
  );
});

test('all of them are delivered and registered once when it replies again', async () => {
  await service.query(`update work set scheduled_at = now() where kind = 'deliver'`);
  await eventually(
    () => service.query(`select id from invoice where status <> 'Fiscalized'`),
    (left) => left.length === 0,
  );
  const summary = await service.summary();
  expect(summary).toMatchObject({ doubledIics: [], invoices: HOSTILE_REPLIES.length + 1 });
});
