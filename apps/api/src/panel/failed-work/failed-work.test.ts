import { seedDraft } from '@fiscal/db/testing';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { sampleDraft } from '../../../../../packages/db/src/testing/sample-invoices.ts';
import { startAdmin } from '../../testing/running-admin.ts';
import { createShop } from '../../testing/running-api.ts';

let shop: Awaited<ReturnType<typeof createShop>>;
const panel = await startAdmin();
afterAll(() => panel.close());
beforeEach(async () => {
  shop = await createShop(panel);
});

interface Outcome {
  retried: number;
  skipped: { id: string; why: string; message: string }[];
}

/** Invoices of a company that failed for this reason. */
async function fail(
  of: { companyId: string; cashRegisterId: string },
  count: number,
  code: string,
  efiCode: number | null = null,
  efiMessage = 'Their words',
) {
  const ids = Array.from({ length: count }, () => uuidv7());
  for (const id of ids) {
    const draft = sampleDraft({ ...of, tcrCode: '' }, { id, environment: 'test' });
    await seedDraft(panel.db, draft);
  }
  const failure = {
    error: 'Failed.',
    code,
    tcrCode: null,
    efiCode,
    efiMessage,
    retryable: false,
    remedy: 'Put it right.',
  };
  const text = `update invoice set status = 'Failed', failure = $2 where id = any($1)`;
  await panel.db.pool.query(text, [ids, failure]);
  return ids;
}

const pathOf = (end: string, of = shop.companyId) => `/companies/${of}/failed-work${end}`;
/** What the panel shows an operator. */
const read = async (path: string) => (await panel.operator.get(path).expect(200)).body as object;
const causesOf = () => read(pathOf('/causes?environment=test'));
const listOf = () => read(pathOf('?environment=test'));

describe('failed work', () => {
  test('is grouped by cause with the authority’s words, the remedy and its button', async () => {
    await fail(shop, 2, 'INITIAL_DEPOSIT_FAILED', 53);
    await fail(shop, 1, 'CERTIFICATE_ERROR');
    await fail(shop, 1, 'NUMBERS_UNCONFIRMED');
    const deposits = {
      cause: 'INITIAL_DEPOSIT_FAILED:53',
      code: 'INITIAL_DEPOSIT_FAILED',
      efiCode: 53,
      count: 2,
      efiMessage: 'Their words',
      remedy: 'Put it right.',
      remedyAction: 'register-tcr',
      canRetry: true,
      isStuck: false,
    };
    const certificates = { count: 1, remedyAction: 'upload-certificate' };
    const numbers = { count: 1, remedyKey: 'confirmNumber', remedyAction: 'confirm-number' };
    expect(await causesOf()).toMatchObject({
      causes: [
        deposits,
        { cause: 'CERTIFICATE_ERROR', ...certificates },
        { cause: 'NUMBERS_UNCONFIRMED', ...numbers },
      ],
    });
  });

  test.each([
    ['Total VAT amount is wrong', 'correctData', null],
    ['operator code is not valid', 'registerCodes', 'edit-cash-register'],
    ['tax rate must exist if issuer is in VAT', 'masterData', 'edit-company'],
    ['taxpayer was not active', 'taxpayerInactive', null],
    ['TCR is not valid', 'tcrInactive', 'register-tcr'],
    ['The request is not valid.', 'tcrOrData', 'register-tcr'],
  ])(
    'with code 11 and the words "%s" has the remedy %s, with the button %s',
    async (words, remedyKey, remedyAction) => {
      await fail(shop, 1, 'EFI_REFUSED', 11, words);
      const fields = { remedyKey, remedyAction };
      const cause = expect.stringMatching(/^EFI_REFUSED:11:[0-9a-f]{8}$/);
      expect(await causesOf()).toMatchObject({ causes: [{ cause, ...fields }] });
      expect(await listOf()).toMatchObject({ invoices: [fields] });
    },
  );

  test('with code 11 is a cause of its own for everything that the authority says', async () => {
    await fail(shop, 1, 'EFI_REFUSED', 11, 'TCR is not valid');
    await fail(shop, 2, 'EFI_REFUSED', 11, 'Total VAT amount is wrong');
    const anew = { remedyKey: 'correctData', remedyAction: null };
    const register = { remedyKey: 'tcrInactive', remedyAction: 'register-tcr' };
    const { causes } = (await causesOf()) as { causes: { cause: string }[] };
    expect(causes).toMatchObject([
      { count: 2, efiMessage: 'Total VAT amount is wrong', ...anew },
      { count: 1, efiMessage: 'TCR is not valid', ...register },
    ]);
    const query = `environment=test&cause=${causes[1]!.cause}`;
    expect(await read(pathOf(`?${query}`))).toMatchObject({ invoices: [register] });
    expect(await read(pathOf(`/tills?${query}`))).toMatchObject({
      tills: [{ cashRegisterId: shop.cashRegisterId, count: 1 }],
    });
  });

  test('is tried again as far as it is shown, and its progress is read by the batch', async () => {
    const other = await createShop(panel);
    const ids = await fail(shop, 2, 'EFI_REFUSED', 53);
    await fail(other, 1, 'EFI_REFUSED', 53);
    const { companyId, cashRegisterId } = shop;
    const cause = { cause: 'EFI_REFUSED:53', environment: 'test', companyId };
    const early = { ...cause, to: '2020-01-01T00:00:00Z' };
    const none = await panel.operator.post('/failed-work/retry', early).expect(200);
    expect(none.body).toMatchObject({ batchId: null, retried: 0 });
    const some = { ...cause, cashRegisterId };
    const { body } = await panel.operator.post('/failed-work/retry', some).expect(200);
    expect(body).toMatchObject({ retried: 2, skipped: [], nextCursor: null });
    const { batchId } = body as { batchId: string };
    const batch = { id: batchId, total: 2, fiscalized: 0, failed: 0, open: 2 };
    const progress = () => read(pathOf('/retries?environment=test'));
    expect(await progress()).toMatchObject({ batches: [batch] });
    await panel.db.pool.query(
      `update invoice set status = 'Failed', failure = '{"code":"EFI_REFUSED"}' where id = $1`,
      [ids[0]],
    );
    expect(await progress()).toMatchObject({ batches: [{ ...batch, failed: 1, open: 1 }] });
    expect(await read(pathOf('/retries?environment=test', other.companyId))).toEqual({
      batches: [],
    });
  });

  test('that is old is shown before its retry, and showing it changes nothing', async () => {
    const [id] = await fail(shop, 1, 'EFI_REFUSED', 53);
    const doubtful = async () => {
      const path = pathOf('/doubtful-retries');
      const { body } = await panel.operator.post(path, { invoiceIds: [id] }).expect(200);
      return body as object;
    };
    expect(await doubtful()).toEqual({ invoices: [] });
    await panel.db.pool.query(
      `update invoice set created_at = now() - interval '6 minutes' where id = $1`,
      [id],
    );
    expect(await doubtful()).toMatchObject({ invoices: [{ id, soldSince: [] }] });
    expect(await listOf()).toMatchObject({ invoices: [{ id, status: 'Failed' }] });
  });

  test('is listed for its company and for operators over all companies, by cause', async () => {
    const other = await createShop(panel);
    const [own] = await fail(shop, 1, 'EFI_REFUSED', 41);
    const [foreign] = await fail(other, 1, 'EFI_REFUSED', 41);
    const listed = async (path: string) => {
      const { invoices } = (await read(path)) as { invoices: { id: string }[] };
      return invoices.map(({ id }) => id);
    };
    const query = '?environment=test&cause=EFI_REFUSED:41';
    expect(await listed(pathOf(query))).toEqual([own]);
    expect(await listed(`/failed-work${query}`)).toEqual([own, foreign]);
    expect(await listed(`/failed-work${query}&companyId=${shop.companyId}`)).toEqual([own]);
  });

  test('is retried as a fiscalize call would, with work for each, and each skipped one says why', async () => {
    const ids = await fail(shop, 3, 'EFI_REFUSED', 53);
    const unknown = uuidv7();
    const invoiceIds = [...ids, unknown];
    const { body } = await panel.operator.post(pathOf('/retry'), { invoiceIds }).expect(200);
    expect(body).toEqual({
      batchId: expect.any(String),
      retried: 3,
      skipped: [
        {
          id: unknown,
          why: 'NOT_FOUND',
          message: 'There is no such invoice.',
          companyId: null,
          details: [],
        },
      ],
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
    await fail(shop, 502, 'CERTIFICATE_ERROR');
    const [other] = await fail(shop, 1, 'EFI_REFUSED', 11);
    const cause = { cause: 'CERTIFICATE_ERROR', environment: 'test' };
    const { body } = await panel.operator.post(pathOf('/retry'), cause).expect(200);
    expect(body).toMatchObject({ retried: 502, skipped: [], nextCursor: null });
    expect(await read(pathOf('/retries?environment=test'))).toMatchObject({
      batches: [{ total: 502, open: 502 }],
    });
    expect(await listOf()).toMatchObject({ invoices: [{ id: other }] });
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
    const [id = ''] = await fail(shop, 1, 'EFI_REFUSED', 11);
    const dismissal = { invoiceIds: [id], reason: 'Unesen ručno' };
    await panel.operator.post(pathOf('/dismiss'), { invoiceIds: [id], reason: ' ' }).expect(400);
    const { body } = await panel.operator.post(pathOf('/dismiss'), dismissal).expect(200);
    expect(body).toEqual({ dismissed: 1, skipped: [] });
    expect(await listOf()).toEqual({ invoices: [], nextCursor: null });
    const invoice = await read(`/companies/${shop.companyId}/invoices/${id}`);
    expect(invoice).toMatchObject({ dismissal: { reason: 'Unesen ručno' } });
  });

  test('of another company can neither be retried nor dismissed by its id', async () => {
    const { admin } = panel;
    const invoiceIds = await fail(shop, 1, 'EFI_REFUSED', 53);
    const skipped = [{ why: 'NOT_FOUND' }];
    const own = await admin.post(pathOf('/retry', panel.companyId), { invoiceIds });
    expect(own).toMatchObject({ status: 200, body: { retried: 0, skipped } });
    const aside = { invoiceIds, reason: 'Not mine' };
    const dismissed = await admin.post(pathOf('/dismiss', panel.companyId), aside);
    expect(dismissed).toMatchObject({ status: 200, body: { dismissed: 0, skipped } });
  });
});

test('the offline backlog has every bucket, empty or not, and the drawers with withdrawals that wait', async () => {
  const of = { companyId: shop.companyId, cashRegisterId: shop.cashRegisterId };
  // Registered, being sent, waiting, and past its window.
  for (const [index, status] of ['registered', 'pending', 'offline', 'offline'].entries()) {
    await panel.db.pool.query(
      `insert into withdrawal (id, company_id, environment, cash_register_id, tcr_code, local_date,
         form, cash_amount, warnings, status, deliver_before)
       values ($1, $2, 'test', $3, 'cc123cc123', current_date, 1, '5.00', '[]', $4,
         now() + $5 * interval '3 hours')`,
      [uuidv7(), of.companyId, of.cashRegisterId, status, index === 3 ? -1 : 1],
    );
  }
  const buckets = [0, 2, 8, 24, 36, 48].map((upToHours) => ({ upToHours }));
  const inCompany = `/companies/${shop.companyId}`;
  const drawers = [{ ...of, count: 1, deliverBefore: expect.any(String) as unknown }];
  for (const path of [inCompany, '']) {
    const backlog = await read(`${path}/offline-backlog?environment=test`);
    expect(backlog).toMatchObject({ buckets, invoices: [], drawers });
  }
  // The first page leads there.
  const late = { kind: 'late', severity: 'bad', count: 1 };
  expect(await read(`${inCompany}/today?environment=test`)).toMatchObject({
    waiting: 1,
    late: 1,
    nearestDeadline: expect.any(String) as unknown,
    problems: expect.arrayContaining([late]) as unknown,
  });
  const other = await read(`/companies/${panel.companyId}/offline-backlog?environment=test`);
  expect(other).toMatchObject({ drawers: [] });
});
