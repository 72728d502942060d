import { seedDraft } from '@fiscal/db/testing';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { SAMPLE_SELLER } from '../../../../../packages/db/src/testing/sample-shops.ts';
import { startAdmin } from '../../testing/running-admin.ts';
import { createShop } from '../../testing/running-api.ts';

let companyId: string;
const panel = await startAdmin();
afterAll(() => panel.close());
beforeEach(async () => {
  ({ companyId } = await createShop(panel.db));
});

interface Outcome {
  retried: number;
  skipped: { id: string; why: string; message: string }[];
  nextCursor: string | null;
}

/** Invoices of a company that failed for this reason. */
async function fail(
  of: string,
  count: number,
  code: string,
  efiCode: number | null = null,
  efiMessage = 'Their words',
) {
  const { pool } = panel.db;
  const { rows } = await pool.query<{ id: string }>(
    `select id from cash_register where company_id = $1 and environment = 'test'`,
    [of],
  );
  const failure = { error: 'Failed.', code, tcrCode: null, efiCode, efiMessage };
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id } = await seedDraft(panel.db, {
      id: uuidv7(),
      companyId: of,
      environment: 'test',
      cashRegisterId: rows[0]!.id,
      apiKeyId: uuidv7(),
      request: {
        type: 'Invoice',
        orderNumber: 0,
        typeOfInvoice: 'Cash',
        paymentMethod: 'BANKNOTE',
        paymentDeadline: '2026-11-30T00:00:00Z',
        items: [{ name: 'Kafa', unitPrice: 1, quantity: 1, vat: { rate: 21 } }],
      },
      computed: {
        lines: [],
        sameTaxGroups: [],
        totals: { withoutVat: '1.00', vat: '0.21', total: '1.21' },
        decimals: 2,
      },
      warnings: [],
      pricesIncludeVat: false,
      seller: SAMPLE_SELLER,
      originalId: null,
    });
    ids.push(id);
  }
  const whole = { ...failure, retryable: false, remedy: 'Put it right.' };
  const text = `update invoice set status = 'Failed', failure = $2 where id = any($1)`;
  await pool.query(text, [ids, whole]);
  return ids;
}

const pathOf = (end: string, of = companyId) => `/companies/${of}/failed-work${end}`;

describe('failed work', () => {
  test('is grouped by cause with the authority’s words, the remedy and its button', async () => {
    await fail(companyId, 2, 'INITIAL_DEPOSIT_FAILED', 53);
    await fail(companyId, 1, 'CERTIFICATE_ERROR');
    const path = pathOf('/causes?environment=test');
    const { body } = await panel.operator.get(path).expect(200);
    const { causes } = body as { causes: Record<string, unknown>[] };
    expect(causes).toMatchObject([
      {
        cause: 'INITIAL_DEPOSIT_FAILED:53',
        code: 'INITIAL_DEPOSIT_FAILED',
        efiCode: 53,
        count: 2,
        efiMessage: 'Their words',
        remedy: 'Put it right.',
        remedyAction: 'register-tcr',
        canRetry: true,
        isStuck: false,
      },
      { cause: 'CERTIFICATE_ERROR', count: 1, remedyAction: 'upload-certificate' },
    ]);
  });

  test.each([
    ['Total VAT amount is wrong', 'correctData', null],
    ['operator code is not valid', 'masterData', null],
    ['TCR is not valid', 'tcrInactive', 'register-tcr'],
    ['The request is not valid.', 'tcrOrData', 'register-tcr'],
  ])(
    'with code 11 offers to register the TCR only where "%s" can be about it',
    async (words, remedyKey, remedyAction) => {
      await fail(companyId, 1, 'EFI_REFUSED', 11, words);
      const causes = await panel.operator.get(pathOf('/causes?environment=test')).expect(200);
      const list = await panel.operator.get(pathOf('?environment=test')).expect(200);
      const fields = { remedyKey, remedyAction };
      expect(causes.body).toMatchObject({ causes: [{ cause: 'EFI_REFUSED:11', ...fields }] });
      expect(list.body).toMatchObject({ invoices: [fields] });
    },
  );

  test('with code 11 for several reasons says both remedies of the cause, and each of its invoice', async () => {
    await fail(companyId, 1, 'EFI_REFUSED', 11, 'TCR is not valid');
    await fail(companyId, 1, 'EFI_REFUSED', 11, 'Total VAT amount is wrong');
    const causes = await panel.operator.get(pathOf('/causes?environment=test')).expect(200);
    expect(causes.body).toMatchObject({
      causes: [
        {
          count: 2,
          remedyKey: 'tcrOrData',
          remedyAction: 'register-tcr',
          remedy: expect.stringMatching(/TCR is not active.+issue the invoice anew/),
        },
      ],
    });
    const list = await panel.operator.get(pathOf('?environment=test')).expect(200);
    expect(list.body).toMatchObject({
      invoices: [
        { remedyKey: 'correctData', remedyAction: null },
        { remedyKey: 'tcrInactive', remedyAction: 'register-tcr' },
      ],
    });
  });

  test('is listed for its company and for operators over all companies, by cause', async () => {
    const other = await createShop(panel.db);
    const [own] = await fail(companyId, 1, 'EFI_REFUSED', 41);
    const [foreign] = await fail(other.companyId, 1, 'EFI_REFUSED', 41);
    const listed = async (path: string) => {
      const { body } = await panel.operator.get(path).expect(200);
      return (body as { invoices: { id: string }[] }).invoices.map(({ id }) => id);
    };
    const query = '?environment=test&cause=EFI_REFUSED:41';
    expect(await listed(pathOf(query))).toEqual([own]);
    expect(await listed(`/failed-work${query}`)).toEqual([foreign, own]);
    expect(await listed(`/failed-work${query}&companyId=${companyId}`)).toEqual([own]);
  });

  test('is retried as a fiscalize call would, with work for each, and each skipped one says why', async () => {
    const ids = await fail(companyId, 3, 'EFI_REFUSED', 53);
    const stranger = uuidv7();
    const invoiceIds = [...ids, stranger];
    const { body } = await panel.operator.post(pathOf('/retry'), { invoiceIds }).expect(200);
    expect(body).toEqual({
      retried: 3,
      skipped: [{ id: stranger, why: 'NOT_FOUND', message: 'There is no such invoice.' }],
      nextCursor: null,
    });
    const states = await panel.db.pool.query<{ status: string }>(
      'select distinct status from invoice where id = any($1)',
      [ids],
    );
    expect(states.rows).toEqual([{ status: 'Pending' }]);
    const waiting = `select 1 from work where kind = 'fiscalize' and subject_id = any($1)`;
    expect((await panel.db.pool.query(waiting, [ids])).rowCount).toBe(3);
    const again = await panel.operator.post(pathOf('/retry'), { invoiceIds: ids }).expect(200);
    expect((again.body as Outcome).skipped.map(({ why }) => why)).toEqual(
      Array(3).fill('NOT_FAILED'),
    );
  });

  test('all of a cause is retried in batches, each invoice once', async () => {
    const count = 502;
    await fail(companyId, count, 'CERTIFICATE_ERROR');
    const [other] = await fail(companyId, 1, 'EFI_REFUSED', 11);
    let retried = 0;
    let cursor: string | null = null;
    const calls: number[] = [];
    do {
      const ask = { cause: 'CERTIFICATE_ERROR', environment: 'test', ...(cursor && { cursor }) };
      const { body } = await panel.operator.post(pathOf('/retry'), ask).expect(200);
      const outcome = body as Outcome;
      calls.push(outcome.retried);
      retried += outcome.retried;
      cursor = outcome.nextCursor;
    } while (cursor !== null);
    expect([calls, retried]).toEqual([[500, 2], count]);
    const { body } = await panel.operator.get(pathOf('?environment=test')).expect(200);
    expect((body as { invoices: { id: string }[] }).invoices.map(({ id }) => id)).toEqual([other]);
  });

  test.each([
    [{}],
    [{ invoiceIds: [] }],
    [{ cause: 'EFI_REFUSED:53' }],
    [{ cause: "x' or true --", environment: 'test' }],
    [{ cause: 'EFI_REFUSED', environment: 'test', invoiceIds: [uuidv7()] }],
  ])('a retry of %j is refused', async (body) => {
    const response = await panel.operator.post(pathOf('/retry'), body).expect(400);
    expect(response.body).toMatchObject({ code: 'FIELD_INVALID' });
  });

  test('is set aside with a reason, which the invoice then shows', async () => {
    const [id = ''] = await fail(companyId, 1, 'EFI_REFUSED', 11);
    const dismissal = { invoiceIds: [id], reason: 'Unesen ručno' };
    await panel.operator.post(pathOf('/dismiss'), { invoiceIds: [id], reason: ' ' }).expect(400);
    const { body } = await panel.operator.post(pathOf('/dismiss'), dismissal).expect(200);
    expect(body).toEqual({ dismissed: 1, skipped: [] });
    const list = await panel.operator.get(pathOf('?environment=test')).expect(200);
    expect(list.body).toEqual({ invoices: [], nextCursor: null });
    const path = `/companies/${companyId}/invoices/${id}`;
    const invoice = await panel.operator.get(path).expect(200);
    expect(invoice.body).toMatchObject({ dismissal: { reason: 'Unesen ručno' } });
  });

  test('of another company can neither be seen, retried nor dismissed', async () => {
    const { admin, otherCompanyId } = panel;
    const [foreign = ''] = await fail(otherCompanyId, 1, 'EFI_REFUSED', 53);
    for (const path of [
      pathOf('?environment=test', otherCompanyId),
      '/failed-work?environment=test',
    ]) {
      expect((await admin.get(path)).status).toBe(404);
    }
    const body = { invoiceIds: [foreign] };
    expect((await admin.post(pathOf('/retry', otherCompanyId), body)).status).toBe(404);
    const own = await admin.post(pathOf('/retry', panel.companyId), body).expect(200);
    expect(own.body).toMatchObject({ retried: 0, skipped: [{ why: 'NOT_FOUND' }] });
    const aside = { ...body, reason: 'Not mine' };
    const dismissed = await admin.post(pathOf('/dismiss', panel.companyId), aside).expect(200);
    expect(dismissed.body).toMatchObject({ dismissed: 0, skipped: [{ why: 'NOT_FOUND' }] });
  });
});

test('the offline backlog has every bucket, empty or not', async () => {
  const path = `/companies/${companyId}/offline-backlog?environment=test`;
  const { body } = await panel.operator.get(path).expect(200);
  const { buckets, invoices } = body as { buckets: { upToHours: number }[]; invoices: unknown[] };
  expect(buckets.map(({ upToHours }) => upToHours)).toEqual([0, 2, 8, 24, 36, 48]);
  expect(invoices).toEqual([]);
  await panel.operator.get('/offline-backlog?environment=test').expect(200);
});
