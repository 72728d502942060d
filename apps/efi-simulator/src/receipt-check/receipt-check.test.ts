// The public receipt check: what is registered is found, by IIC, TIN and time of issue together.

import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { cancellationOf, goodInvoice, NOW_TEXT, TCR, TIN } from '../testing/drafts.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const SAMPLE = new URL(
  '../../../../../shared/efi/samples/verify-invoice-response-2026-07-11.json',
  import.meta.url,
);

const { ask, ledger, ...running } = await startRunning(await makeKeys());
const { answer: fic } = await running.sendInvoice(goodInvoice());
const { iic } = running.lastInvoice();
await running.sendInvoice(cancellationOf(goodInvoice(), iic, 2));

afterAll(() => running.stop());

const question = (change: Record<string, string> = {}) => ({
  iic,
  dateTimeCreated: NOW_TEXT,
  tin: TIN,
  ...change,
});

test('a registered invoice is found with its FIC and its amounts', async () => {
  const { status, text } = await ask(question());
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    iic,
    fic,
    totalPrice: 59.1,
    issuerTaxNumber: TIN,
    dateTimeCreated: '2026-07-11T13:51:04.000+0000',
    sameTaxes: [
      { numberOfItems: 2, priceBeforeVat: 5.124, vatRate: 21, vatAmount: 1.076 },
      { numberOfItems: 3, priceBeforeVat: 46, vatRate: 15, vatAmount: 6.9 },
    ],
    paymentMethod: [{ typeCode: 'ACCOUNT', amount: 59.1 }],
    listOfCorrectedInvoiceIIC: [running.lastInvoice().iic],
  });
});

test('the time may be written in another zone and the IIC in small letters', async () => {
  const form = question({ dateTimeCreated: '2026-07-11T13:51:04Z', iic: iic.toLowerCase() });
  expect(await ask(form)).toMatchObject({ status: 200 });
});

test.each<[string, Record<string, string>]>([
  ['another IIC', question({ iic: 'F'.repeat(32) })],
  ['another TIN', question({ tin: '87654321' })],
  ['another second', question({ dateTimeCreated: '2026-07-11T15:51:05+02:00' })],
  ['a time that is none', question({ dateTimeCreated: 'yesterday' })],
  ['nothing but the IIC', { iic }],
])('with %s nothing is found: 404 with an empty body', async (_what, form) => {
  expect(await ask(form)).toEqual({ status: 404, text: '' });
});

describe('every question stands in the ledger', () => {
  test('found, not found or spoilt by a mode, under its IIC and behind its last message', async () => {
    await ask(question());
    await ask(question({ iic: iic.toLowerCase(), tin: '87654321' }));
    await running.control('PUT', '/mode', { receiptCheck: { type: 'http', status: 503 } });
    await ask(question());
    await running.control('DELETE', '/mode');
    const { body } = await running.control('GET', `/ledger?iic=${iic}`);
    const { receiptChecks } = body as { receiptChecks: object[] };
    const of = { type: 'receipt-check', iic, afterMessage: 2 };
    const checkedAt = '2026-07-11T13:51:04.000Z';
    expect(receiptChecks.slice(-3)).toEqual([
      { ...of, checkedAt, outcome: 'found', behaviour: null },
      { ...of, checkedAt, outcome: 'not-found', behaviour: null },
      { ...of, checkedAt, outcome: 'spoilt', behaviour: 'http' },
    ]);
  });

  test('with an IIC that is unknown, and without any', async () => {
    const unknown = 'E'.repeat(32);
    await ask(question({ iic: unknown }));
    await ask(question({ iic: 'no IIC' }));
    expect(ledger.view({ iic: unknown }).receiptChecks).toHaveLength(1);
    expect(ledger.view().receiptChecks.at(-1)).toMatchObject({ iic: null, outcome: 'not-found' });
  });

  test('and can be asked for by the TCR whose IIC it is', async () => {
    await ask(question());
    await ask(question({ iic: 'D'.repeat(32) }));
    const ofTcr = ledger.view({ tcrCode: TCR }).receiptChecks;
    expect(new Set(ofTcr.map((check) => check.iic))).toEqual(new Set([iic]));
  });
});

const suite = existsSync(SAMPLE) ? describe : describe.skip;

suite('beside the live response of July 2026 (reference data under ../shared/efi/samples)', () => {
  interface ReceiptResponse {
    items: { code: string }[];
    sameTaxes: object[];
  }
  const read = async () =>
    [
      JSON.parse((await ask(question())).text) as ReceiptResponse,
      JSON.parse(readFileSync(SAMPLE, 'utf8')) as ReceiptResponse,
    ] as const;

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

  test('the response has exactly its fields, in its order', async () => {
    const [response, sample] = await read();
    expect(fieldNames(response)).toEqual(fieldNames(sample));
  });

  test('the same lines give the same numbers', async () => {
    const [response, sample] = await read();
    const items = response.items.map((item, index) => ({
      ...item,
      code: sample.items[index]?.code,
    }));
    expect(items).toEqual(sample.items);
    expect(response.sameTaxes).toEqual(sample.sameTaxes);
  });
});
