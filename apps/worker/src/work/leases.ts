// The leases of everything that this process has claimed. They are short, so that a dead process's
// work is taken over within seconds, and renewed for as long as a run lasts.

import type { Database } from '@fiscal/db/connection';
import type { Claim } from '@fiscal/db/work';
import { repeat } from '../repeat.ts';

/** No run lasts so long: what does hangs, and another worker is to have it. */
const LONGEST_RUN_MS = 5 * 60_000;

export type Leases = ReturnType<typeof keepLeases>;
export type Lease = ReturnType<Leases['begin']>;

/**
 * Two clocks, because one of them stands still while the machine sleeps, and the other may be set.
 */
export interface Moment {
  wall: number;
  monotonic: number;
}

interface Held {
  claim: Claim;
  begunAt: Moment;
  renewedAt: Moment;
}

export function momentNow(): Moment {
  return { wall: Date.now(), monotonic: performance.now() };
}

function msSince({ wall, monotonic }: Moment): number {
  return Math.max(Date.now() - wall, performance.now() - monotonic);
}

function keyOf({ subjectId, token }: Claim): string {
  return `${subjectId} ${token}`;
}

/** Gives those of the claims that are still the newest. */
export type Renew = (db: Database, claims: readonly Claim[], leaseMs: number) => Promise<Claim[]>;

interface LeaseOptions {
  db: Database;
  leaseMs: number;
  renew: Renew;
  /** Leases could not be renewed; they will be, or run out. */
  onError: (error: Error) => void;
}

export function keepLeases({ db, leaseMs, renew, onError }: LeaseOptions) {
  const held = new Set<Held>();

  async function renewDue(): Promise<void> {
    const now = momentNow();
    // Most runs are over before a third of their lease is.
    const due = [...held].filter(
      ({ renewedAt, begunAt }) =>
        msSince(renewedAt) > leaseMs / 3 && msSince(begunAt) < LONGEST_RUN_MS,
    );
    if (due.length === 0) return;
    const claims = due.map(({ claim }) => claim);
    const kept = new Set((await renew(db, claims, leaseMs)).map(keyOf));
    for (const each of due) if (kept.has(keyOf(each.claim))) each.renewedAt = now;
  }

  const renewing = repeat(leaseMs / 6, renewDue, onError);

  return {
    /** How long a claim is to be leased for, milliseconds. */
    leaseMs,
    /** @param askedAt a moment before the claim was asked for. */
    begin(claim: Claim, askedAt: Moment) {
      const own: Held = { claim, begunAt: askedAt, renewedAt: askedAt };
      held.add(own);
      return {
        /**
         * Whether no other worker can have claimed the document: before that is sure, nothing is
         * sent.
         */
        isHeld: () => msSince(own.renewedAt) < leaseMs,
        end: () => void held.delete(own),
      };
    },
    close: () => renewing.close(),
  };
}
