// Extensions §1, Originals from elsewhere; ADR 24: a corrective of an original that the company has
// not is accepted where its setting says so, and registered where the authority confirms the
// original, however many processes take part. The other program is another company of the same
// taxpayer here.

import { inParallel } from '@fiscal/testbed';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { correctiveOf, kafa as coffee, sir, takenBack } from './corrective-items.ts';
import { expectRefusal, testNothingFound } from './rows.ts';
import { openShop, startOtherApi } from './shop.ts';

const service = await startService();
const elsewhere = await startOtherApi(service);
const { process: secondWorker } = await service.stack.startBeside('worker', {});
afterAll(() => secondWorker.stop());
afterEach(() => service.resetAuthority());
const program = await openShop(service);
const shop = await openShop(service, { originalsFromElsewhere: true });

const kafa = { ...coffee, quantity: 4 };

/** An original of the other program. */
const soldElsewhere = (change: object = {}) =>
  program.test.fiscalized(nonCashInvoice({ items: [kafa, sir], ...change }));

/** The correctives of an original that the authority has, oldest first. */
async function registeredOf({ iic }: Body): Promise<Body[]> {
  const { invoices } = await service.control('GET', '/ledger');
  return (invoices as Body[]).filter(({ correctedIic }) => correctedIic === iic);
}

/** What was asked about an original. */
async function questionsAbout({ iic }: Body): Promise<Body[]> {
  const { receiptChecks } = await service.control('GET', '/ledger');
  return (receiptChecks as Body[]).filter((check) => check.iic === iic);
}

const WARNING =
  'original.id names no invoice of this company here: the tax authority is asked about it before the ' +
  'corrective gets its number';

describe('the setting', () => {
  test('is off by default: the original must be of the company, whatever the authority says', async () => {
    const original = await soldElsewhere();
    const other = await openShop(service);
    const refused = { path: 'original.id', code: 'ORIGINAL_NOT_FOUND' };
    expectRefusal(await other.test.draft(cancellationOf(original)), refused);
    const cash = await program.test.fiscalized(cashInvoice());
    expectRefusal(await other.test.createAndPrint(cancellationOf(cash)), refused);
    expect(await questionsAbout(original)).toEqual([]);
  });

  test('on: it is accepted with a warning, and the record says whose word the original is', async () => {
    const original = await soldElsewhere();
    const { status, body: draft } = await shop.test.draft(cancellationOf(original));
    expect(status).toBe(201);
    const record = {
      warnings: [WARNING],
      correctable: null,
      original: { id: original.iic, issuedAt: original.fiscalizedAt, source: 'authority' },
    };
    expect(draft).toMatchObject({ status: 'Draft', ...record });
    expect(await questionsAbout(original)).toEqual([]);
    const { body: done } = await shop.test.fiscalize(String(draft.id));
    expect(done).toMatchObject({ status: 'Fiscalized', ...record, totals: { total: -20.38 } });
    expect(await registeredOf(original)).toMatchObject([{ iic: done.iic }]);
    expect(await questionsAbout(original)).toMatchObject([{ outcome: 'found' }]);
  });

  test('changes nothing for an original that the company has', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [kafa] }));
    const corrective = await shop.test.fiscalized(correctiveOf(original, [takenBack(kafa, 1)]));
    expect(corrective).toMatchObject({
      warnings: [],
      original: { id: original.iic, issuedAt: original.fiscalizedAt },
      correctable: { total: 7.26 },
    });
    expect(corrective.original).not.toHaveProperty('source');
    expect(await questionsAbout(original)).toEqual([]);
  });
});

test('Spec, Corrective rules 7: test and live are not mixed', async () => {
  const original = await shop.test.fiscalized(nonCashInvoice({ items: [kafa] }));
  expectRefusal(await shop.live.draft(cancellationOf(original)), {
    path: 'original.id',
    code: 'ORIGINAL_NOT_FOUND',
  });
});

test('a cash corrective in one step takes back what another program has sold', async () => {
  const original = await program.test.fiscalized(cashInvoice({ items: [kafa] }));
  const sent = { ...cancellationOf(original), original: undefined };
  const milliseconds = String(original.fiscalizedAt).replace(/(:\d\d)([+-])/, '$1.789$2');
  const { status, body } = await shop.test.createAndPrint({
    ...sent,
    original: { id: original.iic, issuedAt: milliseconds },
  });
  expect({ status, invoice: body.status }).toEqual({ status: 201, invoice: 'Fiscalized' });
  expect(await registeredOf(original)).toHaveLength(1);
});

describe('several at once, over two API processes and two workers', () => {
  test('of twelve that take back a quarter each, four are registered', async () => {
    const original = await soldElsewhere({ items: [kafa] });
    const callers = [shop.test, elsewhere(shop.test.key)];
    const ids = await inParallel(Array(12).keys(), 6, (index) =>
      callers[index % 2]!.store(correctiveOf(original, [takenBack(kafa, 1)])),
    );
    const results = await Promise.all(
      ids.map((id, index) => callers[(index + 1) % 2]!.fiscalize(id)),
    );
    const done = results.filter(({ status }) => status === 200);
    expect(done.map(({ body }) => body.status)).toEqual(Array(4).fill('Fiscalized'));
    for (const [index, { status, body }] of results.entries()) {
      if (status === 200) continue;
      const failure = { code: 'MORE_THAN_SOLD', retryable: false, invoiceId: ids[index] };
      expect({ status, ...body }).toMatchObject({ status: 400, ...failure });
    }
    const registered = await registeredOf(original);
    expect(registered.map(({ iic }) => iic).toSorted()).toEqual(
      done.map(({ body }) => body.iic as string).toSorted(),
    );
    // None of the others has used a number.
    const rows = await service.query(
      `select status, ordinal from invoice where id = any($1::uuid[]) and ordinal is null`,
      [ids],
    );
    expect(rows).toEqual(Array(8).fill({ status: 'Failed', ordinal: null }));
  });

  test('of eight cancellations in full, in one step, one is registered', async () => {
    const original = await program.test.fiscalized(cashInvoice({ items: [kafa, sir] }));
    const callers = [shop.test, elsewhere(shop.test.key)];
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        callers[index % 2]!.createAndPrint(cancellationOf(original)),
      ),
    );
    const [done, ...more] = results.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    for (const result of results) {
      if (result === done) continue;
      expect(result.body).toMatchObject({
        code: 'ALREADY_CANCELLED',
        error: expect.stringContaining(String(done?.body.id)),
      });
    }
    expect(await registeredOf(original)).toMatchObject([{ iic: done?.body.iic }]);
  });
});

test('what a cancelled corrective gives back can be taken back again', async () => {
  const original = await soldElsewhere();
  const first = await shop.test.fiscalized(cancellationOf(original));
  const again = await shop.test.sell(cancellationOf(original));
  expect(again.body).toMatchObject({ code: 'ALREADY_CANCELLED' });
  const second = await shop.test.fiscalized(cancellationOf(first));
  expect(second).toMatchObject({ correctable: null, warnings: [] });
  expect(second.original).not.toHaveProperty('source');
  const twice = await shop.test.sell(cancellationOf(first));
  expect(twice.body).toMatchObject({ code: 'ALREADY_CANCELLED' });
  // Of what is given back only a part, through the corrective that gave it.
  const part = await shop.test.fiscalized(correctiveOf(second, [takenBack(sir)]));
  expect(await shop.test.read(String(first.id))).toMatchObject({
    correctable: null,
    warnings: [WARNING],
  });
  const whole = await shop.test.sell(cancellationOf(original));
  expect(whole.body).toMatchObject({ code: 'MORE_THAN_SOLD' });
  await shop.test.fiscalized(cancellationOf(part));
  // What failed for it is taken up again.
  const { body } = await shop.test.fiscalize(String(whole.body.invoiceId));
  expect(body).toMatchObject({ status: 'Fiscalized' });
});

describe('fails, and uses no number, where', () => {
  test.each<[string, object, (original: Body) => object, string, RegExp]>([
    [
      'the authority knows no such IIC',
      {},
      ({ fiscalizedAt }) => ({ original: { id: '0'.repeat(32), issuedAt: fiscalizedAt } }),
      'ORIGINAL_NOT_FOUND',
      /0{32}/,
    ],
    [
      'the original has another issue time',
      {},
      ({ iic }) => ({ original: { id: iic, issuedAt: '2026-11-21T10:00:00Z' } }),
      'ORIGINAL_NOT_FOUND',
      /2026-11-21T11:00:00\+01:00/,
    ],
    [
      'the original is of another type',
      { paymentMethod: 'BUSINESSCARD' },
      () => ({ typeOfInvoice: 'Cash', paymentMethod: 'BANKNOTE' }),
      'ORIGINAL_TYPE_MISMATCH',
      /NonCash.*BUSINESSCARD/,
    ],
    [
      'the original was paid in another way',
      {},
      () => ({ paymentMethod: 'FACTORING' }),
      'PAYMENT_METHOD_NOT_ALLOWED',
      /ACCOUNT/,
    ],
    [
      'a line has another rate',
      {},
      () => ({ items: [takenBack({ ...sir, vat: { rate: 21 } })] }),
      'CORRECTIVE_VAT_RATE_MISMATCH',
      /rate of the original line: 7/,
    ],
    [
      'more of a line is taken back than was sold',
      {},
      () => ({ items: [takenBack(kafa, 5)] }),
      'MORE_THAN_SOLD',
      /5 of "Kafa", of which 4 are left/,
    ],
    [
      'more is taken back than was sold',
      {},
      () => ({ items: [takenBack({ ...sir, code: 'X', unitPrice: 100 })] }),
      'MORE_THAN_SOLD',
      /100\.00 without VAT, of which 10\.00 is left/,
    ],
  ])('%s', async (_case, sold, change, code, words) => {
    const original = await soldElsewhere(sold);
    const { status, body } = await shop.test.sell({
      ...cancellationOf(original),
      ...change(original),
    });
    expect({ status, ...body }).toMatchObject({
      status: 400,
      code,
      retryable: false,
      efiCode: null,
    });
    expect(body.error).toMatch(words);
    expect(await shop.test.read(String(body.invoiceId))).toMatchObject({
      status: 'Failed',
      invoiceNumber: null,
      iic: null,
      errorMessage: body.error,
    });
    expect(await registeredOf(original)).toEqual([]);
  });

  test.each([{ type: 'http', status: 503 }, { type: 'drop' }, { type: 'garbage' }])(
    'the receipt check says nothing of it ($type): never Offline, and tried again later',
    async (receiptCheck) => {
      const original = await soldElsewhere();
      const before = await shop.test.fiscalized();
      await service.control('PUT', '/mode', { receiptCheck });
      const { status, body } = await shop.test.sell(cancellationOf(original));
      expect({ status, ...body }).toMatchObject({
        status: 500,
        code: 'EFI_UNAVAILABLE',
        retryable: true,
        remedy: 'Call fiscalize again: nothing was sent.',
      });
      const failed = await shop.test.read(String(body.invoiceId));
      expect(failed).toMatchObject({ status: 'Failed', invoiceNumber: null, deliverBefore: null });
      // Others are sold meanwhile, and with the next number.
      const after = await shop.test.fiscalized();
      expect(after.orderNumber).toBe(Number(before.orderNumber) + 1);
      await service.releaseAuthority();
      const { body: done } = await shop.test.fiscalize(String(body.invoiceId));
      expect(done).toMatchObject({
        status: 'Fiscalized',
        orderNumber: Number(after.orderNumber) + 1,
      });
    },
  );
});

test('Extensions §2: what several methods have paid is given back by these', async () => {
  const paid = (sign: 1 | -1) => [
    { method: 'BANKNOTE', amount: 2.68 * sign },
    { method: 'CARD', amount: 17.7 * sign },
  ];
  const original = await program.test.fiscalized(
    cashInvoice({ items: [kafa, sir], payments: paid(1) }),
  );
  const alone = await shop.test.sell(cancellationOf(original));
  expect(alone).toMatchObject({
    status: 400,
    body: {
      code: 'MORE_THAN_PAID',
      retryable: false,
      error: expect.stringMatching(/2\.68 is left/),
    },
  });
  const corrective = await shop.test.fiscalized({
    ...cancellationOf(original),
    payments: paid(-1),
  });
  expect(corrective).toMatchObject({ totals: { total: -20.38 }, payments: paid(-1) });
  expect(await registeredOf(original)).toMatchObject([{ iic: corrective.iic }]);
});

test('Extensions §5: what is exempt is taken back as such, and as nothing else', async () => {
  const exempt = { ...sir, vat: { rate: 0, exemption: 'VAT_CL26' } };
  const original = await soldElsewhere({ items: [exempt] });
  const other = await shop.test.sell(
    correctiveOf(original, [takenBack({ ...sir, vat: { rate: 0 } })]),
  );
  expect(other.body).toMatchObject({ code: 'CORRECTIVE_VAT_RATE_MISMATCH' });
  const corrective = await shop.test.fiscalized(correctiveOf(original, [takenBack(exempt)]));
  expect(await registeredOf(original)).toMatchObject([{ iic: corrective.iic }]);
});

test('one that was confirmed may be issued offline like any other, and is not asked about again', async () => {
  const original = await soldElsewhere();
  await service.script({ type: 'http', status: 503 });
  const { body: handedOut } = await shop.test.sell(cancellationOf(original));
  expect(handedOut).toMatchObject({ status: 'Offline' });
  const whole = await shop.test.sell(cancellationOf(original));
  expect(whole.body).toMatchObject({ code: 'ALREADY_CANCELLED' });
  await service.deliverNow();
  await shop.test.until(String(handedOut.id), 'Fiscalized');
  expect(await questionsAbout(original)).toHaveLength(2);
});

test('the corrective of an advance from elsewhere names the advance', async () => {
  const advance = await soldElsewhere({ type: 'Advance' });
  const corrective = await shop.test.fiscalized(correctiveOf(advance, [takenBack(sir)]));
  const [message] = await service.submissionsOf(String(corrective.id));
  expect(String(message?.request)).toContain(
    `<IICRef Amount="10.70" IIC="${String(advance.iic)}" IssueDateTime="${String(advance.fiscalizedAt)}">`,
  );
});

testNothingFound(service);
