// How long an attempt to sign in has to wait for the last one. Counted here, so that a restart
// loses nothing and every API process knows the same, and by this server's clock, so that theirs
// may differ.

import { execute, firstRow } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

export interface DelayRule {
  /** Attempts without a success after which there is no delay yet. */
  free: number;
  /** The delay doubles from a second with each further attempt up to this. */
  longestS: number;
  /** After so long without an attempt the key begins anew. */
  forgetAfterS: number;
}

export interface Delayed {
  waitS: number;
  /** Of how many attempts that were not looked at it is the last, since one was. */
  refused: number;
}

/**
 * This moment, as the column keeps it. Rounded, it would lie ahead by up to half a millisecond, and
 * an attempt that comes so soon would be refused; and of two at once the later may have begun
 * earlier.
 */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;

const attempt = firstRow<
  [key: string, free: number, longestS: number, forgetAfterS: number],
  object
>(
  'attempt_sign_in',
  `
    insert into sign_in_delay as d (key, attempts, refused, blocked_until, last_attempt_at)
    select $1, 1, 0, at, at from (select ${NOW} as at) as this
    on conflict (key) do update set (attempts, refused, blocked_until, last_attempt_at) = (
      select n, 0,
             excluded.last_attempt_at
               + case when n < $2 then 0
                      else least(power(2, least(n - $2, 30)), $3) end * interval '1 second',
             excluded.last_attempt_at
      from (select case when d.last_attempt_at < now() - $4 * interval '1 second' then 1
                        else d.attempts + 1 end as n) as counted)
    where d.blocked_until <= clock_timestamp()
    returning attempts`,
);

const refuse = firstRow<[key: string], { refused: number; wait_s: number }>(
  'refuse_sign_in',
  `update sign_in_delay set refused = refused + 1 where key = $1
   returning refused, extract(epoch from blocked_until - now())::float8 as wait_s`,
);

/**
 * Counts an attempt before it is looked at, so that many at once do not slip through. One that is
 * refused does not make the delay longer: other attempts cannot put off for ever the one that
 * waits.
 * @returns null if it may be looked at.
 */
export async function attemptSignIn(
  db: Database,
  key: string,
  { free, longestS, forgetAfterS }: DelayRule,
): Promise<Delayed | null> {
  if ((await attempt(db, key, free, longestS, forgetAfterS)) !== null) return null;
  const row = await refuse(db, key);
  // Without a row an attempt has just succeeded; the next one is looked at.
  return { waitS: Math.max(1, Math.ceil(row?.wait_s ?? 1)), refused: row?.refused ?? 1 };
}

/** Takes back an attempt that was no wrong one; what was wrong before stays counted. */
export const uncountSignIn = execute<[keys: readonly string[]]>(
  'uncount_sign_in',
  `update sign_in_delay set attempts = greatest(attempts - 1, 0), blocked_until = ${NOW}
   where key = any($1)`,
);

/**
 * Deletes the counts of the keys, and on this occasion of every key that has not been used for two
 * days, which are longer than any rule counts.
 */
export const deleteSignInDelays = execute<[keys: readonly string[]]>(
  'delete_sign_in_delays',
  `delete from sign_in_delay
   where key = any($1) or last_attempt_at < now() - interval '2 days'`,
);
