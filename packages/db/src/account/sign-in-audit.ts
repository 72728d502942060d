// Attempts to sign in, in the audit log. A sign-in that succeeds is written with its session
// (sessions.ts), everything else here.

import { createHash } from 'node:crypto';
import type { Database } from '../connection/client.ts';
import { addAuditRow } from '../audit/audit-row.ts';

/** An attempt that began no session. */
export interface UnfinishedSignIn {
  /** As it was typed. */
  email: string;
  address: string;
  userAgent: string;
  /** Signed in here before, with this account. */
  isKnownBrowser: boolean;
  cause: 'wrong-password' | 'wrong-code' | 'code-missing' | 'delayed' | 'code-delayed';
  /** Of those that were delayed: attempts that were not looked at since the last that was. */
  attempts?: number;
}

const ACTIONS = {
  'wrong-password': 'user.sign-in-refused',
  'wrong-code': 'user.sign-in-refused',
  'code-missing': 'user.password-accepted',
  delayed: 'user.sign-in-delayed',
  'code-delayed': 'user.sign-in-delayed',
} as const;

/**
 * Audits the attempt. Of an address without an account only a hash is kept: people
 * type a password into the wrong field.
 */
export async function noteUnfinishedSignIn(db: Database, attempt: UnfinishedSignIn): Promise<void> {
  const { email, address, userAgent, isKnownBrowser, cause, attempts } = attempt;
  const typed = email.toLowerCase();
  const account = await db.prisma.user.findFirst({
    where: { email: typed, NOT: { passwordHash: null } },
    select: { id: true, companyId: true },
  });
  await addAuditRow(db.prisma, {
    actor: 'visitor',
    companyId: account?.companyId ?? null,
    action: ACTIONS[cause],
    entityId: account?.id ?? null,
    after: {
      ...(account
        ? { email: typed }
        : { emailHash: createHash('sha256').update(typed).digest('hex').slice(0, 16) }),
      cause: account || cause !== 'wrong-password' ? cause : 'no-account',
      address,
      userAgent,
      isKnownBrowser,
      ...(attempts === undefined ? {} : { attempts }),
    },
  });
}
