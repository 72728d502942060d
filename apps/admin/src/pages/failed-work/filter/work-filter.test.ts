import { expect, test } from '@jest/globals';
import { isNarrowed, NO_FILTER, workFilterOf } from './work-filter.ts';

const of = (text: string) => workFilterOf(new URLSearchParams(text));

test('what makes no sense in the URL narrows nothing', () => {
  expect(of('companyId=x&cashRegisterId=1&from=2026-13-45&to=now&cause=--')).toEqual(NO_FILTER);
  expect(isNarrowed(of(''))).toBe(false);
});

test('a link leads to what was seen', () => {
  const id = '01a1fc55-2cdf-73ef-aa77-43205231e756';
  const filter = of(`cashRegisterId=${id}&from=2026-11-21&cause=EFI_REFUSED:11:3f786850`);
  expect(filter).toMatchObject({
    cashRegisterId: id,
    from: '2026-11-21',
    cause: 'EFI_REFUSED:11:3f786850',
  });
  expect(isNarrowed(filter)).toBe(true);
});
