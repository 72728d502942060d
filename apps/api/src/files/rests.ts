// A long file takes what other calls leave: while there are some, it rests between its pages.

import type { RequestHandler } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';

/** Behind a page it rests so many times as long as the page took: it has a fifth of the time. */
const REST = 4;
/**
 * 25 documents take 3 ms, 10 with the statement that reads 100 of them, and longer where the
 * machine is busy: the snapshot of a report is held for 1.6 ms a document longer at most, and no
 * rest comes near the 30 s after which PostgreSQL ends a transaction without a statement.
 */
const LONGEST_REST_MS = 40;
/** A sale that came is under way, and at a busy till the next one comes. */
const RECENT_MS = 1_000;

export interface Clock {
  /** Milliseconds. */
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}

export function openRests({ now, sleep }: Clock) {
  let lastCallAt = -Infinity;
  const noteCall = () => {
    lastCallAt = now();
  };
  /** The pages, with rests after those beside which calls came: others than the one for them. */
  async function* withRests<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page, void> {
    const ownCallAt = lastCallAt;
    let begun = now();
    for await (const page of pages) {
      yield page;
      const isBesideCalls = lastCallAt !== ownCallAt && now() - lastCallAt < RECENT_MS;
      if (isBesideCalls) await sleep(Math.min(REST * (now() - begun), LONGEST_REST_MS));
      begun = now();
    }
  }
  return { noteCall, withRests };
}

/** Of this process. */
const rests = openRests({ now: () => performance.now(), sleep });
export const { withRests } = rests;

/** Stands behind what only asks whether the process lives. */
export const noteCall: RequestHandler = (_request, _response, next) => {
  rests.noteCall();
  next();
};
