import { expect, test } from '@jest/globals';
import { messages } from '../../messages/authority.ts';
import { keyOfCode, keyOfWords } from './known-words.ts';

test.each([
  ['TCR is not valid, ab123cd456', 'tcr'],
  ['Total VAT amount is wrong', 'vatTotal'],
  ['total invoice price is wrong', 'priceTotal'],
  ["Type of invoice doesn't match payment method", 'paymentMethod'],
  ["total price amount doesn't coresponds to amount in the PaymentMethods", 'paymentTotal'],
  ["attribute 'U' must appear on element 'I'", 'incomplete'],
  ["the content of element 'Items' is not complete", 'incomplete'],
  ['Buyers TIN is not in the correct format', 'buyerTin'],
  ['status of the taxpayer was not active at the time when the invoice was issued', 'inactive'],
  ['software code does not match TCR software code', 'software'],
  ['operator code is not valid', 'operator'],
  ['business unit code is not valid', 'unit'],
  ['tax rate is not valid in the moment of invoice issuing', 'rate'],
  ['Invoice VAT is invalid. TotVATAmt attribute must not exist if taxpayer is not', 'notInVat'],
  ['tax rate or exempt from VAT must exist for all same taxes if issuer is in VAT', 'rateMissing'],
  ['IssueDateTime must be equal to SendDateTime if SubseqDelivType does not exist', 'times'],
  ['negative values are allowed only when CorrectiveInv exist', 'negative'],
  ['IssueDateTime must not be older than 7 days if SubseqDelivType is equal to', 'days7'],
  ['IssueDateTime must not be older than 48h days if SubseqDelivType equals to', 'hours48'],
  ['INITIAL cash deposit cannot be changed after invoice fiscalization.', 'depositFixed'],
  ['something else', null],
  [null, null],
])('the authority’s sentence "%s" has a translation', (words, key) => {
  expect(keyOfWords(words)).toBe(key);
  if (key !== null) expect(messages.words).toHaveProperty(key);
});

// Protocol §7.1.
const DOCUMENTED = [
  0, 1, 2, 10, 11, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
  41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 900, 920, 999,
];

test('every documented code has a meaning in both languages', () => {
  expect(DOCUMENTED.filter((code) => !(keyOfCode(code) in messages.code))).toEqual([]);
});
