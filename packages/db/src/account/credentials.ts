// What people sign in with. The password is an argon2id hash; the secret of the second factor comes
// here sealed and leaves sealed.

import type { Database } from '../connection/client.ts';
import { addPersonAudit } from '../audit/audit-row.ts';
import { statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/statement.ts';
import { endLinks, holdPerson } from './users.ts';

/** What an attempt to sign in is checked against. */
export interface Credentials {
  userId: string;
  email: string;
  passwordHash: string;
  /** Null without a second factor. */
  totp: { sealedSecret: Uint8Array; lastStep: number | null } | null;
  hasPasskeys: boolean;
}

const CREDENTIALS = {
  id: true,
  email: true,
  passwordHash: true,
  totpSecret: true,
  totpEnabledAt: true,
  totpLastStep: true,
  _count: { select: { passkeys: true } },
} as const;

/** Null for an unknown address, and for people who were invited or may not sign in any more. */
export async function findCredentials(
  db: Database,
  who: { email: string } | { userId: string },
): Promise<Credentials | null> {
  const row = await db.prisma.user.findFirst({
    where: {
      disabledAt: null,
      // Beside an account there may be invitations of the same address, which are none.
      NOT: { passwordHash: null },
      ...('email' in who ? { email: who.email.toLowerCase() } : { id: who.userId }),
    },
    select: CREDENTIALS,
  });
  if (!row) return null;
  const { id, email, passwordHash, totpSecret, totpEnabledAt, totpLastStep } = row;
  if (passwordHash === null) return null;
  const lastStep = totpLastStep === null ? null : Number(totpLastStep);
  const totp =
    totpSecret === null || totpEnabledAt === null ? null : { sealedSecret: totpSecret, lastStep };
  return { userId: id, email, passwordHash, totp, hasPasskeys: row._count.passkeys > 0 };
}

/**
 * Replaces the password in the session that asks for it.
 * @returns false where the session has ended meanwhile: another change of the password came first.
 */
export async function changePassword(
  db: Database,
  userId: string,
  passwordHash: string,
  sessionId: string,
): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    await holdPerson(tx, { userId });
    if ((await tx.userSession.count({ where: { id: sessionId, userId } })) === 0) return false;
    await replacePassword(tx, userId, passwordHash, sessionId);
    await addPersonAudit(tx, userId, { action: 'user.password-changed' });
    return true;
  });
}

/**
 * The only function that replaces a password: with it ends every session but one,
 * and every link that lets the person in. To be called with the person held.
 * @param keptSessionId of the call; null where no session is kept.
 */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  keptSessionId: string | null,
): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { passwordHash } });
  await endLinks(tx, userId);
  const kept = keptSessionId === null ? {} : { NOT: { id: keptSessionId } };
  await tx.userSession.deleteMany({ where: { userId, ...kept } });
}

/**
 * A secret that counts once its first code has come.
 * @returns false with a second factor in use.
 */
export async function proposeTotp(
  db: Database,
  userId: string,
  sealedSecret: Uint8Array,
): Promise<boolean> {
  const { count } = await db.prisma.user.updateMany({
    where: { id: userId, totpEnabledAt: null },
    data: { totpSecret: Uint8Array.from(sealedSecret), totpLastStep: null },
  });
  return count > 0;
}

/** The secret that waits for its first code; null if there is none. */
export async function findProposedTotp(db: Database, userId: string): Promise<Uint8Array | null> {
  const row = await db.prisma.user.findFirst({
    where: { id: userId, totpEnabledAt: null },
    select: { totpSecret: true },
  });
  return row?.totpSecret ?? null;
}

/** @param step the time step of the first code. Every other session ends. */
export async function enableTotp(
  db: Database,
  userId: string,
  step: number,
  sessionId: string,
  now: Date,
): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const data = { totpEnabledAt: now, totpLastStep: BigInt(step) };
    await tx.user.update({ where: { id: userId }, data });
    await tx.userSession.deleteMany({ where: { userId, NOT: { id: sessionId } } });
    await addPersonAudit(tx, userId, { action: 'user.totp-enabled' });
  });
}

export const NO_TOTP = { totpSecret: null, totpEnabledAt: null, totpLastStep: null } as const;

/** Takes the app of a person away; passkeys stay. */
export async function disableTotp(db: Database, userId: string): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: NO_TOTP });
    await addPersonAudit(tx, userId, { action: 'user.totp-disabled' });
  });
}

interface SealedTotp {
  userId: string;
  sealedSecret: Uint8Array;
}

/**
 * The secrets of all apps, and of those that wait for their first code. An API reads them before it
 * is ready: Prisma's compiler of queries is loaded with its first query, which takes longer than
 * all others.
 */
export const listSealedTotp = statement.all<object, SealedTotp>(
  'list_sealed_totp',
  `select id as "userId", totp_secret as "sealedSecret" from app_user where totp_secret is not null`,
);

/**
 * Stores the same secret under another seal.
 * @returns false if the person has another one by now.
 */
export async function replaceSealOfTotp(
  db: Database,
  { userId, sealedSecret }: SealedTotp,
  resealed: Uint8Array,
): Promise<boolean> {
  const { count } = await db.prisma.user.updateMany({
    where: { id: userId, totpSecret: Uint8Array.from(sealedSecret) },
    data: { totpSecret: Uint8Array.from(resealed) },
  });
  return count > 0;
}

/** Notes that a code was taken. @returns false if that one, or a later one, was taken before. */
export async function takeTotpStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { count } = await db.prisma.user.updateMany({
    where: {
      id: userId,
      OR: [{ totpLastStep: null }, { totpLastStep: { lt: BigInt(step) } }],
    },
    data: { totpLastStep: BigInt(step) },
  });
  return count > 0;
}
