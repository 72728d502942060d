// Knows who sent a request to the panel. A session ends after an hour in which a person did
// nothing, after twelve in any case, and with the account.

import { createHmac, randomBytes } from 'node:crypto';
import { findSession, touchSession } from '@fiscal/db/account';
import type { LiveSession } from '@fiscal/db/account';
import type { Database } from '@fiscal/db/connection';
import type { Request } from 'express';
import type { Actor, Sessions } from '../../../access/actor.ts';
import type { Accounts } from '../accounts.ts';
import { needsSecondFactor } from '../second-factor/second-factor-rule.ts';
import type { SecondFactorFor } from '../second-factor/second-factor-rule.ts';
import { isSame } from './session-cookie.ts';

const IDLE_MS = 60 * 60 * 1000;
const LONGEST_MS = 12 * 60 * 60 * 1000;
const TOUCH_EVERY_MS = 60_000;
/** The panel sets it on calls that it makes while no one touches keyboard, mouse or screen. */
const UNATTENDED = 'X-Unattended';

/** A token that cannot be guessed: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** When a session that begins now ends in any case. */
export function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + LONGEST_MS);
}

/** A session that was last seen before has ended. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

/** Made from the session's own token, which it does not give away. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

/** Finds the session of a request by its cookie, once a request. */
export function createSessions(
  db: Database,
  { cookie, origin, secondFactorFor }: Pick<Accounts, 'cookie' | 'origin' | 'secondFactorFor'>,
  clock: () => Date,
): Sessions {
  // All questions about a request need the same row.
  const found = new WeakMap<Request, Promise<LiveSession | null>>();

  async function findLive(request: Request): Promise<LiveSession | null> {
    const token = cookie.read(request);
    const now = clock();
    return token === null ? null : findSession(db, token, now, idleSince(now));
  }

  async function actorOf(request: Request, isUse = true): Promise<Actor | null> {
    const finding = found.get(request) ?? findLive(request);
    found.set(request, finding);
    const session = await finding;
    if (!session) return null;
    const now = clock();
    const isUsed = isUse && request.get(UNATTENDED) === undefined;
    if (isUsed && now.getTime() - session.lastSeenAt.getTime() > TOUCH_EVERY_MS) {
      session.lastSeenAt = now;
      await touchSession(db, { sessionId: session.sessionId, now });
    }
    return actorOfSession(session, secondFactorFor);
  }

  return {
    actorOf,
    async isFromOurPages(request) {
      const { role = 'inspection' } = (await actorOf(request)) ?? {};
      // Where no person is signed in there is no token: the browser says where the call comes from.
      if (role === 'inspection') return isOfOrigin(request, origin);
      if (request.get('Origin') !== undefined && !isOfOrigin(request, origin)) return false;
      const token = cookie.read(request);
      return token !== null && isSame(request.get('X-CSRF-Token') ?? '', csrfTokenOf(token));
    },
  };
}

/**
 * Browsers write both headers themselves and let no page change them. `Sec-Fetch-Site` is right
 * also where the panel is opened under another name of the same machine than the configured one.
 */
function isOfOrigin(request: Request, origin: string): boolean {
  return request.get('Sec-Fetch-Site') === 'same-origin' || request.get('Origin') === origin;
}

function actorOfSession(session: LiveSession, secondFactorFor: SecondFactorFor): Actor {
  const { userId, email, sessionId, role, companyId, confirmedAt, hasSecondFactor } = session;
  const { inspection: environment } = session;
  const mustAddFactor = !hasSecondFactor && needsSecondFactor(secondFactorFor, session);
  const person = { userId, email, sessionId, confirmedAt, mustAddFactor };
  if (role === 'operator') return { ...person, role, companyId: null };
  if (role === 'service_support') return { ...person, role, companyId: null };
  // A constraint of the database demands a company for the other roles.
  if (companyId === null) throw new Error(`a person with the role ${role} belongs to no company`);
  if (environment !== null) {
    // Without the owner's address: what its owner may ask for is not for whoever has the view.
    const view = { ...person, email: '', mustAddFactor: false };
    return { ...view, role: 'inspection', companyId, environment };
  }
  return { ...person, role, companyId };
}
