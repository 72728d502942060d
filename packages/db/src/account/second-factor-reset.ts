// What an operator does for somebody who has lost the second factor. Nobody does it for themselves, and
// the audit log marks what follows until there is a second factor again.

import type { Database } from '../connection/client.ts';
import { addAuditRow } from '../audit/audit-row.ts';
import type { Person } from './users.ts';

/**
 * Takes the second factor of the person away and ends all their sessions. The password stays.
 * @param actor never the person.
 */
export async function resetSecondFactor(
  db: Database,
  actor: string,
  { id, companyId, email }: Person,
  now: Date,
): Promise<void> {
  if (actor === `user:${id}`) throw new Error('nobody resets their own second factor');
  await db.prisma.$transaction(async (tx) => {
    await tx.user.update({
      where: { id },
      data: {
        totpSecret: null,
        totpEnabledAt: null,
        totpLastStep: null,
        secondFactorResetAt: now,
      },
    });
    await tx.passkey.deleteMany({ where: { userId: id } });
    const { count } = await tx.userSession.deleteMany({ where: { userId: id } });
    await addAuditRow(tx, {
      actor,
      companyId,
      action: 'user.second-factor-reset',
      entityId: id,
      after: { email, sessions: count },
    });
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
