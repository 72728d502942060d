import { expect, test } from '@jest/globals';
import { changesOf } from './changes-of.ts';

test('only fields that differ are shown, nested ones with their path', () => {
  const before = { name: 'Kod Mila', isInVat: true, codes: { tcrCode: null, operatorCode: 'a' } };
  const after = { name: 'Kod Mile', isInVat: true, codes: { tcrCode: 'ab', operatorCode: 'a' } };
  expect(changesOf(before, after)).toEqual([
    { field: 'name', before: 'Kod Mila', after: 'Kod Mile' },
    { field: 'codes.tcrCode', before: null, after: 'ab' },
  ]);
});

test('what is there now stands before what is gone', () => {
  const failure = { code: 'EFI_REFUSED' };
  expect(changesOf({ failure }, { reason: 'Entered by hand' })).toEqual([
    { field: 'reason', before: null, after: 'Entered by hand' },
    { field: 'failure.code', before: 'EFI_REFUSED', after: null },
  ]);
});

test('an entry without a before shows all that came', () => {
  expect(changesOf(null, { name: 'Ana', days: 30 })).toEqual([
    { field: 'name', before: null, after: 'Ana' },
    { field: 'days', before: null, after: '30' },
  ]);
});

test('the id of its company is no change of an entry', () => {
  expect(changesOf(null, { companyId: '01a216bf', name: 'Kasa 3' })).toEqual([
    { field: 'name', before: null, after: 'Kasa 3' },
  ]);
});

test('an entry about nothing shows nothing', () => {
  expect(changesOf(null, null)).toEqual([]);
  expect(changesOf(undefined, undefined)).toEqual([]);
});
