// Extensions §6: the month in which a supply is taxed, and the cancelled document whose place an
// invoice takes.

import { eventually } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { expectRefusal, testNothingFound, testRefused } from './rows.ts';
import { openShop, startOtherApi } from './shop.ts';

const service = await startService();
const elsewhere = await startOtherApi(service);
const shop = await openShop(service);
const other = await openShop(service);
const atOtherApi = elsewhere(shop.test.key);

const messageOf = async (id: unknown) => {
  const [first] = await service.submissionsOf(String(id));
  return String(first?.request);
};
const cancelled = async (body: object = nonCashInvoice()) => {
  const sold = await shop.test.fiscalized(body);
  return { sold, cancellation: await shop.test.fiscalized(cancellationOf(sold)) };
};
const replacing = ({ iic }: Body, change: object = {}) => cashInvoice({ replaces: iic, ...change });
const NOT_CANCELLED = { path: 'replaces', code: 'REPLACED_NOT_CANCELLED' };
const countOf = async () => {
  const [row] = await service.query('select count(*)::int from invoice where company_id = $1', [
    shop.companyId,
  ]);
  return Number(row?.count);
};
const expectRefusedAtFiscalize = async (id: string) => {
  const refused = await shop.test.fiscalize(id);
  expectRefusal(refused, NOT_CANCELLED);
  expect(refused.body.invoiceId).toBe(id);
  expect(await shop.test.read(id)).toMatchObject({ status: 'Draft', iic: null });
  expect(await service.query('select from work where subject_id = $1', [id])).toEqual([]);
};

test('both stand in record and list, the tax period in the message; cancel copies neither', async () => {
  const { sold } = await cancelled();
  const fields = { taxPeriod: '11/2026', replaces: sold.iic };
  const record = await shop.test.fiscalized(nonCashInvoice(fields));
  expect(record).toMatchObject(fields);
  expect(await messageOf(record.id)).toContain(' TaxPeriod="11/2026"');
  const list = await shop.test.get('/api/invoices?limit=1');
  expect(list.body.invoices).toMatchObject([fields]);
  const built = await shop.test.post(`/api/invoices/${String(record.id)}/cancel`, {});
  expect(built.body).toMatchObject({ status: 'Fiscalized', taxPeriod: null, replaces: null });
  expect(await messageOf(built.body.id)).not.toContain('TaxPeriod');
});

test('what is delivered later keeps both, and its message but for the header', async () => {
  const { sold } = await cancelled(cashInvoice());
  const fields = { taxPeriod: '11/2026', replaces: sold.iic };
  await service.script({ type: 'drop' });
  const { body: offline } = await shop.test.createAndPrint(cashInvoice(fields));
  expect(offline).toMatchObject({ status: 'Offline', ...fields });
  await service.deliverNow();
  expect(await shop.test.until(String(offline.id), 'Fiscalized')).toMatchObject(fields);
  const messages = await service.submissionsOf(String(offline.id));
  const [first, later] = messages.map(({ request }) =>
    String(request)
      .slice(String(request).indexOf('<Invoice '))
      .replace(/<Signature .*/s, ''),
  );
  expect(first).toContain(' TaxPeriod="11/2026"');
  expect([messages.length, later]).toEqual([2, first]);
});

test('a corrective has a tax period of its own', async () => {
  const sold = await shop.test.fiscalized(nonCashInvoice({ taxPeriod: '11/2026' }));
  const record = await shop.test.fiscalized({ ...cancellationOf(sold), taxPeriod: '10/2026' });
  expect(record).toMatchObject({ taxPeriod: '10/2026' });
  expect(await messageOf(record.id)).toContain(' TaxPeriod="10/2026"');
});

const notAllowed = { path: 'replaces', code: 'REPLACES_NOT_ALLOWED' };
testRefused(
  [
    {
      clause: 'a tax period that is no text',
      change: { taxPeriod: 112026 },
      path: 'taxPeriod',
      code: 'FIELD_TYPE_INVALID',
    },
    {
      clause: 'a tax period of another form',
      change: { taxPeriod: '2026-11' },
      path: 'taxPeriod',
      code: 'TAX_PERIOD_INVALID',
    },
    {
      clause: 'a tax period after next month',
      change: { taxPeriod: '01/9999' },
      path: 'taxPeriod',
      code: 'TAX_PERIOD_INVALID',
    },
    {
      clause: 'a replaced document in lower case',
      change: { replaces: 'a'.repeat(32) },
      path: 'replaces',
      code: 'IIC_INVALID',
    },
    {
      clause: 'an unknown replaced document',
      change: { replaces: 'A'.repeat(32) },
      ...NOT_CANCELLED,
    },
    {
      clause: 'an advance that replaces',
      change: { type: 'Advance', replaces: 'A'.repeat(32) },
      ...notAllowed,
    },
    {
      clause: 'a corrective that replaces',
      change: { type: 'Corrective', replaces: 'A'.repeat(32) },
      ...notAllowed,
    },
  ],
  shop.test,
);

test('what replaces a cancelled document names it first in its note', async () => {
  const { sold } = await cancelled();
  const note = 'Porudzbina 5';
  const record = await shop.test.fiscalized(replacing(sold, { note }));
  expect(record).toMatchObject({ replaces: sold.iic, note, warnings: [] });
  expect(await messageOf(record.id)).toContain(` Note="Zamjenjuje IKOF ${sold.iic}. ${note}" `);
  const oneStep = await shop.test.createAndPrint(replacing((await cancelled()).sold));
  expect(oneStep.body).toMatchObject({ status: 'Fiscalized', note: null, warnings: [] });
  const advance = await cancelled(nonCashInvoice({ type: 'Advance' }));
  const ofAdvance = replacing(advance.sold, { note: 'n'.repeat(151) });
  expect((await shop.test.fiscalized(ofAdvance)).warnings).toEqual([
    'note is longer than 150 characters; the authority receives the first 150',
  ]);
});

test('what is whole, left in part, a corrective or another’s is not replaced', async () => {
  const { sold, cancellation } = await cancelled();
  const whole = await shop.test.fiscalized();
  const part = await shop.test.fiscalized(nonCashInvoice());
  const back = await shop.test.post(`/api/invoices/${String(part.id)}/return`, {
    items: [{ index: 0, quantity: 2 }],
  });
  expect(back.body.status).toBe('Fiscalized');
  const ofOther = await other.test.fiscalized();
  await other.test.fiscalized(cancellationOf(ofOther));
  const before = await countOf();
  for (const named of [whole, part, cancellation, ofOther]) {
    expectRefusal(await shop.test.draft(replacing(named)), NOT_CANCELLED);
    expectRefusal(await shop.test.createAndPrint(replacing(named)), NOT_CANCELLED);
  }
  // Test and live are never mixed.
  expectRefusal(await shop.live.draft(replacing(sold)), NOT_CANCELLED);
  expect(await countOf()).toBe(before);
});

test('all problems are said at once, and nothing is stored', async () => {
  const whole = await shop.test.fiscalized();
  const before = await countOf();
  const sent = replacing(whole, { taxPeriod: '13/2026', paymentMethod: 'ACCOUNT' });
  const { body } = await shop.test.draft(sent);
  expect((body.details as Body[]).map(({ path, code }) => `${path} ${code}`)).toEqual([
    'paymentMethod PAYMENT_METHOD_NOT_ALLOWED',
    'taxPeriod TAX_PERIOD_INVALID',
    'replaces REPLACED_NOT_CANCELLED',
  ]);
  expect(await countOf()).toBe(before);
});

test('replaced twice is a warning, but not of what the same external id supersedes', async () => {
  const { sold } = await cancelled();
  const externalId = 'replaced-twice';
  const first = await shop.test.draft(replacing(sold, { externalId }));
  expect(first.body.warnings).toEqual([]);
  const changed = await shop.test.draft(replacing(sold, { externalId, note: 'changed' }));
  expect(changed.body.warnings).toEqual([expect.stringContaining('supersedes')]);
  const second = await shop.test.createAndPrint(replacing(sold));
  expect(second.body).toMatchObject({
    status: 'Fiscalized',
    warnings: [`the document ${sold.id} is also replaced by ${changed.body.id}`],
  });
  const third = await shop.test.draft(replacing(sold));
  expect(third.body.warnings).toEqual(
    [changed, second].map(({ body }) => `the document ${sold.id} is also replaced by ${body.id}`),
  );
});

test('whose cancellation was taken back since is not replaced when it becomes Pending', async () => {
  const { sold, cancellation } = await cancelled();
  const draft = await shop.test.store(replacing(sold));
  const back = await shop.test.fiscalized(cancellationOf(cancellation));
  await expectRefusedAtFiscalize(draft);
  await shop.test.fiscalized(cancellationOf(back));
  expect((await shop.test.fiscalize(draft)).body.status).toBe('Fiscalized');
});

test('whose cancellation failed since is not replaced when it becomes Pending', async () => {
  const sold = await shop.test.fiscalized();
  const cancellation = await shop.test.store(cancellationOf(sold));
  const draft = await service.whileWorkerRests(async () => {
    await shop.test.post(`/api/invoices/${cancellation}/fiscalize`);
    return shop.test.store(replacing(sold));
  });
  await shop.test.until(cancellation, 'Fiscalized');
  expect((await shop.test.fiscalize(draft)).body.status).toBe('Fiscalized');

  const again = await shop.test.fiscalized();
  const failing = await shop.test.store(cancellationOf(again));
  await service.script({ type: 'fault', code: 11, message: 'no' });
  const early = await service.whileWorkerRests(async () => {
    await shop.test.post(`/api/invoices/${failing}/fiscalize`);
    return shop.test.store(replacing(again));
  });
  await shop.test.until(failing, 'Failed');
  await expectRefusedAtFiscalize(early);
});

test('of two processes, one that gives back the sale and one that replaces it, the second one sees the first', async () => {
  const { sold, cancellation } = await cancelled(cashInvoice());
  const draft = await shop.test.store(replacing(sold));
  const givesBack = await shop.test.store(cancellationOf(cancellation));
  const waiting = async () => {
    const rows = await service.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'
         and query like '%for no key update%'`,
    );
    return rows.length;
  };
  const held = service.query(
    `with held as materialized (select id from invoice where id = $1 for no key update)
     select pg_sleep(1.5) from held`,
    [sold.id],
  );
  await service.query('select pg_sleep(0.3)');
  const first = shop.test.post(`/api/invoices/${givesBack}/fiscalize`).then((response) => response);
  await eventually(waiting, (count) => count === 1, { everyMs: 20 });
  const [refused, oneStep] = await Promise.all([
    atOtherApi.fiscalize(draft),
    atOtherApi.createAndPrint(replacing(sold)),
  ]);
  await held;
  expect((await first).status).toBe(202);
  expectRefusal(refused, NOT_CANCELLED);
  expectRefusal(oneStep, NOT_CANCELLED);
  await shop.test.until(givesBack, 'Fiscalized');
  expect((await shop.test.read(draft)).status).toBe('Draft');
});

testNothingFound(service);
