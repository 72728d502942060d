import { describe, expect, test } from '@jest/globals';
import { readReceiptCheck, receiptCheckPost } from './receipt-check.ts';
import type { ReceiptCheckResult } from './receipt-check.ts';
import { hasReferenceData, needsReferenceData, referenceText } from '../testing/reference.ts';

const FIC = '11111111-1111-4111-8111-111111111111';
const RECEIPT = {
  iic: '0123456789ABCDEF0123456789ABCDEF',
  issueDateTime: '2026-07-11T15:51:04+02:00',
  tin: '12345678',
};
const REPLY = {
  iic: RECEIPT.iic,
  issuerTaxNumber: RECEIPT.tin,
  dateTimeCreated: '2026-07-11T13:51:04.000+0000',
  fic: FIC,
};

function replied(body: unknown, httpStatus = 200): ReceiptCheckResult {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readReceiptCheck(RECEIPT, { kind: 'replied', httpStatus, body: Buffer.from(text) });
}

describe('the receipt check', () => {
  test('asks with the legal text of the issue time', () => {
    expect(receiptCheckPost(RECEIPT).body).toBe(
      'iic=0123456789ABCDEF0123456789ABCDEF&dateTimeCreated=2026-07-11T15%3A51%3A04%2B02%3A00' +
        '&tin=12345678',
    );
  });

  test('says that it is a browser, because the page may refuse others', () => {
    expect(receiptCheckPost(RECEIPT).headers['User-Agent']).toMatch(/^Mozilla\/5\.0 .+ Chrome\//);
  });

  test.each([
    ['as the service writes it', {}],
    ['with its IIC in lower case', { iic: RECEIPT.iic.toLowerCase() }],
    ['with fractions of its second', { dateTimeCreated: '2026-07-11T13:51:04.517+0000' }],
    ['with the time in another zone', { dateTimeCreated: '2026-07-11T15:51:04+02:00' }],
  ])('believes a reply about our receipt, %s', (_, change) => {
    expect(replied({ ...REPLY, ...change })).toEqual({
      kind: 'found',
      fic: FIC,
      registered: null,
    });
  });

  test.each([
    ['another IIC', { iic: 'F'.repeat(32) }],
    ['another company', { issuerTaxNumber: '87654321' }],
    ['another second', { dateTimeCreated: '2026-07-11T13:51:05.000+0000' }],
    ['no time', { dateTimeCreated: null }],
    ['no FIC', { fic: null }],
    ['a FIC that is none', { fic: 'pending' }],
  ])('does not believe a reply with %s', (_, change) => {
    expect(replied({ ...REPLY, ...change })).toMatchObject({ kind: 'unreachable' });
  });

  test.each([
    ['404', '<html>', 404],
    ['an empty body', '', 200],
    ['no content', '', 204],
    ['null', 'null', 200],
    ['an empty object', '{}', 200],
    ['an object without an IIC', '{"iic":null,"fic":null}', 200],
  ])('takes %s for not found', (_, body, httpStatus) => {
    expect(replied(body, httpStatus)).toEqual({ kind: 'not-found' });
  });

  test.each([
    ['an error of the server', '{}', 500],
    ['a redirection', '', 302],
    ['a page', '<html></html>', 200],
    ['a list', '[]', 200],
    ['a word', '"no"', 200],
  ])('learns nothing from %s', (_, body, httpStatus) => {
    expect(replied(body, httpStatus)).toMatchObject({ kind: 'unreachable' });
  });
});

describe('what the receipt check says of the invoice', () => {
  const ITEM = {
    name: 'Kafa',
    code: null,
    quantity: 2,
    rebate: 10,
    vatRate: null,
    exemptFromVat: null,
    unitPriceBeforeVat: 2,
    unitPriceAfterVat: 1.8,
    priceBeforeVat: 3.6,
  };
  const said = (change: object) => {
    const check = replied({ ...REPLY, totalPrice: 3.6, ...change });
    if (check.kind !== 'found') throw new Error(check.kind);
    return check.registered;
  };

  test('is null where it does not say the total, in a form that can be read', () => {
    for (const totalPrice of [undefined, null, '3.60', 1e14, {}]) {
      expect(said({ totalPrice })).toBeNull();
    }
    // JSON may have it, and JavaScript reads it as infinite.
    const endless = JSON.stringify({ ...REPLY, totalPrice: 0 }).replace(/0}$/, '1e999}');
    expect(replied(endless)).toEqual({ kind: 'found', fic: FIC, registered: null });
  });

  test('has null for all that it does not say', () => {
    const nothing = {
      isAdvance: false,
      invoiceNumber: null,
      total: 3.6,
      typeOfInvoice: null,
      payments: null,
      items: null,
    };
    expect(said({})).toEqual(nothing);
    const empty = { typeOfInvoice: 'cash', paymentMethod: [], items: [], invoiceNumber: '' };
    expect(said(empty)).toEqual(nothing);
    const unreadable = { items: [ITEM, { ...ITEM, quantity: '2' }], paymentMethod: [{}, 'CARD'] };
    expect(said(unreadable)).toEqual(nothing);
    expect(said({ items: [null], paymentMethod: 'CARD' })).toEqual(nothing);
  });

  test('has no lines where one is exempt by words that the protocol does not know', () => {
    const exempt = { ...ITEM, exemptFromVat: 'public interest' };
    expect(said({ items: [ITEM, exempt] })?.items).toBeNull();
  });

  test('tells what is exempt from what is outside VAT', () => {
    const exempt = { ...ITEM, exemptFromVat: 'VAT_CL26' };
    const registered = said({
      invoiceType: 'ADVANCE',
      typeOfInvoice: 'NONCASH',
      items: [ITEM, exempt],
    });
    expect(registered).toMatchObject({
      isAdvance: true,
      typeOfInvoice: 'NonCash',
      items: [
        { rebatePercentage: 10, base: 3.6, vatRate: null, exemption: null },
        { base: 3.6, vatRate: 0, exemption: 'VAT_CL26' },
      ],
    });
  });
});

const suite = hasReferenceData ? describe : describe.skip;
suite(needsReferenceData('a reply of the live receipt check'), () => {
  test('gives the FIC of the receipt it is about, and of no other', () => {
    const body = referenceText('samples/verify-invoice-response-2026-07-11.json');
    const receipt = {
      iic: '0D7C3EE1EEBAB4A08F4D5003FAE35E7B',
      issueDateTime: '2026-07-11T15:51:04+02:00',
      tin: '03257746',
    };
    const result = { kind: 'replied', httpStatus: 200, body: Buffer.from(body) } as const;
    const check = readReceiptCheck(receipt, result);
    expect(check).toMatchObject({ kind: 'found', fic: '67822bea-7e5a-4c56-a195-547e51ee5cd8' });
    const registered = check.kind === 'found' ? check.registered : null;
    expect(registered).toEqual({
      isAdvance: false,
      invoiceNumber: 'sc782yk198/27585/2026/pe967bd413',
      total: 59.1,
      typeOfInvoice: 'Cash',
      payments: [{ method: 'BANKNOTE', amount: 59.1 }],
      items: expect.any(Array),
    });
    expect(registered?.items).toHaveLength(5);
    expect(registered?.items?.[1]).toEqual({
      name: 'Cezar salata',
      code: '635',
      quantity: 2,
      unitPriceBeforeVat: 10.8696,
      unitPriceAfterVat: 12.5,
      rebatePercentage: null,
      base: 21.7391,
      vatRate: 15,
      exemption: null,
    });
    expect(readReceiptCheck(RECEIPT, result)).toMatchObject({ kind: 'unreachable' });
  });
});
