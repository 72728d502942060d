// The look at the session that every call of the panel makes. Only the hash of a token is kept:
// what the table says signs no one in.

import { createHash } from 'node:crypto';
import type { Environment } from '@fiscal/domain';
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
  /** Set for an inspection view, which the person has opened: the environment that it sees. */
  inspection: Environment | null;
  expiresAt: Date;
}

/** What the token of an inspection view begins with; no other has a point. */
export const INSPECTION = 'inspection.';

/**
 * That of an inspection view is hashed in another way: a process of a release that knows none finds
 * no session of the person by it.
 */
export function hashToken(token: string): Buffer {
  const before = token.startsWith(INSPECTION) ? 'view ' : '';
  return createHash('sha256')
    .update(before + token)
    .digest();
}

const find = statement.maybe<{ tokenHash: Buffer; now: Date; idleSince: Date }, LiveSession>(
  'find_user_session',
  `select s.id as "sessionId", s.last_seen_at as "lastSeenAt", s.confirmed_at as "confirmedAt",
     u.id as "userId", u.email, u.company_id as "companyId",
     case when u.role = 'support' and u.company_id is null
       then 'service_support' else u.role::text end as role,
     u.totp_enabled_at is not null
       or exists (select from passkey p where p.user_id = u.id) as "hasSecondFactor",
     coalesce(c.requires_second_factor, false) as "isDemandedByCompany",
     s.inspection, s.expires_at as "expiresAt"
   from user_session s
   join app_user u on u.id = s.user_id
   left join company c on c.id = u.company_id
   where s.token_hash = :tokenHash and s.expires_at > :now and s.last_seen_at > :idleSince
     and u.disabled_at is null and (s.inspection is null or u.role = 'company_admin')`,
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
