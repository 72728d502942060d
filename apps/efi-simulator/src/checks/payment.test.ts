// One payment and several. Protocol §5.3, §17.

import { afterAll, expect, test } from '@jest/globals';
import { goodInvoice, OTHER_CODES, TIN, withInvoice } from '../testing/drafts.ts';
import type { Attributes, InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const keys = await makeKeys();
const running = await startRunning(keys);
await running.sendDeposit();
await running.sendInvoice(goodInvoice(1));
const { iic: invoiceIic } = running.lastInvoice();
await running.sendInvoice(withInvoice({ InvType: 'ADVANCE' }, goodInvoice(2)));
const { iic: advanceIic } = running.lastInvoice();
await running.control('POST', '/taxpayers', { tin: '87654321', name: 'Radnja', isInVat: true });
const ofOther = withInvoice({ InvType: 'ADVANCE', ...OTHER_CODES });
const identity = await keys.ca.issue({ tin: '87654321' });
await running.sendInvoice(
  { ...ofOther, seller: { ...ofOther.seller, IDNum: '87654321' } },
  { identity },
);
const { iic: foreignIic } = running.lastInvoice();

afterAll(() => running.stop());

const WRONG_TYPE = "Type of invoice doesn't match payment method";
const WRONG_SUM = "total price amount doesn't coresponds to amount in the PaymentMethods";
const ORDER_ALONE = 'ORDER must be the only payment method of an invoice';
const NOT_AN_ADVANCE = 'invoice referenced by AdvIIC must be an ADVANCE of the issuer';
const VOUCHERS = '<Vouchers><Voucher Num="1-2026-12345678"/></Vouchers>';

/** Paid with these; the whole total with the one that names no amount. */
const paid = (...payMethods: Attributes[]): InvoiceDraft => ({
  ...goodInvoice(3),
  payMethods: payMethods.map((method) => ({ Amt: '59.10', ...method })),
});
const cash = (...payMethods: Attributes[]) =>
  withInvoice({ TypeOfInv: 'CASH' }, paid(...payMethods));

const banknotes = { Type: 'BANKNOTE', Amt: '20.00' };
const rest = { Amt: '39.10' };
const advance = { Type: 'ADVANCE', AdvIIC: advanceIic };

test.each<[string, InvoiceDraft]>([
  ['notes and card', cash(banknotes, { Type: 'CARD', ...rest })],
  ['notes and business card', cash(banknotes, { Type: 'BUSINESSCARD', ...rest })],
  ['notes and an advance', cash(banknotes, { ...advance, ...rest })],
  ['other cash alone', cash({ Type: 'OTHER-CASH' })],
  ['ORDER alone, in cash', cash({ Type: 'ORDER' })],
  ['ORDER alone, not in cash', paid({ Type: 'ORDER' })],
  [
    'account and business card',
    paid({ Type: 'ACCOUNT', Amt: '20.00' }, { Type: 'BUSINESSCARD', ...rest }),
  ],
  ['an advance', paid(advance)],
  ['an account to pay into', withInvoice({ BankAccNum: '530-1-1' }, paid({ Type: 'ACCOUNT' }))],
])('registered: %s', async (_what, draft) => {
  expect(await running.sendInvoice(draft)).toMatchObject({ code: null, message: null });
  expect(running.lastMessage()?.findings).not.toContainEqual(expect.stringContaining('referenced'));
});

/** Puts a voucher into every PayMethod of a type. */
const withVoucher = (type: string) => (request: string) =>
  request.replace(
    new RegExp(`(<PayMethod [^>]*Type="${type}"[^>]*)/>`),
    `$1>${VOUCHERS}</PayMethod>`,
  );

test('registered: a voucher of an advance', async () => {
  const draft = paid({ ...advance, Type: 'SVOUCHER' });
  const reply = await running.sendInvoice(draft, { change: withVoucher('SVOUCHER') });
  expect(reply).toMatchObject({ code: null, message: null });
});

const REFUSED: readonly [string, InvoiceDraft, ((request: string) => string)?][] = [
  [WRONG_SUM, paid({ Type: 'ACCOUNT', Amt: '59.11' })],
  [WRONG_SUM, cash(banknotes, { Type: 'CARD', Amt: '39.09' })],
  [WRONG_SUM, cash(banknotes, { Type: 'CARD' })],
  [WRONG_TYPE, paid({ Type: 'BANKNOTE' })],
  [WRONG_TYPE, paid({ Type: 'ACCOUNT', Amt: '58.10' }, { Type: 'CARD', Amt: '1.00' })],
  [WRONG_TYPE, paid({ Type: 'OTHER-CASH' })],
  [WRONG_TYPE, cash({ Type: 'ACCOUNT' })],
  [WRONG_TYPE, cash({ Type: 'BUSINESSCARD', Amt: '20.00' }, { ...advance, ...rest })],
  [ORDER_ALONE, cash(banknotes, { Type: 'ORDER', ...rest })],
  [ORDER_ALONE, paid({ Type: 'ORDER', Amt: '20.00' }, { Type: 'ACCOUNT', ...rest })],
  ['AdvIIC must exist if payment method is equal to ADVANCE', paid({ Type: 'ADVANCE' })],
  [
    'AdvIIC must exist if payment method is equal to SVOUCHER',
    paid({ Type: 'SVOUCHER' }),
    withVoucher('SVOUCHER'),
  ],
  [
    'AdvIIC must not exist if payment method is equal to ACCOUNT',
    paid({ ...advance, Type: 'ACCOUNT' }),
  ],
  [
    'Vouchers must exist if payment method is equal to SVOUCHER',
    paid({ ...advance, Type: 'SVOUCHER' }),
  ],
  [
    'Vouchers must not exist if payment method is equal to ADVANCE',
    paid(advance),
    withVoucher('ADVANCE'),
  ],
  ['CompCard must exist if payment method is equal to COMPANY', paid({ Type: 'COMPANY' })],
  [
    'CompCard must not exist if payment method is equal to BUSINESSCARD',
    paid({ Type: 'BUSINESSCARD', CompCard: '1' }),
  ],
  [
    'AdvIIC must not exist in more than one payment method',
    paid({ ...advance, Amt: '20.00' }, { ...advance, Type: 'SVOUCHER', ...rest }),
    withVoucher('SVOUCHER'),
  ],
  [NOT_AN_ADVANCE, paid({ ...advance, AdvIIC: invoiceIic })],
  [NOT_AN_ADVANCE, paid({ ...advance, AdvIIC: foreignIic })],
  [
    'BankAccNum must not exist if TypeOfInv is equal to CASH',
    withInvoice({ BankAccNum: '530-1-1' }, cash(banknotes, { Type: 'CARD', ...rest })),
  ],
];

test.each(REFUSED.map(([message, ...rest]) => ({ message, sent: rest })))(
  'refused with 11: $message',
  async ({ message, sent: [draft, change] }) => {
    const reply = await running.sendInvoice(draft, change && { change });
    expect(reply).toMatchObject({ code: 11, message });
  },
);

test.each<[string, InvoiceDraft, string]>([
  ['two payments of one method', cash(banknotes, { ...banknotes, ...rest }), 'PayMethod'],
  [
    'one advance in two parts',
    paid({ ...advance, Amt: '20.00' }, { ...advance, ...rest }),
    'PayMethod',
  ],
  ['an AdvIIC that is none', paid({ ...advance, AdvIIC: '1' }), 'AdvIIC'],
  ['no payment', paid(), 'PayMethods'],
  ['a period that is no month', withInvoice({ TaxPeriod: '13/2026' }), 'TaxPeriod'],
  ['a month of one digit', withInvoice({ TaxPeriod: '7/2026' }), 'TaxPeriod'],
  ['a month written otherwise', withInvoice({ TaxPeriod: '2026-07' }), 'TaxPeriod'],
  ['a year of two digits', withInvoice({ TaxPeriod: '07/26' }), 'TaxPeriod'],
])('refused with 11 by the schema: %s', async (_what, draft, words) => {
  const message: unknown = expect.stringContaining(words);
  expect(await running.sendInvoice(draft)).toMatchObject({ code: 11, message });
});

test('an advance that is not known here is registered, and found at night', async () => {
  const unknown = 'A'.repeat(32);
  const reply = await running.sendInvoice(paid({ ...advance, AdvIIC: unknown }));
  expect(reply).toMatchObject({ code: null });
  expect(running.lastMessage()?.findings).toContain(`referenced invoice ${unknown} does not exist`);
});

test('the receipt check gives each payment, in the order of the message', async () => {
  const { payMethods } = cash(
    { ...banknotes, Amt: '10.00' },
    { Type: 'CARD', ...rest },
    { ...advance, Amt: '10.00' },
  );
  await running.sendInvoice({ ...withInvoice({ TypeOfInv: 'CASH' }, goodInvoice(4)), payMethods });
  const { iic, issueDateTime: dateTimeCreated } = running.lastInvoice();
  const { text } = await running.ask({ iic, dateTimeCreated, tin: TIN });
  expect(JSON.parse(text)).toMatchObject({
    typeOfInvoice: 'CASH',
    paymentMethod: [
      { typeCode: 'BANKNOTE', amount: 10, advIIC: null },
      { typeCode: 'CARD', amount: 39.1, advIIC: null },
      { typeCode: 'ADVANCE', amount: 10, advIIC: advanceIic },
    ],
  });
});
