// The cookie that a session lives in: no script reads it, no other site sends it. Where the panel
// has https it carries the `__Host-` prefix, so that no neighbouring host can plant one.

import { timingSafeEqual } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';

/** Reads, sets and clears the cookie with the token of a session. */
export type SessionCookie = ReturnType<typeof sessionCookie>;

/** @param origin of the panel; plain http is for one's own machine. */
export function sessionCookie(origin: string) {
  const secure = origin.startsWith('https://');
  const name = secure ? '__Host-fiscal_session' : 'fiscal_session';
  // A `__Host-` cookie must say Path=/.
  const path = secure ? '/' : '/admin';
  const options: CookieOptions = { path, secure, httpOnly: true, sameSite: 'strict' };
  return {
    /** Null also where a browser sends two of them: one of those was planted. */
    read(request: Request): string | null {
      const sent = cookieValues(request, name);
      return sent.length === 1 ? (sent[0] ?? null) : null;
    },
    write(response: Response, token: string, expiresAt: Date): void {
      response.cookie(name, token, { ...options, expires: expiresAt });
    },
    clear(response: Response): void {
      response.clearCookie(name, options);
    },
  };
}

/**
 * Every value that the browser sends with this name: more than one where somebody planted another.
 */
export function cookieValues(request: Request, name: string): string[] {
  return (request.get('Cookie') ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.split('=', 2);
    return key?.trim() === name && value !== undefined ? [value.trim()] : [];
  });
}

/** Compares in a time that says nothing of where two secrets differ. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
