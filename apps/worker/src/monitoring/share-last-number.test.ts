import { expect, test } from '@jest/globals';
import { databaseOf, NOTHING_SEEN, readIncarnation } from '@fiscal/db/number';
import type { LastSeen } from '@fiscal/db/number';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { shareLastNumber } from './share-last-number.ts';

const db = useTestDatabase();
const now = Date.parse('2026-11-21T10:00:00Z');

/** A worker of its own memory, and Redis as one text. */
async function share(mine: Partial<LastSeen>, inRedis: string | null) {
  const warnings: string[] = [];
  const warn = (_: unknown, what?: string) => void warnings.push(what ?? '');
  const stored = { databases: [] as string[], text: inRedis };
  const lastSeen = { ...NOTHING_SEEN, ...mine };
  const sharing = await shareLastNumber(
    {
      db: db.worker,
      lastSeen,
      clockToleranceMs: 60_000,
      clock: () => new Date(now),
      logger: { warn },
    },
    {
      keep: (database, kept) => {
        stored.databases.push(database);
        if (kept !== null) stored.text = kept.text;
        return Promise.resolve(stored.text);
      },
      close: () => undefined,
    },
  );
  await sharing.close();
  return { lastSeen, stored, warnings };
}

const given = { lastPlace: '7.00000001.5.16.0', lastEntry: 12, lastAt: now };

test('what a worker was given is kept for the database that gave it', async () => {
  const { stored } = await share(given, null);
  expect(stored).toMatchObject({
    databases: expect.arrayContaining(['7.5.16']),
    text: JSON.stringify(given),
  });
});

test('a worker that was given nothing yet asks for its database, and learns the last number', async () => {
  const { lastSeen, stored } = await share({}, JSON.stringify(given));
  expect(lastSeen).toEqual(given);
  const { place, isRolledBack } = await readIncarnation(db.worker, { ...lastSeen, lastPlace: '' });
  expect(stored.databases[0]).toBe(databaseOf(place));
  expect(isRolledBack).toBe(false);
  expect((await readIncarnation(db.worker, { ...lastSeen, lastPlace: place })).isRolledBack).toBe(
    true,
  );
});

test.each([
  ['of time to come', JSON.stringify({ ...given, lastAt: now + 60_001 })],
  ['that is none', JSON.stringify({ ...given, lastEntry: 'x' })],
  ['that is no JSON', 'x'],
])('a number in Redis %s holds nothing, and is said once', async (_, inRedis) => {
  const { lastSeen, warnings } = await share({}, inRedis);
  expect(lastSeen).toEqual(NOTHING_SEEN);
  expect(warnings).toEqual(['the last number is not kept outside the database now']);
});
