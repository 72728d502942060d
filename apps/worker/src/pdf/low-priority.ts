// Prints take what CPU the sales leave. Linux weighs the niceness of a process only against its own session,
// where autogroups are on, and Chrome leads a session of its own: that one has to give way, too.

import { writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

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
 * The session of a process, and all that is in it. Does nothing where the kernel has no autogroups or does not
 * allow it: the niceness that Chrome has inherited counts there as far as it does by itself, and prints go on.
 * @param leader its process id.
 */
export async function letSessionGiveWay(leader: number): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      await writeFile(`/proc/${leader}/autogroup`, String(NICENESS), { flag: 'r+' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      await delay(TRY_AGAIN_MS * (1 + Math.random()));
    }
  }
}
