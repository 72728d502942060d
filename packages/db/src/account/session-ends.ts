// Sessions that somebody ends: one of their own, or those of a person that they may manage.

import type { Database } from '../connection/client.ts';
import { addAuditRow } from '../audit/audit-row.ts';

/** Whose sessions end, and who ends them. */
interface SessionEnd {
  /** `user:<id>` */
  actor: string;
  userId: string;
  /** Null for all of them. */
  sessionId: string | null;
}

/** @returns how many ended. Each leaves a row in the audit log. */
export async function endSessionsOf(
  db: Database,
  { actor, userId, sessionId }: SessionEnd,
): Promise<number> {
  return db.prisma.$transaction(async (tx) => {
    const where = { userId, ...(sessionId === null ? {} : { id: sessionId }) };
    const sessions = await tx.userSession.findMany({ where });
    await tx.userSession.deleteMany({ where: { id: { in: sessions.map(({ id }) => id) } } });
    const { companyId } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    for (const { address, userAgent, createdAt } of sessions) {
      await addAuditRow(tx, {
        actor,
        companyId,
        action: 'user.session-ended',
        entityId: userId,
        before: { address, userAgent, createdAt },
      });
    }
    return sessions.length;
  });
}
