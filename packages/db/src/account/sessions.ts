// Sessions of the panel: begun, listed and ended.

import { v7 as uuidv7 } from 'uuid';
import type { Environment } from '@fiscal/domain';
import { addAuditRow, addPersonAudit } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';
import type { Prisma } from '../generated/client.ts';
import { secondFactorMark } from './second-factor-reset.ts';
import { hashToken } from './session-look-up.ts';
import { holdPerson } from './users.ts';

type SignInFactor = 'none' | 'totp' | 'passkey';

/** A sign-in that was checked. */
export interface NewSession {
  userId: string;
  /** Of the password that was checked. */
  passwordHash: string;
  secondFactor: SignInFactor;
  token: string;
  address: string;
  userAgent: string;
  /** The language that the person chose before the sign-in. */
  locale?: 'me' | 'en' | undefined;
  now: Date;
  expiresAt: Date;
}

/**
 * Begins a session, and ends the one that the browser had before: one that an attacker
 * may have planted is invalid afterwards. Sessions that are over are deleted on this occasion.
 * @returns false, and nothing happens, where the password was replaced, a second factor added or
 * the
 *   access taken away since they were checked.
 */
export async function beginSession(
  db: Database,
  session: NewSession,
  previousToken: string | null,
): Promise<boolean> {
  const { userId, passwordHash, secondFactor, token, address, userAgent, locale, now, expiresAt } =
    session;
  return db.prisma.$transaction(async (tx) => {
    await holdPerson(tx, { userId });
    const hasNoFactor = {
      OR: [{ totpSecret: null }, { totpEnabledAt: null }],
      passkeys: { none: {} },
    };
    const factors = secondFactor === 'none' ? hasNoFactor : {};
    const where = { id: userId, passwordHash, disabledAt: null, ...factors };
    if ((await tx.user.count({ where })) === 0) return false;
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
      data: { lastSignInAt: now, ...(locale && { locale }) },
      include: { _count: { select: { passkeys: true } } },
    });
    const after = { address, secondFactor, ...secondFactorMark(user) };
    await addPersonAudit(tx, userId, { action: 'user.signed-in', after });
    return true;
  });
}

/** Ends one of the person’s own; nothing happens where it has ended before. */
export async function endSession(db: Database, userId: string, id: string): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.userSession.deleteMany({ where: { id, userId } });
    if (count === 0) return;
    await addPersonAudit(tx, userId, { action: 'user.signed-out' });
  });
}

/** Ends all sessions of the person, that of the call, too. */
export async function endAllSessions(db: Database, userId: string): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.userSession.deleteMany({ where: { userId } });
    const after = { sessions: count };
    await addPersonAudit(tx, userId, { action: 'user.signed-out-everywhere', after });
  });
}

const LISTED = {
  id: true,
  address: true,
  userAgent: true,
  createdAt: true,
  lastSeenAt: true,
  expiresAt: true,
} as const;

type ListedSession = Prisma.UserSessionGetPayload<{ select: typeof LISTED }>;

/** Sessions that are still valid, the last used first. */
export async function listSessions(
  db: Database,
  userId: string,
  now: Date,
  idleSince: Date,
): Promise<ListedSession[]> {
  return db.prisma.userSession.findMany({
    where: { userId, inspection: null, expiresAt: { gt: now }, lastSeenAt: { gt: idleSince } },
    select: LISTED,
    orderBy: { lastSeenAt: 'desc' },
  });
}

interface SessionEnd {
  /** `user:<id>` */
  actor: string;
  userId: string;
  sessionId: string | null;
}

/**
 * Ends sessions of a person: by another one who manages them, or one of their own.
 * @returns how many ended. Each has its row in the audit log.
 */
export async function endSessionsOf(
  db: Database,
  { actor, userId, sessionId }: SessionEnd,
): Promise<number> {
  return db.prisma.$transaction(async (tx) => {
    const where = { userId, ...(sessionId === null ? {} : { id: sessionId }) };
    const sessions = await tx.userSession.findMany({ where });
    await tx.userSession.deleteMany({ where: { id: { in: sessions.map(({ id }) => id) } } });
    for (const { address, userAgent, createdAt } of sessions) {
      const before = { address, userAgent, createdAt };
      await addPersonAudit(tx, userId, { actor, action: 'user.session-ended', before });
    }
    return sessions.length;
  });
}

/** Whose inspection views, and where. */
interface InspectionScope {
  companyId: string;
  environment: Environment;
}

/** Opens an inspection view in the name of an owner. @param token INSPECTION and a secret. */
export async function openInspection(
  db: Database,
  { companyId, environment: inspection }: InspectionScope,
  opened: { userId: string; token: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { token, userId, now, expiresAt } = opened;
  const tokenHash = Uint8Array.from(hashToken(token));
  const times = { createdAt: now, lastSeenAt: now, expiresAt };
  const session = { id: uuidv7(), userId, tokenHash, address: '', userAgent: '', ...times };
  await db.prisma.$transaction(async (tx) => {
    await tx.userSession.create({ data: { ...session, inspection } });
    const row = { companyId, entityId: session.id, after: { environment: inspection, expiresAt } };
    await addAuditRow(tx, { ...row, actor: `user:${userId}`, action: 'inspection.opened' });
  });
}

/** Audits what is done in an inspection view. */
export async function noteInspection(
  db: Database,
  { sessionId, companyId }: { sessionId: string; companyId: string | null },
  action: 'inspection.entered' | 'inspection.read',
  after: object,
): Promise<void> {
  const actor = `inspection:${sessionId}`;
  await addAuditRow(db.prisma, { actor, companyId, action, entityId: sessionId, after });
}

/** Ends every inspection view there. @param actor who does, for the audit log. */
export async function endInspections(
  db: Database,
  actor: string,
  { companyId, environment }: InspectionScope,
): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const where = { inspection: environment, user: { companyId } };
    const { count } = await tx.userSession.deleteMany({ where });
    if (count === 0) return;
    const row = { companyId, entityId: null, after: { environment } };
    await addAuditRow(tx, { ...row, actor, action: 'inspection.ended' });
  });
}
