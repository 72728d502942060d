// Links that let somebody choose a password. One that invites waits for a person who may be away; one for
// a lost password is asked for by somebody who sits before it, and opens an account that is in use.

import type { Invitation, Person } from '@fiscal/db/account';
import { newToken } from './sessions.ts';

const HOUR_MS = 60 * 60 * 1000;
const INVITATION_MS = 7 * 24 * HOUR_MS;
const LOST_PASSWORD_MS = { mail: HOUR_MS, 'hand-over': 24 * HOUR_MS } as const;

/** A link that works once: for a week, and for a lost password an hour, or a day if handed over. */
export function newInvitation(
  { status }: Pick<Person, 'status'>,
  delivery: keyof typeof LOST_PASSWORD_MS,
  now: Date,
): Invitation {
  const lifeMs = status === 'active' ? LOST_PASSWORD_MS[delivery] : INVITATION_MS;
  return { token: newToken(), expiresAt: new Date(now.getTime() + lifeMs) };
}
