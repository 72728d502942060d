import { expect, test } from '@jest/globals';
import { refusalText } from './refusal-words.ts';

const issue = { path: '', message: 'A sentence.' };

test.each([
  [
    { ...issue, code: 'ALREADY_CANCELLED' as const },
    { key: 'cancelled', values: {} },
  ],
  [
    { ...issue, code: 'MORE_THAN_SOLD' as const, path: 'items[2].quantity', left: 1.5 },
    { key: 'moreOfItem', values: { item: 3, left: '1,5' } },
  ],
  [
    { ...issue, code: 'MORE_THAN_SOLD' as const, path: 'items', left: 0 },
    { key: 'moreOfRate', values: { left: '0,00\u00a0€' } },
  ],
  [
    { ...issue, code: 'MORE_THAN_PAID' as const, path: 'payments', left: 2 },
    { key: 'moreOfMethod', values: { left: '2,00\u00a0€' } },
  ],
  [
    { ...issue, code: 'ADVANCE_EXCEEDED' as const, path: 'advancePaymentIic', left: 24.2 },
    { key: 'advanceExceeded', values: { left: '24,20\u00a0€' } },
  ],
  [
    { ...issue, code: 'NOT_AN_ADVANCE' as const, path: 'advancePaymentIic' },
    { key: 'notAnAdvance', values: {} },
  ],
  [
    { ...issue, code: 'REPLACED_NOT_CANCELLED' as const, path: 'replaces' },
    { key: 'notCancelled', values: {} },
  ],
  [
    {
      ...issue,
      code: 'CORRECTIVE_OUTDATED' as const,
      totals: { withoutVat: -1, vat: -0.21, total: -1.21 },
    },
    { key: 'outdated', values: { total: '-1,21\u00a0€' } },
  ],
])('what other documents say against a retry has its text: %o', (given, expected) => {
  expect(refusalText(given, 'me')).toEqual(expected);
});

test('a rule that the panel does not know is told in the words of the API', () => {
  expect(refusalText({ ...issue, code: 'ORIGINAL_NOT_FISCALIZED' }, 'me')).toBeNull();
});
