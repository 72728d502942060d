// From a draft to a printed invoice through every process, on both stores of the queue, compared
// with the authority's ledger.

import { qrCodesOfPdf, textOfPdf } from '@fiscal/testbed/pdf-reader';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { nonCashInvoice, openService } from './running-service.ts';
import type { Body, RunningService } from './running-service.ts';

// A test waits until the authority is believed to be silent, and to be there again.
jest.setTimeout(300_000);

const suite = (queue: string) =>
  queue === 'postgresql' || process.env.TEST_REDIS_URL ? describe : describe.skip;

for (const queue of ['redis', 'postgresql'] as const) {
  const needs = queue === 'redis' ? ' (needs redis-server: apt install redis-server)' : '';
  suite(queue)(`an invoice on the ${queue} queue${needs}`, () => {
    let service: RunningService;
    beforeAll(async () => {
      service = await openService({
        queue,
        prints: true,
        environment: { DELIVERY_AFTER_MS: '300' },
      });
    });
    afterAll(() => service.close());
    afterEach(() => service.resetAuthority());

    const effectsOf = ({ iic }: Body) => service.control('GET', `/ledger?iic=${String(iic)}`);

    test('a cash sale in one step is registered once, after one deposit of the day', async () => {
      const { status, body } = await service.createAndPrint();
      expect(status).toBe(201);
      expect(body).toMatchObject({ status: 'Fiscalized', totals: { total: 9.66 } });
      const second = await service.createAndPrint();
      expect(second.body.orderNumber).toBe(body.orderNumber + 1);
      const { invoices } = await effectsOf(body);
      expect(invoices).toMatchObject([{ fic: body.fic, ordinal: body.orderNumber }]);
      const all = await service.control('GET', '/ledger');
      expect(all.deposits).toHaveLength(1);
    });

    test('a silent authority turns a sale Offline, and it is delivered with its mark', async () => {
      await service.script({ type: 'silence' });
      await service.holdAuthority();
      const { status, body: sale } = await service.createAndPrint();
      expect(status).toBe(201);
      expect(sale).toMatchObject({ status: 'Offline', fic: null });
      const offlinePdf = await service.pdf(`/api/invoices/${sale.id}/pdf`);
      expect(offlinePdf.status).toBe(200);
      await service.releaseAuthority();
      const delivered = await service.until(sale.id, 'Fiscalized');
      expect(delivered).toMatchObject({ iic: sale.iic, orderNumber: sale.orderNumber });
      const pdf = await service.pdf(`/api/invoices/${sale.id}/pdf`);
      expect(pdf.headers.etag).not.toBe(offlinePdf.headers.etag);
      const { messages } = await effectsOf(sale);
      const [first, ...others] = (messages as Body[]).map((message) => message.subsequentDelivery);
      expect(first).toBeNull();
      expect(new Set(others)).toEqual(new Set(['SERVICE']));
    });

    test('its PDF says what the record says, also in its QR code', async () => {
      const draft = await service.draft(nonCashInvoice());
      const asked = await service.post(`/api/invoices/${draft.body.id}/fiscalize`);
      // 200 where the worker was quicker than the response.
      expect([200, 202]).toContain(asked.status);
      const record = await service.until(draft.body.id, 'Fiscalized');
      const { headers, body: pdf } = await service.pdf(`/api/invoices/${record.id}/pdf`);
      expect(headers['content-type']).toBe('application/pdf');
      const text = await textOfPdf(pdf as Buffer);
      const codes = [record.iic, record.fic, record.invoiceNumber];
      const words = ['Šećer & „žuti“ čaj', '9,66 €', 'Kupac d.o.o.', 'Narudžba 17'];
      for (const shown of [...codes, ...words]) expect(text).toContain(shown);
      expect(await qrCodesOfPdf(pdf as Buffer)).toEqual([record.verificationUrl]);
    });

    test('nothing was doubled, no number is missing, and the nightly checks find nothing', async () => {
      const summary = await service.summary();
      expect(summary).toMatchObject({ doubledIics: [], messagesWithFindings: 0 });
      for (const ordinals of summary.ordinals as Body[]) {
        expect(ordinals).toMatchObject({ missing: [], repeated: [] });
      }
    });
  });
}
