import { pauseLane, resumeLane } from '@fiscal/db/operations';
import { afterEach, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { openLane } from './lane.ts';
import type { Lane } from './lane.ts';
import { watchLanePauses } from './lane-pauses.ts';
import type { LanePauses } from './lane-pauses.ts';

const db = useTestDatabase();
let pauses: LanePauses;
let lane: Lane | undefined;
afterEach(async () => {
  await lane?.close();
  await pauses.close();
});

test('nothing is taken from a paused lane by any worker until it is resumed', async () => {
  await pauseLane(db.api, { actor: 'user:me', lane: 'printing', reason: 'The printer is changed' });
  // A second pause changes nothing, and is not audited again.
  expect(
    await pauseLane(db.api, { actor: 'user:you', lane: 'printing', reason: 'Another reason' }),
  ).toEqual([]);
  pauses = watchLanePauses(db.worker, (error) => {
    throw error;
  });
  const waiting = ['a', 'b'];
  const taken: string[] = [];
  const taking = Promise.withResolvers();
  const runNext = pauses.obeyedBy('printing', (begun) => {
    const id = waiting.shift();
    if (id === undefined) return Promise.resolve(false);
    begun();
    taken.push(id);
    taking.resolve(id);
    return Promise.resolve(true);
  });
  // A paused lane is asked, and gives nothing: it has not stalled.
  expect(
    await runNext(
      () => undefined,
      () => true,
    ),
  ).toBe(false);
  // Another lane is not paused.
  const other = pauses.obeyedBy('delivery', (_begun, mayClaimMore) =>
    Promise.resolve(mayClaimMore()),
  );
  expect(
    await other(
      () => undefined,
      () => true,
    ),
  ).toBe(true);

  await resumeLane(db.api, { actor: 'user:me', lane: 'printing' });
  lane = openLane({
    name: 'printing',
    slots: 1,
    runNext,
    lookEveryMs: 20,
    onError: (error) => {
      throw error as Error;
    },
    onClaims: (failed) => {
      throw failed?.error as Error;
    },
  });
  await taking.promise;
  await lane.untilIdle();
  expect(taken).toEqual(['a', 'b']);

  await pauseLane(db.api, { actor: 'user:me', lane: 'printing', reason: 'Once more' });
  const { rows } = await db.owner.pool.query(
    `select action, actor, after from audit_log where action like 'lane.%' order by id`,
  );
  expect(rows).toMatchObject([
    { action: 'lane.paused', after: { lane: 'printing', reason: 'The printer is changed' } },
    { action: 'lane.resumed', actor: 'user:me', after: { lane: 'printing' } },
    { action: 'lane.paused' },
  ]);
});
