// Work on many rows leaves the event loop to others in between: what takes longer than a slice goes
// on in a later turn. However much of it is asked for at once, a turn has one slice that was waited
// for, so that everybody else's call is held up by that much and no more.

import pg from 'pg';
import type { Connected } from './statement.ts';

/** A sale passes the event loop about ten times. */
const SLICE_MS = 3;

const waiting: (() => void)[] = [];

/** Resolves in a turn of its own. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(takeTurn);
  });
}

function takeTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeTurn);
}

/**
 * As `items.map(map)`, in slices of SLICE_MS or of one item that takes longer; one slice is made at
 * once.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let end = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() > end) {
      await nextTurn();
      end = performance.now() + SLICE_MS;
    }
    results.push(map(item));
  }
  return results;
}

const JSON_TYPES: readonly number[] = [pg.types.builtins.JSON, pg.types.builtins.JSONB];
const parserOf: (type: number) => (text: string) => unknown = pg.types.getTypeParser;

/**
 * The driver parses what has arrived in one go, which may be all rows: JSON stays text until its
 * turn.
 */
const JSON_AS_TEXT = {
  getTypeParser: (type: number) =>
    JSON_TYPES.includes(type) ? (text: string) => text : parserOf(type),
};

/** The rows of a statement that may hold much JSON, which is parsed in turns. */
export async function rowsInTurns<Row extends pg.QueryResultRow>(
  client: Connected['pool'],
  query: { name?: string; text: string },
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows, fields } = await client.query<Record<string, unknown>>({
    ...query,
    values: [...values],
    types: JSON_AS_TEXT,
  });
  const names = fields
    .filter(({ dataTypeID }) => JSON_TYPES.includes(dataTypeID))
    .map(({ name }) => name);
  return mapInTurns(rows, (row) => {
    for (const name of names) {
      const text = row[name];
      if (typeof text === 'string') row[name] = JSON.parse(text);
    }
    return row as Row;
  });
}
