// Reads what is asked for at the same time with one statement. Where calls come one by one, each is read at
// once and alone; under load a batch grows for as long as the ones before it take.

const MOST_KEYS = 64;
/** One is read while the next one gathers. */
const MOST_UNDER_WAY = 2;

interface Asked<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * @param read the values of the keys, in their order; it begins after each of them was asked for.
 */
export function batchReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const waiting: Asked<Key, Value>[] = [];
  let underWay = 0;
  let isScheduled = false;

  async function readBatch(batch: readonly Asked<Key, Value>[]): Promise<void> {
    underWay += 1;
    try {
      const values = await read(batch.map(({ key }) => key));
      if (values.length !== batch.length) {
        throw new Error(`${batch.length} keys were read as ${values.length} values`);
      }
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      begin();
    }
  }

  function begin(): void {
    isScheduled = false;
    while (waiting.length > 0 && underWay < MOST_UNDER_WAY) {
      void readBatch(waiting.splice(0, MOST_KEYS));
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      // After the other calls that have come in with this one.
      if (!isScheduled && underWay < MOST_UNDER_WAY) {
        isScheduled = true;
        setImmediate(begin);
      }
    });
}
