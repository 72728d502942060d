// An authority that has the invoice and does not say so: its reply is lost, it refuses the same
// IIC when it comes again, and its receipt check shows it late. No shop is shown Failed for what is
// registered.

import { afterEach, describe, expect, test } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { eventually } from '@fiscal/testbed';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

const service = await startService({
  environment: { ...SHORT_TIMEOUTS, EFI_RECEIPT_CHECK_LAG_MS: '3600000', DELIVERY_AFTER_MS: '100' },
});
afterEach(() => service.control('DELETE', '/mode'));

/** The authority registers the next invoice of the till, says nothing, and then refuses its IIC. */
async function registerUnheard(till: Till): Promise<void> {
  await till.script({ type: 'accept-then-drop' });
  await service.control('PUT', '/mode', {
    service: { type: 'refuse-repeated' },
    receiptCheck: { type: 'lag', ms: 86_400_000 },
  });
}

/** Every status that the invoice has until the authority has refused its IIC so often. */
async function statusesUntilRefused(till: Till, id: string, times: number): Promise<Set<string>> {
  const seen = new Set<string>();
  const wereRefused = ({ messages }: Body) =>
    (messages as Body[]).filter(({ outcome }) => outcome === 'refused').length >= times;
  await eventually(async () => {
    seen.add(String((await till.read(id)).status));
    return till.ledger();
  }, wereRefused);
  seen.add(String((await till.read(id)).status));
  return seen;
}

async function firstFic(till: Till): Promise<unknown> {
  const { invoices } = await till.ledger();
  expect(invoices).toHaveLength(1);
  return (invoices as Body[])[0]?.fic;
}

describe('an invoice that the authority has, but refuses when it comes again', () => {
  test('stays Offline until the receipt check shows it, and gets its first FIC', async () => {
    const till = (await openTills(service, 1))();
    await registerUnheard(till);
    const { body } = (await till.sell()) as { body: Body };
    expect(body.status).toBe('Offline');
    expect(await statusesUntilRefused(till, String(body.id), 3)).toEqual(new Set(['Offline']));
    await service.control('DELETE', '/mode');
    const final = await till.until(String(body.id), 'Fiscalized');
    expect(final).toMatchObject({ iic: body.iic, fic: await firstFic(till) });
  });

  test('waits as Pending where the company issues nothing offline', async () => {
    const till = (await openTills(service, 1, { offlineIssuing: false }))();
    await registerUnheard(till);
    const id = await till.store();
    const { body: open } = (await till.fiscalize(id)) as { body: Body };
    expect(open).toMatchObject({ code: 'EFI_UNAVAILABLE', retryable: true });
    await till.post(`/api/invoices/${id}/fiscalize`);
    expect(await statusesUntilRefused(till, id, 2)).toEqual(new Set(['Pending']));
    await service.control('DELETE', '/mode');
    expect(await till.until(id, 'Fiscalized')).toMatchObject({ fic: await firstFic(till) });
  });
});
