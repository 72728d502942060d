import { expect, test } from '@jest/globals';
import { readInvoiceLink, readTotal } from './invoice-link.ts';

const link =
  'https://mapr.tax.gov.me/ic/#/verify?iic=4A1F75B0B8288E735E6E679E4168475C&tin=02004003' +
  '&crtd=2026-07-11T15:51:04+02:00&ord=2&bu=fg386zd349&cr=co412np671&sw=ab123cd456&prc=99.01';

test('the link of a QR code gives all values, the time with its plus', () => {
  expect(readInvoiceLink(` ${link}\n`)).toEqual({
    tin: '02004003',
    issueDateTime: '2026-07-11T15:51:04+02:00',
    ordinal: '2',
    businessUnitCode: 'fg386zd349',
    tcrCode: 'co412np671',
    softwareCode: 'ab123cd456',
    total: '99.01',
    compareWith: '4A1F75B0B8288E735E6E679E4168475C',
  });
});

test.each(['', 'https://example.com', 'https://example.com/?iic=1', link.replace('prc=', 'p=')])(
  '%p is no link of an invoice',
  (text) => {
    expect(readInvoiceLink(text)).toBeNull();
  },
);

test.each([
  ['99,01', '99.01'],
  ['99.01', '99.01'],
  [' -1234,50 ', '-1234.50'],
  ['0,00', '0.00'],
  ['99', null],
  ['99,1', null],
  ['1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['-12.345.678,90', '-12345678.90'],
  ['1,23.45', null],
  ['1.234', null],
  ['abc', null],
])('the total %p is read as %p', (text, total) => {
  expect(readTotal(text)).toBe(total);
});
