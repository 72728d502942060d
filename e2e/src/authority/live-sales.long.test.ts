// Nothing is sold live where nothing live could be registered, and the simulator is no live
// endpoint.

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { callerOf } from '../service/caller.ts';
import { nonCashInvoice, startService } from '../service/running-service.ts';

let ofApi: Record<string, string> = {};
const service = await startService({
  isLiveConnected: false,
  environmentOf: (name) => (name === 'api' ? ofApi : {}),
});
const live = callerOf(service, service.stack.demo.liveKey);

describe('without a live endpoint', () => {
  test('a live key can sell nothing and register nothing, and the response says why', async () => {
    const refused = {
      code: 'LIVE_ENDPOINT_MISSING',
      error: expect.stringMatching(/not connected to the live service of the tax authority/),
    };
    const responses = await Promise.all([
      live.draft(nonCashInvoice()),
      live.createAndPrint(),
      live.fiscalize(randomUUID()),
      live.post('/api/tcr/register', {}),
      live.post('/api/cashdeposit/initial', {}),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject(refused);
    }
    expect(await service.query('select id from invoice')).toEqual([]);
  });

  test('a live key still reads, and a test key sells as always', async () => {
    expect((await live.get('/api/invoices')).status).toBe(200);
    expect((await live.post('/api/invoices/status', { ids: [] })).status).toBe(200);
    const sale = await service.createAndPrint();
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

test('a worker does not start where the simulator replies as the live endpoint', async () => {
  const efi = { EFI_LIVE_URL: service.stack.efiTestUrl };
  await expect(startService({ efi })).rejects.toThrow(
    /EFI_LIVE_URL is no live endpoint.*This is a simulator and no tax administration/s,
  );
});
