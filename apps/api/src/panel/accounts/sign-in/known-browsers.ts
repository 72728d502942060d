// Browsers that somebody has signed in with before. Guesses from elsewhere delay an account
// for others, but not for them. A browser is known by a cookie that we signed; it signs no one in.

import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { deriveKeys } from '../second-factor/admin-secret.ts';
import { cookieValues, isSame } from './session-cookie.ts';

const KNOWN_FOR_MS = 90 * 24 * 60 * 60 * 1000;
/** Accounts that one browser is known for; the one that signed in last stays longest. */
const ACCOUNTS = 4;

/** Finds by a signed cookie the browsers in which an account was signed in before. */
export interface KnownBrowsers {
  /** An id of this browser if the account has signed in with it, else null. */
  find(request: Request, email: string, now: Date): string | null;
  /** Adds a cookie to the response of a sign-in that succeeded. */
  remember(request: Request, response: Response, email: string, now: Date): void;
}

/**
 * @param options.origin of the panel; plain http is for one's own machine.
 * @param options.secret ADMIN_SECRET, the newest first; without it no browser is known.
 */
export function openKnownBrowsers(options: {
  origin: string;
  secret: string | undefined;
}): KnownBrowsers {
  const { origin, secret } = options;
  if (secret === undefined) return { find: () => null, remember: () => undefined };
  const keys = deriveKeys(secret, 'known browsers');
  const secure = origin.startsWith('https://');
  const name = secure ? '__Host-fiscal_browser' : 'fiscal_browser';
  const path = secure ? '/' : '/admin';
  const cookie: CookieOptions = { path, secure, httpOnly: true, sameSite: 'strict' };
  const sign = (text: string, key = keys.newest) =>
    createHmac('sha256', key).update(text).digest('base64url');
  const isSigned = (text: string, signature: string) =>
    keys.all.some((key) => isSame(signature, sign(text, key)));

  /** The valid marks of the browser, one an account. */
  function marksOf(request: Request, now: Date): Mark[] {
    const values = cookieValues(request, name);
    if (values.length !== 1) return [];
    return (values[0] ?? '').split('~').flatMap((text) => {
      const [account = '', id = '', until = '', signature = ''] = text.split('.');
      if (!isSigned(`${account}.${id}.${until}`, signature)) return [];
      return Number(until) * 1000 > now.getTime() ? [{ account, id, text }] : [];
    });
  }

  return {
    find(request, email, now) {
      const account = accountOf(email);
      return marksOf(request, now).find((mark) => mark.account === account)?.id ?? null;
    },
    remember(request, response, email, now) {
      const account = accountOf(email);
      const marks = marksOf(request, now);
      const id =
        marks.find((mark) => mark.account === account)?.id ?? randomBytes(12).toString('base64url');
      const expires = new Date(now.getTime() + KNOWN_FOR_MS);
      const text = `${account}.${id}.${Math.floor(expires.getTime() / 1000)}`;
      const others = marks.filter((mark) => mark.account !== account).slice(0, ACCOUNTS - 1);
      const value = [`${text}.${sign(text)}`, ...others.map((mark) => mark.text)].join('~');
      response.cookie(name, value, { ...cookie, expires });
    },
  };
}

interface Mark {
  account: string;
  id: string;
  /** With its signature. */
  text: string;
}

/** Addresses of people stand in no cookie. */
function accountOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 16);
}
