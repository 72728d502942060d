// A person proves once more who they are before factors and passwords change: a session that was
// left open must not be enough to take an account over.

import type { Database } from '../connection/client.ts';
import { addPersonAudit } from '../audit/audit-row.ts';

/** What the person proved it by. */
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
    await addPersonAudit(tx, userId, { action: 'user.confirmed', after: { by } });
  });
}

/** Audits that a person with an open session could not prove it. */
export async function noteRefusedConfirmation(
  db: Database,
  { userId, by, address }: Pick<Confirmation, 'userId' | 'by'> & { address: string },
): Promise<void> {
  const after = { by, address };
  await addPersonAudit(db.prisma, userId, { action: 'user.confirmation-refused', after });
}
