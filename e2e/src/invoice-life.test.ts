// From a draft to a printed invoice through every process, on both stores of the queue, with the
// authority's ledger as the judge.

import { qrCodesOfPdf, textOfPdf } from '@fiscal/testbed/pdf-reader';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@fiscal/testbed';
import { cancellationOf, cashInvoice, nonCashInvoice, startService } from './running-service.ts';
import type { Body, RunningService } from './running-service.ts';

const QUEUES = ['redis', 'postgresql'] as const;

describe.each(QUEUES.filter((queue) => queue !== 'redis' || process.env.TEST_REDIS_URL))(
  'an invoice on the %s queue',
  (queue) => {
    let service: RunningService;
    beforeAll(async () => {
      service = await startService({
        queue,
        environment: { DELIVERY_AFTER_MS: '300' },
      });
    });
    afterAll(() => service.close());
    afterEach(async () => {
      await service.control('DELETE', '/script');
      await service.control('DELETE', '/mode');
    });

    const createAndPrint = (body: object) =>
      service.post('/api/invoices/cash/create-and-print', body);
    const fiscalized = async (body: object): Promise<Body> => {
      const draft = await service.post('/api/invoices/draft', body);
      expect(draft.status).toBe(201);
      const asked = await service.post(`/api/invoices/${String(draft.body.id)}/fiscalize`);
      // 200 where the worker was quicker than the answer.
      expect([200, 202]).toContain(asked.status);
      return service.until(String(draft.body.id), 'Fiscalized');
    };
    const effectsOf = async (iic: string): Promise<Body> =>
      service.control('GET', `/ledger?iic=${iic}`);
    const script = (behaviour: object, match: object = { kind: 'invoice' }) =>
      service.control('POST', '/script', { replies: [{ match, behaviour }] });

    test('a cash sale in one step is registered once, after one deposit of the day', async () => {
      const { status, body } = await createAndPrint(cashInvoice());
      expect(status).toBe(201);
      expect(body).toMatchObject({ status: 'Fiscalized', totals: { total: 9.66 } });
      expect(body.iic).toMatch(/^[0-9A-F]{32}$/);
      const second = await createAndPrint(cashInvoice());
      expect(second.body.orderNumber).toBe(body.orderNumber + 1);
      const ledger = await effectsOf(body.iic);
      expect(ledger.invoices).toHaveLength(1);
      expect(ledger.invoices[0]).toMatchObject({ fic: body.fic, ordinal: body.orderNumber });
      const all = await service.control('GET', '/ledger');
      expect(all.deposits).toHaveLength(1);
    });

    test('a full cancellation is exactly minus its original, which lists it', async () => {
      const original = await fiscalized(nonCashInvoice({ discountAmount: 1.37 }));
      const corrective = await fiscalized(cancellationOf(original));
      const { withoutVat, vat, total } = original.totals;
      expect(corrective.totals).toEqual({ withoutVat: -withoutVat, vat: -vat, total: -total });
      const { body } = await service.get(`/api/invoices/${String(original.id)}`);
      expect(body.correctives).toEqual([{ id: corrective.id, iic: corrective.iic }]);
    });

    test('a refused sale gives its number to the next one and succeeds when repeated', async () => {
      await script({ type: 'fault', code: 11, message: 'TCR is not valid' });
      const refused = await createAndPrint(cashInvoice());
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({
        code: 'EFI_REFUSED',
        efiCode: 11,
        efiMessage: 'TCR is not valid',
        tcrCode: service.stack.demo.cashRegisters.test.tcrCode,
        retryable: false,
        remedy: 'Wrong ENU in the admin panel, or the TCR is not active.',
      });
      const next = await createAndPrint(cashInvoice());
      const id = String(refused.body.invoiceId);
      await service.post(`/api/invoices/${id}/fiscalize`);
      const repeated = await service.until(id, 'Fiscalized');
      expect(repeated.orderNumber).toBe(next.body.orderNumber + 1);
    });

    test('an answer that got lost is found by the receipt check: one effect, no second send', async () => {
      await script({ type: 'accept-then-drop' });
      const sale = await createAndPrint(cashInvoice());
      expect(sale.body).toMatchObject({ status: 'Offline', fic: null });
      const delivered = await service.until(String(sale.body.id), 'Fiscalized');
      expect(delivered.iic).toBe(sale.body.iic);
      const ledger = await effectsOf(sale.body.iic);
      expect(ledger.invoices).toHaveLength(1);
      expect(ledger.messages).toHaveLength(1);
    });

    test('a silent authority turns a sale Offline, and it is delivered with its mark', async () => {
      await script({ type: 'silence' });
      await service.holdAuthority();
      const sale = await createAndPrint(cashInvoice());
      expect(sale.status).toBe(201);
      expect(sale.body).toMatchObject({ status: 'Offline', fic: null });
      expect(Date.parse(sale.body.deliverBefore) - Date.parse(sale.body.fiscalizedAt)).toBe(
        48 * 3_600_000,
      );
      const offlinePdf = await service.get(`/api/invoices/${String(sale.body.id)}/pdf`);
      expect(offlinePdf.status).toBe(200);
      await service.letAuthorityAnswer();
      const delivered = await service.until(String(sale.body.id), 'Fiscalized');
      expect(delivered).toMatchObject({ iic: sale.body.iic, orderNumber: sale.body.orderNumber });
      const pdf = await service.get(`/api/invoices/${String(sale.body.id)}/pdf`);
      expect(pdf.headers.etag).not.toBe(offlinePdf.headers.etag);
      const { messages } = await effectsOf(sale.body.iic);
      const [first, ...others] = (messages as Body[]).map((message) => message.subsequentDelivery);
      expect(first).toBeNull();
      expect(new Set(others)).toEqual(new Set(['SERVICE']));
    });

    test.each(['wrong-signature', 'wrong-request-uuid', 'garbage', 'html'])(
      'an answer with %s is not believed, and the sale is registered once',
      async (type) => {
        await script({ type });
        const sale = await createAndPrint(cashInvoice());
        expect(sale.body).toMatchObject({ status: 'Offline', fic: null });
        await service.until(String(sale.body.id), 'Fiscalized');
        expect((await effectsOf(sale.body.iic)).invoices).toHaveLength(1);
      },
    );

    test('nothing was doubled, no number is missing, and the nightly checks find nothing', async () => {
      const summary = await service.control('GET', '/ledger/summary');
      expect(summary).toMatchObject({ doubledIics: [], messagesWithFindings: 0 });
      for (const ordinals of summary.ordinals as Body[]) {
        expect(ordinals).toMatchObject({ missing: [], repeated: [] });
      }
    });

    describe('its PDF', () => {
      async function print(): Promise<{ record: Body; pdf: Buffer }> {
        const record = await fiscalized(nonCashInvoice());
        const path = `/api/invoices/${String(record.id)}/pdf`;
        // As every client does: 503 says that it is still being rendered.
        const ask = async () => await service.get(path).buffer(true);
        const pdf = await eventually(ask, ({ status }) => status !== 503);
        expect(pdf.headers['content-type']).toBe('application/pdf');
        return { record, pdf: pdf.body as Buffer };
      }

      test('says what the record says', async () => {
        const { record, pdf } = await print();
        const text = await textOfPdf(pdf);
        for (const shown of [
          record.iic,
          record.fic,
          record.invoiceNumber,
          'Šećer & „žuti“ čaj',
          '9,66 €',
          'Kupac d.o.o.',
          'Narudžba 17',
        ]) {
          expect(text).toContain(shown);
        }
      });

      test('carries the verification URL in its QR code', async () => {
        const { record, pdf } = await print();
        expect(await qrCodesOfPdf(pdf)).toEqual([record.verificationUrl]);
      });
    });
  },
);

if (!process.env.TEST_REDIS_URL) {
  describe.skip('an invoice on the redis queue (needs redis-server: apt install redis-server)', () => {
    test('is fiscalized', () => undefined);
  });
}
