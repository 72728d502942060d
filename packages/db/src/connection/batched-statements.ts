// Does with one statement what is asked for at the same time. Where calls come one by one, each has
// a statement of its own at once; under load a batch grows for as long as the ones before it take.

import pg from 'pg';
import { storageUnavailabilityOf } from './storage-unavailable.ts';

const LOCK_TIMEOUT_STATE = '55P03';
const MOST_WEIGHT = 64;
/** While so many are under way, the next one gathers. */
const MOST_UNDER_WAY = 2;

interface Asked<Key, Value> {
  key: Key;
  weight: number;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * @param execute the values of the keys, in their order; it begins after each of them was asked
 * for, and takes effect for all of them or none. A statement that PostgreSQL refuses is tried again
 * for each key alone, so that a key harms no other.
 * @param weightOf what a key weighs of a batch of 64; one that weighs as much has a statement of
 * its own at once, so that no other waits for it.
 */
export function batchStatements<Key, Value>(
  execute: (keys: readonly Key[]) => Promise<readonly Value[]>,
  weightOf: (key: Key) => number = () => 1,
): (key: Key) => Promise<Value> {
  const waiting: Asked<Key, Value>[] = [];
  let underWay = 0;
  let isScheduled = false;

  async function resolveAll(batch: readonly Asked<Key, Value>[]): Promise<void> {
    try {
      const values = await execute(batch.map(({ key }) => key));
      if (values.length !== batch.length) {
        throw new Error(`a statement for ${batch.length} gave ${values.length} values`);
      }
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      if (batch.length > 1 && isRefusal(error))
        await Promise.all(batch.map((one) => resolveAll([one])));
      else for (const { reject } of batch) reject(error);
    }
  }

  async function resolveNext(): Promise<void> {
    underWay += 1;
    await resolveAll(takeBatch(waiting));
    underWay -= 1;
    begin();
  }

  function begin(): void {
    isScheduled = false;
    while (waiting.length > 0 && underWay < MOST_UNDER_WAY) void resolveNext();
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const asked = { key, weight: weightOf(key), resolve, reject };
      if (asked.weight >= MOST_WEIGHT) {
        void resolveAll([asked]);
        return;
      }
      waiting.push(asked);
      // After the other calls that have come in with this one.
      if (!isScheduled && underWay < MOST_UNDER_WAY) {
        isScheduled = true;
        setImmediate(begin);
      }
    });
}

function takeBatch<Key, Value>(waiting: Asked<Key, Value>[]): Asked<Key, Value>[] {
  let [count, weight] = [0, 0];
  for (const asked of waiting) {
    weight += asked.weight;
    if (count > 0 && weight > MOST_WEIGHT) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/** Whether PostgreSQL has something against the statement itself, or it waits for a lock of one. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === LOCK_TIMEOUT_STATE || storageUnavailabilityOf(error) === null;
}
