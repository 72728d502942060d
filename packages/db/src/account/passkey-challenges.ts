// What authenticators have yet to sign. A challenge belongs to one person and one purpose, counts once
// and for a few minutes.

import type { Database } from '../connection/client.ts';

/** What a signature is asked for. */
export type ChallengePurpose = 'register' | 'sign-in' | 'confirm';

interface Challenge {
  /** base64url */
  challenge: string;
  userId: string;
  purpose: ChallengePurpose;
}

/** Stores a challenge; those that are over are forgotten on this occasion. */
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
