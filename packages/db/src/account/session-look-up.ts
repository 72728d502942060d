// The look at the session that every call of the panel makes. Only the hash of a token is kept:
// what the table says signs no one in.

import { createHash } from 'node:crypto';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import type { Role } from './users.ts';

/** A valid session with its person. */
export interface LiveSession {
  sessionId: string;
  lastSeenAt: Date;
  userId: string;
  email: string;
  role: Role;
  companyId: string | null;
  /** When the person last proved who they are. */
  confirmedAt: Date;
  hasSecondFactor: boolean;
  /** The person's company demands a second factor. */
  isDemandedByCompany: boolean;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const find = statement.maybe<{ tokenHash: Buffer; now: Date; idleSince: Date }, LiveSession>(
  'find_user_session',
  `select s.id as "sessionId", s.last_seen_at as "lastSeenAt", s.confirmed_at as "confirmedAt",
     u.id as "userId", u.email, u.company_id as "companyId",
     case when u.role = 'support' and u.company_id is null
       then 'service_support' else u.role::text end as role,
     u.totp_enabled_at is not null
       or exists (select from passkey p where p.user_id = u.id) as "hasSecondFactor",
     coalesce(c.requires_second_factor, false) as "isDemandedByCompany"
   from user_session s
   join app_user u on u.id = s.user_id
   left join company c on c.id = u.company_id
   where s.token_hash = :tokenHash and s.expires_at > :now and s.last_seen_at > :idleSince
     and u.disabled_at is null`,
);

/** @param idleSince a session that was last seen before has ended. */
export function findSession(
  db: Database,
  token: string,
  now: Date,
  idleSince: Date,
): Promise<LiveSession | null> {
  return find(db, { tokenHash: hashToken(token), now, idleSince });
}

/** Notes that the session is in use; called now and then, never for each request. */
export const touchSession = statement.run<{ sessionId: string; now: Date }>(
  'touch_user_session',
  'update user_session set last_seen_at = :now where id = :sessionId and last_seen_at < :now',
);
