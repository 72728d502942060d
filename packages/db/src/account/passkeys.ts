// Passkeys (WebAuthn credentials) of people. What is stored is public: a key that checks signatures
// and makes none.

import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../connection/client.ts';
import type { Passkey as StoredPasskey } from '../generated/client.ts';
import { addPersonAudit } from '../audit/audit-row.ts';
import { holdPerson } from './users.ts';

type ListedPasskey = Pick<StoredPasskey, 'id' | 'name' | 'isBackedUp' | 'createdAt' | 'lastUsedAt'>;

/** A stored credential with its public key. */
export interface Passkey extends ListedPasskey, Pick<StoredPasskey, 'transports'> {
  credentialId: Uint8Array;
  /** COSE. */
  publicKey: Uint8Array;
  counter: number;
}

/** What an authenticator has registered. */
export type NewPasskey = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name' | 'isBackedUp'
>;

/** The oldest first. */
export async function listPasskeys(db: Database, userId: string): Promise<Passkey[]> {
  const rows = await db.prisma.passkey.findMany({
    where: { userId },
    omit: { userId: true },
    orderBy: { createdAt: 'asc' },
  });
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }));
}

/**
 * Stores a passkey of the person; every other session ends.
 * @returns null if the credential is stored already, or the person has `most` of them.
 */
export async function addPasskey(
  db: Database,
  who: { userId: string; sessionId: string },
  passkey: NewPasskey,
  most: number,
  now: Date,
): Promise<ListedPasskey | null> {
  const { userId, sessionId } = who;
  const { credentialId, publicKey, counter, transports, name, isBackedUp } = passkey;
  const id = uuidv7();
  return db.prisma.$transaction(async (tx) => {
    // Two calls at once count one after the other.
    await holdPerson(tx, { userId });
    if ((await tx.passkey.count({ where: { userId } })) >= most) return null;
    const row = {
      id,
      userId,
      transports,
      name,
      isBackedUp,
      createdAt: now,
      counter: BigInt(counter),
      credentialId: Uint8Array.from(credentialId),
      publicKey: Uint8Array.from(publicKey),
    };
    const { count } = await tx.passkey.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) return null;
    await tx.userSession.deleteMany({ where: { userId, NOT: { id: sessionId } } });
    await addPersonAudit(tx, userId, { action: 'user.passkey-added', after: { name } });
    return { id, name, isBackedUp, createdAt: now, lastUsedAt: null };
  });
}

/** @returns false if the person has no such passkey. */
export async function removePasskey(db: Database, userId: string, id: string): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    const row = await tx.passkey.findFirst({ where: { id, userId } });
    if (!row) return false;
    await tx.passkey.delete({ where: { id } });
    const before = { name: row.name };
    await addPersonAudit(tx, userId, { action: 'user.passkey-removed', before });
    return true;
  });
}

/** Notes that a passkey was used, and how many signatures it says that it has made. */
export async function notePasskeyUse(
  db: Database,
  id: string,
  counter: number,
  now: Date,
): Promise<void> {
  await db.prisma.passkey.updateMany({
    where: { id, counter: { lte: BigInt(counter) } },
    data: { counter: BigInt(counter), lastUsedAt: now },
  });
}

/** What the signature of a challenge is for. */
export type ChallengePurpose = 'register' | 'sign-in' | 'confirm';

interface Challenge {
  /** base64url */
  challenge: string;
  userId: string;
  purpose: ChallengePurpose;
}

/**
 * Stores what an authenticator has yet to sign: for one person and purpose, once and for a few
 * minutes; those that are over are deleted on this occasion.
 */
export async function keepChallenge(
  db: Database,
  challenge: Challenge,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db.prisma.$transaction([
    db.prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: now } } }),
    db.prisma.passkeyChallenge.create({ data: { ...challenge, expiresAt } }),
  ]);
}

/** Whether the challenge was open; it is not any more. */
export async function takeChallenge(
  db: Database,
  challenge: Challenge,
  now: Date,
): Promise<boolean> {
  const { count } = await db.prisma.passkeyChallenge.deleteMany({
    where: { ...challenge, expiresAt: { gt: now } },
  });
  return count > 0;
}
