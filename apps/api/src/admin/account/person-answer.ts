import type { Invitation, Person } from '@fiscal/db';
import type { z } from 'zod';
import { newToken } from './sessions.ts';
import type { invitation, person } from './schemas.ts';

const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

/** A person as the panel is told of them. */
export function personAnswer(row: Person): z.input<typeof person> {
  const { id, email, name, role, companyId, companyName, locale, hasTotp, passkeys, status } = row;
  return {
    ...{ id, email, name, role, companyId, companyName, locale, hasTotp, passkeys, status },
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A link that works once, for a week. */
export function newInvitation(now: Date): Invitation {
  return { token: newToken(), expiresAt: new Date(now.getTime() + INVITATION_MS) };
}

/** What whoever invites is shown, once. */
export function invitationAnswer({ token, expiresAt }: Invitation): z.input<typeof invitation> {
  return { token, expiresAt: expiresAt.toISOString() };
}
