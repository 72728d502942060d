import { setImmediate } from 'node:timers/promises';

/** Written in a few milliseconds. */
const ROWS = 100;

/** At once, or as they are read. */
export type Pages<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;

/** The rows of the pages, a few at a time: between two portions the process serves other calls. */
export async function* portionsOf<Row>(pages: Pages<Row>): AsyncGenerator<readonly Row[], void> {
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += ROWS) {
      yield page.slice(from, from + ROWS);
      await setImmediate();
    }
  }
}
