import { describe, expect, test } from '@jest/globals';
import { refusalSubjectOf } from './refusal-subject.ts';

describe('a refusal with code 11 is about', () => {
  test.each([
    ['tcr', 'TCR is not valid'],
    ['tcr', 'TCR is not valid. It was registered less than 60 minutes ago.'],
    ['tcr', 'TCR code ab123cd456 is inactive'],
    ['tcr', 'ENU nije aktivan'],
    ['master-data', 'software code does not match TCR software code'],
    ['master-data', 'operator code is not valid'],
    ['master-data', 'business unit code is not valid'],
    [
      'master-data',
      'status of the taxpayer was not active at the time when the invoice was issued',
    ],
    [
      'master-data',
      'tax rate or exempt from VAT must exist for all same taxes if issuer is in VAT',
    ],
    [
      'master-data',
      'Invoice VAT is invalid. TotVATAmt attribute must not exist if taxpayer is not obligated to declare VAT',
    ],
    ['data', 'Total VAT amount is wrong'],
    ['data', 'total invoice price is wrong'],
    ['data', "Type of invoice doesn't match payment method"],
    ['data', "total price amount doesn't coresponds to amount in the PaymentMethods"],
    ['data', 'Buyers TIN is not in the correct format'],
    ['data', 'tax rate is not valid in the moment of invoice issuing'],
    ['data', 'negative values are allowed only when CorrectiveInv exist'],
    ['message', "the content of element 'Items' is not complete"],
    ['message', "attribute 'U' must appear on element 'I'"],
    ['message', "attribute 'TCRCode' is not valid"],
    ['message', 'IssueDateTime must be equal to SendDateTime if SubseqDelivType does not exist'],
    ['message', 'IIC is not valid'],
    ['unknown', 'The request is not valid.'],
    ['unknown', 'XML validation failed'],
    ['unknown', ''],
  ])('%s where the authority says: %s', (subject, words) => {
    expect(refusalSubjectOf(11, words)).toBe(subject);
  });

  test('something that nobody can tell where the authority says nothing', () => {
    expect(refusalSubjectOf(11, null)).toBe('unknown');
  });
});

test('every other code says itself what it is about', () => {
  expect(refusalSubjectOf(53, 'TCR is not valid')).toBeNull();
  expect(refusalSubjectOf(null, 'TCR is not valid')).toBeNull();
});
