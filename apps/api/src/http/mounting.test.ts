import { expect, test } from '@jest/globals';
import { PANEL_ENDPOINTS } from '../panel/panel-endpoints.ts';
import { PUBLIC_ENDPOINTS } from '../public/public-endpoints.ts';
import type { Endpoint } from './endpoint.ts';

/** Paths that stand behind one that takes their calls: a parameter where they have a name. */
function hiddenPaths(endpoints: readonly Pick<Endpoint, 'path'>[]): string[] {
  const paths = [...new Set(endpoints.map(({ path }) => path))];
  return paths.filter((path, index) =>
    paths.slice(0, index).some((earlier) => {
      const pattern = earlier.replaceAll(/\{\w+\}/g, '[^/]+');
      return new RegExp(`^${pattern}$`).test(path);
    }),
  );
}

test('no path stands behind one with a parameter in its place', () => {
  expect(hiddenPaths(PUBLIC_ENDPOINTS)).toEqual([]);
  expect(hiddenPaths(PANEL_ENDPOINTS)).toEqual([]);
  // What it would find.
  const reversed = [{ path: '/invoices/{id}' }, { path: '/invoices/draft' }];
  expect(hiddenPaths(reversed)).toEqual(['/invoices/draft']);
});
