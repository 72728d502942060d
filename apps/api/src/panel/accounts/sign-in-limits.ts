// Slows down guesses: each further wrong attempt waits twice as long, by account and by address.
// No delay is for ever, and a browser that has signed in before has one of its own, so that
// whoever only knows an address cannot keep its owner out.

import { createHash } from 'node:crypto';
import { attemptSignIn, deleteSignInDelays, uncountSignIn } from '@fiscal/db/account';
import type { Delayed, DelayRule } from '@fiscal/db/account';
import type { Database } from '@fiscal/db/connection';
import type { Response } from 'express';
import type { Refusal } from '../../http/refusal/refusal.ts';
import { refuse } from '../../http/refusal/refusal.ts';

const HOUR_S = 3600;

const RULES = {
  /** The owner at a new browser waits so long at most while somebody else guesses. */
  account: { free: 5, longestS: 300, forgetAfterS: 24 * HOUR_S },
  /** An office behind one address mistypes now and then. */
  address: { free: 50, longestS: 900, forgetAfterS: HOUR_S },
  /** As if it were both. */
  browser: { free: 10, longestS: 900, forgetAfterS: 24 * HOUR_S },
  /** A person who gets this far knows the password, and a code is only six digits. */
  code: { free: 5, longestS: HOUR_S, forgetAfterS: 24 * HOUR_S },
} as const satisfies Record<string, DelayRule>;

export type SignInLimits = ReturnType<typeof openSignInLimits>;

type Browser = string | null;

/** Of who tries: `browser` is the id of a browser that is known for the account, else null. */
export function openSignInLimits(db: Database) {
  return {
    /**
     * Counts an attempt before it is looked at, so that many at once do not slip through.
     * @returns null if it may be looked at.
     */
    async attempt(email: string, address: string, browser: Browser = null) {
      const account = accountOf(email);
      if (browser !== null) {
        return attemptSignIn(db, `browser:${account}:${browser}`, RULES.browser);
      }
      return (
        (await attemptSignIn(db, `address:${address}`, RULES.address)) ??
        (await attemptSignIn(db, `account:${account}`, RULES.account))
      );
    },
    /** The same for a code of the second factor. */
    attemptCode: (email: string, browser: Browser = null) =>
      attemptSignIn(db, codeKey(email, browser), RULES.code),
    /** The code was right, where it is not used to sign in. */
    forgiveCode: (email: string, browser: Browser = null) =>
      uncountSignIn(db, { keys: [codeKey(email, browser)] }),
    /** The attempt was no wrong one, but it has not succeeded either. */
    async forgive(email: string, address: string, browser: Browser = null) {
      const account = accountOf(email);
      const keys =
        browser === null
          ? [`address:${address}`, `account:${account}`]
          : [`browser:${account}:${browser}`];
      await uncountSignIn(db, { keys });
    },
    /** Deletes the wrong attempts of the account; the address keeps those before. */
    async succeed(email: string, address: string, browser: Browser = null) {
      const account = accountOf(email);
      const passed = browser === null ? `account:${account}` : `browser:${account}:${browser}`;
      await deleteSignInDelays(db, { keys: [passed, codeKey(email, browser)] });
      // Signing in with an account of one's own must not open the address for guessing at others.
      if (browser === null) await uncountSignIn(db, { keys: [`address:${address}`] });
    },
  };
}

function codeKey(email: string, browser: string | null): string {
  const account = accountOf(email);
  return browser === null ? `code:${account}` : `code:${account}:${browser}`;
}

/** Addresses of people stand in no table of counters. */
function accountOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}

/** 429 with the time to wait. */
export function refuseForAWhile(response: Response, { waitS }: Pick<Delayed, 'waitS'>): Refusal {
  response.set('Retry-After', String(waitS));
  const time = waitS < 60 ? `${waitS} s` : `${Math.ceil(waitS / 60)} min`;
  return refuse('TOO_MANY_ATTEMPTS', `Too many attempts. Try again in ${time}.`);
}
