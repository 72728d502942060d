import { createTestDatabase } from '@fiscal/testbed';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from './client.ts';
import type { Database } from './client.ts';
import { mapInSlices } from './slices.ts';
import { statement } from './statement.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ drop } = database);
  const options = { url: database.url, maxConnections: 2, applicationName: 'test' };
  db = openDatabase({ ...options, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await drop();
});

/** Longer than a slice. */
function occupy(): number {
  const end = performance.now() + 4;
  while (performance.now() < end);
  return end;
}

/** Counts the rounds of the event loop until it is stopped. */
function countRounds(): { count: number; stop: () => void } {
  let isOver = false;
  const rounds = { count: 0, stop: () => (isOver = true) };
  const next = () => {
    rounds.count += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return rounds;
}

test('what takes long leaves the event loop to others in between', async () => {
  const rounds = countRounds();
  const items = Array.from({ length: 10 }, (_, at) => at);
  const seen = await mapInSlices(items, (item) => {
    occupy();
    return { item, round: rounds.count };
  });
  rounds.stop();
  expect(seen.map(({ item }) => item)).toEqual(items);
  expect(new Set(seen.map(({ round }) => round)).size).toBe(items.length);
});

test('a round has one slice that was waited for, however many calls have work', async () => {
  const rounds = countRounds();
  const seen: number[] = [];
  const work = () =>
    mapInSlices([1, 2, 3, 4], (item) => {
      occupy();
      // The first slice of each is made at once.
      if (item > 1) seen.push(rounds.count);
    });
  await Promise.all([work(), work(), work()]);
  rounds.stop();
  expect(seen).toHaveLength(9);
  expect(new Set(seen).size).toBe(9);
});

test('work that breaks holds up no other', async () => {
  const broken = mapInSlices([1, 2, 3], (item) => {
    occupy();
    if (item === 2) throw new Error('broken');
  });
  const sound = mapInSlices([1, 2, 3], occupy);
  await expect(broken).rejects.toThrow('broken');
  expect(await sound).toHaveLength(3);
});

test('the JSON of many rows is parsed in slices, and every other value as the driver does', async () => {
  const rounds = countRounds();
  const read = statement.inSlices<{ count: number }, Record<string, unknown>>(
    null,
    `select at::int4, null::jsonb as none, '{"a":[1]}'::json as json, now() as now,
       jsonb_build_object('long', repeat('"', 1000000)) as jsonb
     from generate_series(1, :count) at`,
  );
  const [first, second] = await read(db, { count: 20 });
  rounds.stop();
  expect(first).toMatchObject({ at: 1, none: null, json: { a: [1] } });
  expect(first?.now).toBeInstanceOf(Date);
  expect((second?.jsonb as { long: string }).long).toBe('"'.repeat(1_000_000));
  // 40 MB of text: far more than a slice of any machine.
  expect(rounds.count).toBeGreaterThan(3);
});
