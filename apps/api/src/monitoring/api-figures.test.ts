import { createMetrics } from '@fiscal/runtime';
import { expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { showApiFigures } from './api-figures.ts';

const db = useTestDatabase();

/** The carriers of changes as they are shown. */
async function carriers(listening: { postgresql: boolean; others: boolean | null }) {
  const registry = createMetrics('api');
  const changes = { listening: () => listening };
  const onError = (error: Error) => {
    throw error;
  };
  showApiFigures(registry, { roles: ['public', 'panel'], db: db.api, changes, onError });
  const text = await registry.metrics();
  expect(text).toMatch(/^fiscal_panel_streams\{process="api"\} 0$/m);
  expect(text).toMatch(/^fiscal_database_pool\{state="waiting",process="api"\} \d+$/m);
  return [...text.matchAll(/^fiscal_listening\{carrier="(\w+)",process="api"\} (\d)$/gm)].map(
    ([, carrier, value]) => `${carrier} ${value}`,
  );
}

test('a carrier of changes that is lost is shown, and one that is not used is not', async () => {
  expect(await carriers({ postgresql: true, others: false })).toEqual(['postgresql 1', 'redis 0']);
  expect(await carriers({ postgresql: false, others: true })).toEqual(['postgresql 0', 'redis 1']);
  expect(await carriers({ postgresql: true, others: null })).toEqual(['postgresql 1']);
});
