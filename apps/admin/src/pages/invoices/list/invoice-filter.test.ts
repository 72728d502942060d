import { describe, expect, test } from '@jest/globals';
import { withValues } from '../../../components/use-search.ts';
import { filterOf, isNarrowed, NO_FILTER } from './invoice-filter.ts';

describe('the filters in the URL', () => {
  test('are read back as they were written, and leave the rest of the URL alone', () => {
    const filter = {
      search: 'KAFA 5/1',
      status: 'Failed',
      typeOfInvoice: 'Cash',
      from: '2026-11-01',
      to: '2026-11-21',
    } as const;
    const url = withValues(new URLSearchParams('environment=test'), filter);
    expect(filterOf(url)).toEqual(filter);
    expect(url.get('environment')).toBe('test');
    expect(withValues(url, { ...NO_FILTER }).toString()).toBe('environment=test');
  });

  test('narrow nothing where the URL says nonsense', () => {
    const url = new URLSearchParams('status=Gone&typeOfInvoice=x&from=yesterday&to=2026-99-99');
    expect(filterOf(url)).toEqual(NO_FILTER);
    expect(isNarrowed(filterOf(url))).toBe(false);
  });

  test.each(['search=a', 'status=Draft', 'to=2026-01-01'])(
    'know that %s narrows the list',
    (url) => {
      expect(isNarrowed(filterOf(new URLSearchParams(url)))).toBe(true);
    },
  );
});
