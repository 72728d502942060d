// How long an attempt to sign in has to wait for the last one. Counted here, so that a restart
// loses nothing and every API process knows the same, and by this server's clock, so that theirs
// may differ.

import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

/** How attempts of one key are delayed. */
export interface DelayRule {
  /** Attempts without a success after which there is no delay yet. */
  free: number;
  /** The delay doubles from a second with each further attempt up to this. */
  longestS: number;
  /** After so long without an attempt the key begins anew. */
  forgetAfterS: number;
}

/** An attempt that was refused unseen. */
export interface Delayed {
  waitS: number;
  /** Of how many attempts that were not looked at it is the last, since one was. */
  refused: number;
}

/**
 * Now, as the column keeps it. Rounded, it would lie ahead by up to half a millisecond, and
 * an attempt that comes so soon would be refused; and of two at once the later may have begun
 * earlier.
 */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;

const attempt = statement.run<DelayRule & { key: string }>(
  'attempt_sign_in',
  `insert into sign_in_delay as d (key, attempts, refused, blocked_until, last_attempt_at)
   select :key, 1, 0, at, at from (select ${NOW} as at) as this
   on conflict (key) do update set (attempts, refused, blocked_until, last_attempt_at) = (
     select n, 0,
            excluded.last_attempt_at
              + case when n < :free then 0
                     else least(power(2, least(n - :free, 30)), :longestS) end * interval '1 second',
            excluded.last_attempt_at
     from (select case when d.last_attempt_at < now() - :forgetAfterS * interval '1 second' then 1
                       else d.attempts + 1 end as n) as counted)
   where d.blocked_until <= clock_timestamp()
   returning attempts`,
);

const refuse = statement.maybe<{ key: string }, { refused: number; wait_s: number }>(
  'refuse_sign_in',
  `update sign_in_delay set refused = refused + 1 where key = :key
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
  rule: DelayRule,
): Promise<Delayed | null> {
  if ((await attempt(db, { ...rule, key })) > 0) return null;
  const row = await refuse(db, { key });
  // Without a row an attempt has just succeeded; the next one is looked at.
  return { waitS: Math.max(1, Math.ceil(row?.wait_s ?? 1)), refused: row?.refused ?? 1 };
}

/** Takes back an attempt that was no wrong one; what was wrong before stays counted. */
export const uncountSignIn = statement.run<{ keys: readonly string[] }>(
  'uncount_sign_in',
  `update sign_in_delay set attempts = greatest(attempts - 1, 0), blocked_until = ${NOW}
   where key = any(:keys)`,
);

/**
 * Deletes the counts of the keys, and on this occasion of every key that has not been used for two
 * days, which are longer than any rule counts.
 */
export const deleteSignInDelays = statement.run<{ keys: readonly string[] }>(
  'delete_sign_in_delays',
  `delete from sign_in_delay
   where key = any(:keys) or last_attempt_at < now() - interval '2 days'`,
);
