// Prints take what CPU the sales leave. Linux weighs the niceness of a process only against its own
// session, where autogroups are on, and Chrome leads a session of its own: that one has to give
// way, too.

import { writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { PdfLogger } from './pdf-error.ts';

/** A ninth of what a process gets that sells, where there is not enough for both. */
const NICENESS = 10;
/** The kernel takes one such change in 100 ms, from whomever. */
const TRY_AGAIN_MS = 130;
const TRIES = 20;

/** This process, and what it starts from now on. */
export function giveWayToSales(): void {
  setPriority(Math.max(NICENESS, getPriority()));
}

/**
 * The session of a process, and all that is in it. Where the kernel has no autogroups, the niceness
 * that Chrome has inherited counts by itself. Where it refuses, prints go on, and slow down sales
 * on a busy machine: a warning in the log.
 * @param leader its process id.
 */
export async function letSessionGiveWay(leader: number, logger: PdfLogger): Promise<void> {
  let refusal: unknown;
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      await writeFile(`/proc/${leader}/autogroup`, String(NICENESS), { flag: 'r+' });
      return;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      refusal = error;
      if (codeOf(error) !== 'EAGAIN') break;
      await delay(TRY_AGAIN_MS * (1 + Math.random()));
    }
  }
  logger.warn(
    { err: refusal },
    'Chrome may take CPU from sales: its session could not be made to give way',
  );
}

const codeOf = (error: unknown) => error instanceof Error && 'code' in error && error.code;
