// The public receipt check: what is registered is found, by IIC, TIN and time of issue together.

import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { cancellationOf, goodInvoice, NOW_TEXT, TCR, TIN } from '../testing/drafts.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const SAMPLE = new URL(
  '../../../../../shared/efi/samples/verify-invoice-response-2026-07-11.json',
  import.meta.url,
);

const running = await startRunning(await makeKeys());
const { answer: fic } = await running.sendInvoice(goodInvoice());
const { iic } = running.simulator.ledger.view({}).invoices[0]!;
await running.sendInvoice(cancellationOf(goodInvoice(), iic, 2));

afterAll(() => running.stop());

async function ask(form: Record<string, string>): Promise<{ status: number; text: string }> {
  const response = await fetch(`${running.url}/ic/api/verifyInvoice`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, text: await response.text() };
}

const question = (change: Record<string, string> = {}) => ({
  iic,
  dateTimeCreated: NOW_TEXT,
  tin: TIN,
  ...change,
});

test('a registered invoice is found with its FIC and its amounts', async () => {
  const { status, text } = await ask(question());
  expect(status).toBe(200);
  const corrective = running.simulator.ledger.view({}).invoices[1]!.iic;
  expect(JSON.parse(text)).toMatchObject({
    iic,
    fic,
    totalPrice: 59.1,
    dateTimeCreated: '2026-07-11T13:51:04.000+0000',
    issuerTaxNumber: TIN,
    sameTaxes: [
      { numberOfItems: 2, priceBeforeVat: 5.124, vatRate: 21, vatAmount: 1.076 },
      { numberOfItems: 3, priceBeforeVat: 46, vatRate: 15, vatAmount: 6.9 },
    ],
    paymentMethod: [{ typeCode: 'ACCOUNT', amount: 59.1 }],
    listOfCorrectedInvoiceIIC: [corrective],
  });
});

test('the time may be written in another zone and the IIC in small letters', async () => {
  const form = question({ dateTimeCreated: '2026-07-11T13:51:04Z', iic: iic.toLowerCase() });
  expect(await ask(form)).toMatchObject({ status: 200 });
});

test.each([
  ['another IIC', { iic: 'F'.repeat(32) }],
  ['another TIN', { tin: '87654321' }],
  ['another second', { dateTimeCreated: '2026-07-11T15:51:05+02:00' }],
  ['no time at all', { dateTimeCreated: 'yesterday' }],
])('with %s nothing is found: 404 with an empty body', async (_what, change) => {
  expect(await ask(question(change))).toEqual({ status: 404, text: '' });
});

test('a question without its fields finds nothing', async () => {
  expect(await ask({ iic })).toEqual({ status: 404, text: '' });
});

describe('every question stands in the ledger', () => {
  const summary = () => running.simulator.ledger.summary().receiptChecks;

  test('found, not found or spoilt by a mode, under its IIC and behind its last message', async () => {
    const before = summary();
    await ask(question());
    await ask(question({ iic: iic.toLowerCase(), tin: '87654321' }));
    await running.control('PUT', '/mode', { receiptCheck: { type: 'http', status: 503 } });
    await ask(question());
    await running.control('DELETE', '/mode');
    const { body } = await running.control('GET', `/ledger?iic=${iic}`);
    const { receiptChecks } = body as { receiptChecks: object[] };
    const of = {
      type: 'receipt-check',
      iic,
      afterMessage: 2,
      checkedAt: '2026-07-11T13:51:04.000Z',
    };
    expect(receiptChecks.slice(-3)).toEqual([
      { ...of, outcome: 'found', behaviour: null },
      { ...of, outcome: 'not-found', behaviour: null },
      { ...of, outcome: 'spoilt', behaviour: 'http' },
    ]);
    expect(summary()).toEqual({
      total: before.total + 3,
      found: before.found + 1,
      notFound: before.notFound + 1,
      spoilt: before.spoilt + 1,
      behaviours: { http: 1 },
    });
  });

  test('with an IIC that is unknown, and without any', async () => {
    const before = summary();
    const unknown = 'E'.repeat(32);
    await ask(question({ iic: unknown }));
    await ask(question({ iic: 'no IIC' }));
    expect(running.simulator.ledger.view({ iic: unknown }).receiptChecks).toHaveLength(1);
    expect(running.simulator.ledger.view({}).receiptChecks.at(-1)).toMatchObject({ iic: null });
    expect(summary().notFound).toBe(before.notFound + 2);
  });

  test('and can be asked for by the TCR whose IIC it is', async () => {
    await ask(question({ iic: 'D'.repeat(32) }));
    const ofTcr = running.simulator.ledger.view({ tcrCode: TCR }).receiptChecks;
    expect(new Set(ofTcr.map((check) => check.iic))).toEqual(new Set([iic]));
  });
});

const suite = existsSync(SAMPLE) ? describe : describe.skip;

suite('beside the live answer of July 2026 (reference data under ../shared/efi/samples)', () => {
  /** Names of all fields, those of nested objects and of the first element of each list too. */
  function fieldNames(value: unknown, prefix = ''): string[] {
    if (Array.isArray(value))
      return value.slice(0, 1).flatMap((first) => fieldNames(first, prefix));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => [
      `${prefix}${name}`,
      ...fieldNames(inner, `${prefix}${name}.`),
    ]);
  }

  test('the answer has exactly its fields, in its order', async () => {
    const { text } = await ask(question());
    const sample = JSON.parse(readFileSync(SAMPLE, 'utf8')) as unknown;
    expect(fieldNames(JSON.parse(text))).toEqual(fieldNames(sample));
  });

  test('the same lines give the same numbers', async () => {
    const { text } = await ask(question());
    const answer = JSON.parse(text) as { items: object[]; sameTaxes: object[] };
    const sample = JSON.parse(readFileSync(SAMPLE, 'utf8')) as typeof answer;
    const withoutCode = answer.items.map((item, index) => ({
      ...item,
      code: (sample.items[index] as { code: string }).code,
    }));
    expect(withoutCode).toEqual(sample.items);
    expect(answer.sameTaxes).toEqual(sample.sameTaxes);
  });
});
