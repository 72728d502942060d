// Who is signed in to the admin panel. Decisions §7: an operator runs the service; people of a
// company see that company and nothing else. What each role may do is in role-matrix.ts.

import type { Environment } from '@fiscal/domain';
import type { Request } from 'express';

interface Person {
  userId: string;
  email: string;
  /** Of the session the call came with. */
  sessionId: string;
  /** When the person last proved who they are: at sign-in, or since. */
  confirmedAt: Date;
  /** A second factor is demanded and there is none: nothing else can be done before. */
  mustAddFactor: boolean;
}

/**
 * A signed-in person by role: of the service (no company), or of one company. An inspection view
 * has a session of its own; the person is the owner who has opened it.
 */
export type Actor =
  | (Person & { role: 'operator'; companyId: null })
  | (Person & { role: 'service_support'; companyId: null })
  | (Person & { role: 'inspection'; companyId: string; environment: Environment })
  | (Person & { role: 'company_admin' | 'accountant' | 'support'; companyId: string });

/** Knows who sent a request to the panel. */
export interface Sessions {
  /**
   * Null without a valid session.
   * @param isUse whether the call counts as use of the session, so that it does not end for
   * idleness.
   */
  actorOf(request: Request, isUse?: boolean): Promise<Actor | null>;
  /** Whether a call that changes something was sent by our own pages. */
  isFromOurPages(request: Request): Promise<boolean>;
}

/** How long a person who has proved who they are may change factors. */
const CONFIRMED_FOR_MS = 5 * 60_000;

/** Whether the person has proved who they are just now. */
export function isConfirmed({ confirmedAt }: Actor, now: Date): boolean {
  return now.getTime() - confirmedAt.getTime() <= CONFIRMED_FOR_MS;
}

/** How the audit log names a person, or an inspection view. */
export function auditName({ role, sessionId, userId }: Actor): string {
  return role === 'inspection' ? `inspection:${sessionId}` : `user:${userId}`;
}
