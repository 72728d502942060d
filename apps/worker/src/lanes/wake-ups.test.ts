// Wake-ups of lanes over PostgreSQL, also those of another release. Those over Redis are tested
// where they are made.

import { announceWork } from '@fiscal/db/work';
import { eventually } from '@fiscal/testbed';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { openLane } from './lane.ts';
import type { Lane } from './lane.ts';
import { receiveWakeUps } from './wake-ups.ts';
import type { WakeUps } from './wake-ups.ts';

const db = useTestDatabase();
const errors: unknown[] = [];
const looks = { fiscalization: 0, printing: 0 };
let lanes: Lane[];
let wakeUps: WakeUps;
beforeEach(async () => {
  const onError = (error: unknown) => void errors.push(error);
  const open = (name: 'fiscalization' | 'printing') =>
    openLane({
      name,
      slots: 1,
      onError,
      onClaims: onError,
      lookEveryMs: 3_600_000,
      runNext: () => {
        looks[name] += 1;
        return Promise.resolve(false);
      },
    });
  Object.assign(looks, { fiscalization: 0, printing: 0 });
  lanes = [open('fiscalization'), open('printing')];
  wakeUps = receiveWakeUps(null, db.workerUrl, onError);
  for (const lane of lanes) wakeUps.attach(lane);
  // Each looks at its start, and when it listens.
  await untilLooks(2, 2);
});
afterEach(async () => {
  await wakeUps.close();
  await Promise.all(lanes.map((lane) => lane.close()));
});

const untilLooks = (fiscalization: number, printing: number) =>
  eventually(
    () => Promise.resolve({ ...looks }),
    (now) => now.fiscalization >= fiscalization && now.printing >= printing,
  );

test('a wake-up has its own lane look', async () => {
  await announceWork(db.api, { lane: 'printing' });
  await untilLooks(2, 3);
  // Of a later release.
  await announceWork(db.api, { lane: 'printing {"more":1}' });
  await untilLooks(2, 4);
  await announceWork(db.api, { lane: 'fiscalization' });
  await untilLooks(3, 4);
  expect(looks).toEqual({ fiscalization: 3, printing: 4 });
});

test.each(['archiving v1', 'printing', 'printing v2', '', '\u0001\uFFFD💥'])(
  'one that is not understood has every lane look: %p',
  async (payload) => {
    await db.api.pool.query(`select pg_notify('work_added', $1)`, [payload]);
    await untilLooks(3, 3);
    expect(errors).toEqual([]);
  },
);
