import { expect, test } from '@jest/globals';
import { placesOf } from './places.ts';

const rows = [
  { companyId: 'a', companyName: 'A', cashRegisterId: 'a1', cashRegisterName: '1' },
  { companyId: 'a', companyName: 'A', cashRegisterId: 'a2', cashRegisterName: '2' },
  { companyId: 'a', companyName: 'A', cashRegisterId: 'a1', cashRegisterName: '1' },
  { companyId: 'b', companyName: 'B', cashRegisterId: 'b1', cashRegisterName: '1' },
];
const keys = (action: Parameters<typeof placesOf>[0]) => [...placesOf(action, rows).keys()];

test('each cash register is registered, and gets its deposit, once', () => {
  expect(keys('register-tcr')).toEqual(['a1', 'a2', 'b1']);
  expect(keys('initial-deposit')).toEqual(['a1', 'a2', 'b1']);
  expect(keys('edit-cash-register')).toEqual(['a1', 'a2', 'b1']);
});

test('a certificate is uploaded, and a company’s data corrected, once a company', () => {
  expect(keys('upload-certificate')).toEqual(['a', 'b']);
  expect(keys('edit-company')).toEqual(['a', 'b']);
});
