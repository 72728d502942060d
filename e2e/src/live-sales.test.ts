// Nothing is sold live where nothing live could be registered, and the simulator is no live endpoint.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerOf } from './contract/shop.ts';
import type { Caller } from './contract/shop.ts';
import { cashInvoice, nonCashInvoice, startService } from './running-service.ts';
import type { RunningService } from './running-service.ts';
import { callsOfSales } from './sales-calls.ts';

let service: RunningService;
let live: Caller;
let ofApi: Record<string, string> = {};
beforeAll(async () => {
  service = await startService({
    isLiveConnected: false,
    environmentOf: (name) => (name === 'api' ? ofApi : {}),
  });
  live = callerOf(service, service.stack.demo.liveKey);
});
afterAll(() => service.close());

describe('without a live endpoint', () => {
  test('a live key can sell nothing and register nothing, and is told why', async () => {
    const refused = {
      code: 'LIVE_ENDPOINT_MISSING',
      error: expect.stringMatching(/not connected to the live service of the tax authority/),
    };
    for (const call of callsOfSales(live)) {
      const answer = await call();
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject(refused);
    }
    expect(await service.query('select id from invoice')).toEqual([]);
  });

  test('a live key still reads, and a test key sells as always', async () => {
    expect((await live.get('/api/invoices')).status).toBe(200);
    const sale = await service.post('/api/invoices/cash/create-and-print', cashInvoice());
    expect(sale.body).toMatchObject({ status: 'Fiscalized', environment: 'test' });
  });

  test('a worker fails a live sale that an API with other settings let through, unsigned', async () => {
    ofApi = { EFI_LIVE_URL: 'https://efi.example/fs-v1' };
    await service.stack.restart('api');
    const draft = await live.draft(nonCashInvoice());
    const failed = await live.fiscalize(String(draft.body.id));
    expect(failed.status).toBe(500);
    expect(failed.body).toMatchObject({ code: 'EFI_UNAVAILABLE', retryable: true });
    const record = await live.read(String(draft.body.id));
    expect(record).toMatchObject({ status: 'Failed', iic: null, fiscalizedAt: null });
  });
});

test('a worker does not start where the simulator answers as the live endpoint', async () => {
  const efi = { EFI_LIVE_URL: service.stack.efiTestUrl };
  await expect(startService({ efi })).rejects.toThrow(
    /EFI_LIVE_URL is no live endpoint.*This is a simulator and no tax administration/s,
  );
});
