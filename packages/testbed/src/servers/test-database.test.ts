import { describe, expect, test } from '@jest/globals';
import { withClient } from './postgres.ts';
import { createTestDatabase } from './test-database.ts';

describe('test databases', () => {
  test('each is migrated and sees nothing of another', async () => {
    const first = await createTestDatabase();
    const second = await createTestDatabase();
    try {
      const count = 'select count(*)::int as n from company';
      const insert = `insert into company (id, tin, name, address, town, updated_at)
        values (gen_random_uuid(), '12345678', 'A', 'B', 'C', now())`;
      await withClient(first.url, (client) => client.query(insert));
      const countIn = (url: string) =>
        withClient(url, async (client) => (await client.query<{ n: number }>(count)).rows[0]?.n);
      expect(await countIn(first.url)).toBe(1);
      expect(await countIn(second.url)).toBe(0);
    } finally {
      await first.drop();
      await second.drop();
    }
  });
});
