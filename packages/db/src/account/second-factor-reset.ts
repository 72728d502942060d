// What an operator does for a person who has lost the second factor, never for themselves; the
// audit log marks what follows until there is a second factor again.

import type { Database } from '../connection/client.ts';
import { addPersonAudit } from '../audit/audit-row.ts';
import { NO_TOTP } from './credentials.ts';
import type { Person } from './users.ts';

/**
 * Takes the second factor of the person away and ends all their sessions. The password stays.
 * @param actor never the person.
 */
export async function resetSecondFactor(
  db: Database,
  actor: string,
  { id, email }: Pick<Person, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  if (actor === `user:${id}`) throw new Error('a person cannot reset their own second factor');
  await db.prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { ...NO_TOTP, secondFactorResetAt: now } });
    await tx.passkey.deleteMany({ where: { userId: id } });
    const { count } = await tx.userSession.deleteMany({ where: { userId: id } });
    const after = { email, sessions: count };
    await addPersonAudit(tx, id, { actor, action: 'user.second-factor-reset', after });
  });
}

/** What the audit of a sign-in carries beside its address. */
export function secondFactorMark(user: {
  secondFactorResetAt: Date | null;
  totpEnabledAt: Date | null;
  _count: { passkeys: number };
}): { secondFactorResetAt?: Date } {
  const { secondFactorResetAt, totpEnabledAt, _count } = user;
  if (secondFactorResetAt === null || totpEnabledAt !== null || _count.passkeys > 0) return {};
  return { secondFactorResetAt };
}
