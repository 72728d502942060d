import { describe, expect, test } from '@jest/globals';
import type { IicReference, InvoiceItem, InvoiceRequest } from '../../invoice.ts';
import { computeInvoice } from '../../totals.ts';
import type { DocumentInForce } from '../corrective/balance.ts';
import {
  advanceExceeded,
  computeAdvance,
  mostReferences,
  referencesOf,
  warningsOfAdvance,
} from './advance-account.ts';
import type { AdvanceAccount, AdvancePayment } from './advance-account.ts';

const IIC = 'A'.repeat(32);
const AT = '2026-11-26T10:00:00+01:00';

function documentOf(
  id: string,
  total: number,
  iicReferences: IicReference[] | null = null,
): DocumentInForce {
  const sign = Math.sign(total);
  const vat = { rate: 0 };
  const items: InvoiceItem[] = [{ name: 'Avans', unitPrice: total, quantity: sign, vat }];
  const request: InvoiceRequest = {
    type: sign < 0 ? 'Corrective' : 'Advance',
    orderNumber: 0,
    typeOfInvoice: 'NonCash',
    paymentMethod: 'ACCOUNT',
    paymentDeadline: AT,
    items,
  };
  const computed = computeInvoice(request, { pricesIncludeVat: false, isInVat: true });
  return { id, originalId: sign < 0 ? 'advance' : null, request, items, computed, iicReferences };
}

const iicOf = (number: number): string => String(number).padStart(32, '0');

const payment = (number: number, amount: string, isRegistered = true): AdvancePayment => ({
  id: `invoice ${number}`,
  iic: iicOf(number),
  issueDateTime: AT,
  isRegistered,
  amount,
});

const account = (
  payments: AdvancePayment[],
  correctives: DocumentInForce[] = [],
): AdvanceAccount => ({
  iic: IIC,
  issueDateTime: AT,
  documents: [documentOf('advance', 121), ...correctives],
  payments,
});

const reference = (number: number, amount: string): IicReference => ({
  iic: iicOf(number),
  issueDateTime: AT,
  amount,
});

describe('an advance (extensions §1)', () => {
  test('has left what is neither used nor taken back beyond what its correctives name', () => {
    const payments = [payment(1, '48.40'), payment(2, '10.00', false), payment(3, '0.00')];
    const back = documentOf('c1', -60, [reference(1, '48.40')]);
    expect(computeAdvance(account(payments, [back]))).toEqual({
      paid: '121.00',
      used: '58.40',
      left: '51.00',
      invoices: [
        { id: 'invoice 1', iic: iicOf(1), amount: '48.40' },
        { id: 'invoice 2', iic: iicOf(2), amount: '10.00' },
      ],
    });
  });

  test('has less than nothing left where more was paid out of it', () => {
    expect(computeAdvance(account([payment(1, '193.60')])).left).toBe('-72.60');
  });

  test('a reference to the advance itself names no invoice', () => {
    const itself = { iic: IIC, issueDateTime: AT, amount: '21.00' };
    const taken = account([], [documentOf('c1', -21, [itself])]);
    expect(computeAdvance(taken).left).toBe('100.00');
    expect(warningsOfAdvance(taken)).toEqual([]);
  });
});

describe('what a corrective of an advance names', () => {
  test('is registered, unnamed, in order and together no more than it takes back', () => {
    const payments = [
      payment(1, '48.40'),
      payment(2, '9.00', false),
      payment(3, '20.00'),
      payment(4, '30.00'),
    ];
    const earlier = documentOf('c1', -50, [reference(1, '48.40'), reference(3, '1.60')]);
    expect(referencesOf('-40.00', 1, account(payments, [earlier]))).toEqual([
      reference(3, '18.40'),
      reference(4, '21.60'),
    ]);
  });

  test('is the advance itself where nothing is to be named', () => {
    const named = [{ iic: IIC, issueDateTime: AT, amount: '40.00' }];
    expect(referencesOf('-40.00', 1, account([payment(1, '5.00', false)]))).toEqual(named);
  });

  test('ends at 1000 references, at 200 beside many lines; the next one names the rest', () => {
    const payments = Array.from({ length: 1001 }, (_, index) => payment(index, '0.10'));
    const first = referencesOf('-121.00', 20, account(payments));
    expect(first).toHaveLength(1000);
    expect(referencesOf('-121.00', 21, account(payments))).toHaveLength(200);
    const next = referencesOf('-20.00', 1, account(payments, [documentOf('c1', -101, first)]));
    expect(next).toEqual([reference(1000, '0.10')]);
    expect([mostReferences(20), mostReferences(21)]).toEqual([1000, 200]);
  });
});

test('what exceeds an advance that is overdrawn finds nothing left, and no less', () => {
  const overdrawn = account([payment(1, '193.60')]);
  const use = { amount: '9.66', path: 'advancePaymentIic' } as const;
  expect(advanceExceeded(use, overdrawn)).toEqual([
    {
      code: 'ADVANCE_EXCEEDED',
      path: 'advancePaymentIic',
      message: 'The invoice takes 9.66 out of the advance, of which 0.00 is left.',
      left: 0,
    },
  ]);
  expect(advanceExceeded({ ...use, amount: '-9.66' }, overdrawn)).toEqual([]);
});

test('an advance warns of a named invoice that was cancelled later', () => {
  const back = documentOf('c1', -60, [reference(1, '48.40'), reference(2, '11.60')]);
  const payments = [payment(1, '48.40'), payment(2, '0.00')];
  expect(warningsOfAdvance(account(payments, [back]))).toEqual([
    `a corrective of this advance names the invoice ${iicOf(2)} with 11.60, of which the advance ` +
      'pays 0.00 by now',
  ]);
});
