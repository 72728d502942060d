// Sessions of the panel. Only the hash of a token is kept: whoever reads the table signs in as nobody.

import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { addAuditRow } from '../audit/audit-row.ts';
import { secondFactorMark } from './second-factor-reset.ts';

/** A session that is valid, with the person it belongs to. */
export interface LiveSession {
  sessionId: string;
  lastSeenAt: Date;
  userId: string;
  email: string;
  role: 'operator' | 'company_admin';
  companyId: string | null;
  /** When the person last proved who they are. */
  confirmedAt: Date;
  hasSecondFactor: boolean;
  /** The person's company demands a second factor. */
  isDemandedByCompany: boolean;
}

interface Row {
  id: string;
  last_seen_at: Date;
  user_id: string;
  email: string;
  role: 'operator' | 'company_admin';
  company_id: string | null;
  confirmed_at: Date;
  has_second_factor: boolean;
  is_demanded_by_company: boolean;
}

/** What is stored of a token that has 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const FIND = {
  name: 'find_user_session',
  text: `
    select s.id, s.last_seen_at, s.confirmed_at, u.id as user_id, u.email, u.role, u.company_id,
      u.totp_enabled_at is not null
        or exists (select from passkey p where p.user_id = u.id) as has_second_factor,
      coalesce(c.requires_second_factor, false) as is_demanded_by_company
    from user_session s
    join app_user u on u.id = s.user_id
    left join company c on c.id = u.company_id
    where s.token_hash = $1 and s.expires_at > $2 and s.last_seen_at > $3
      and u.disabled_at is null`,
};

/** @param idleSince a session that was last seen before has ended. */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
  idleSince: Date,
): Promise<LiveSession | null> {
  const [row] = await run<Row>(db.pool, FIND, [hashToken(token), now, idleSince]);
  if (!row) return null;
  return {
    sessionId: row.id,
    lastSeenAt: row.last_seen_at,
    userId: row.user_id,
    email: row.email,
    role: row.role,
    companyId: row.company_id,
    confirmedAt: row.confirmed_at,
    hasSecondFactor: row.has_second_factor,
    isDemandedByCompany: row.is_demanded_by_company,
  };
}

const TOUCH = {
  name: 'touch_user_session',
  text: 'update user_session set last_seen_at = $2 where id = $1 and last_seen_at < $2',
};

/** Notes that the session is in use; called now and then, never for each request. */
export async function touchSession(db: Database, sessionId: string, now: Date): Promise<void> {
  await run(db.pool, TOUCH, [sessionId, now]);
}

/** A session as its owner sees it. */
export interface ListedSession {
  id: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

/** What was asked for beside the password at a sign-in. */
export type SignInFactor = 'none' | 'totp' | 'passkey';

export interface NewSession {
  userId: string;
  secondFactor: SignInFactor;
  token: string;
  address: string;
  userAgent: string;
  now: Date;
  expiresAt: Date;
}

/**
 * Begins a session, and ends the one that the browser had before: what a stranger may have put there
 * is worth nothing afterwards. Sessions that are over are forgotten on this occasion.
 */
export async function beginSession(
  db: Database,
  session: NewSession,
  previousToken: string | null,
): Promise<void> {
  const { userId, secondFactor, token, address, userAgent, now, expiresAt } = session;
  const actor = `user:${userId}`;
  await db.prisma.$transaction(async (tx) => {
    await tx.userSession.deleteMany({ where: { expiresAt: { lte: now } } });
    if (previousToken !== null) {
      await tx.userSession.deleteMany({
        where: { tokenHash: Uint8Array.from(hashToken(previousToken)) },
      });
    }
    await tx.userSession.create({
      data: {
        id: uuidv7(),
        userId,
        tokenHash: Uint8Array.from(hashToken(token)),
        address,
        userAgent,
        createdAt: now,
        lastSeenAt: now,
        confirmedAt: now,
        expiresAt,
      },
    });
    const user = await tx.user.update({
      where: { id: userId },
      data: { lastSignInAt: now },
      include: { _count: { select: { passkeys: true } } },
    });
    const row = { actor, companyId: user.companyId, action: 'user.signed-in', entityId: userId };
    await addAuditRow(tx, { ...row, after: { address, secondFactor, ...secondFactorMark(user) } });
  });
}

/** Ends one session of the person. */
export async function endSession(db: Database, userId: string, id: string): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.userSession.deleteMany({ where: { id, userId } });
    if (count === 0) return;
    const { companyId } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const row = { companyId, action: 'user.signed-out', entityId: userId };
    await addAuditRow(tx, { ...row, actor: `user:${userId}` });
  });
}

/** Ends every session of the person. */
export async function endAllSessions(db: Database, userId: string): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.userSession.deleteMany({ where: { userId } });
    const { companyId } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const row = { companyId, action: 'user.signed-out-everywhere', entityId: userId };
    await addAuditRow(tx, { ...row, actor: `user:${userId}`, after: { sessions: count } });
  });
}

/** Sessions that are still valid, the last used first. */
export async function listSessions(
  db: Database,
  userId: string,
  now: Date,
  idleSince: Date,
): Promise<ListedSession[]> {
  return db.prisma.userSession.findMany({
    where: { userId, expiresAt: { gt: now }, lastSeenAt: { gt: idleSince } },
    select: {
      id: true,
      address: true,
      userAgent: true,
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
    },
    orderBy: { lastSeenAt: 'desc' },
  });
}
