// A person proves once more who they are before factors and passwords change: a session that was left
// open must not be enough to take an account over.

import type { Database } from '../connection/client.ts';
import { addAuditRow } from '../audit/audit-row.ts';

/** How a person proved it. */
export type ConfirmationFactor = 'password' | 'totp' | 'passkey';

interface Confirmation {
  userId: string;
  sessionId: string;
  by: ConfirmationFactor;
}

/** Notes that the session's owner has proved it. */
export async function confirmSession(
  db: Database,
  { userId, sessionId, by }: Confirmation,
  now: Date,
): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    await tx.userSession.updateMany({ where: { id: sessionId }, data: { confirmedAt: now } });
    const { companyId } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const entry = { actor: `user:${userId}`, companyId, entityId: userId, after: { by } };
    await addAuditRow(tx, { ...entry, action: 'user.confirmed' });
  });
}

/** Notes that somebody with an open session could not prove it. */
export async function noteRefusedConfirmation(
  db: Database,
  { userId, by, address }: Pick<Confirmation, 'userId' | 'by'> & { address: string },
): Promise<void> {
  const { companyId } = await db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const entry = { actor: `user:${userId}`, companyId, entityId: userId, after: { by, address } };
  await addAuditRow(db.prisma, { ...entry, action: 'user.confirmation-refused' });
}
