// Bounds the mail that inviting makes: nobody's mailbox is filled with it, and the mail server's name is
// not spent by one company.

import { createHash } from 'node:crypto';
import type { Database } from '@fiscal/db/connection';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const LIMITS = {
  /** To one address, on behalf of one company. */
  recipient: { points: 5, duration: 3600 },
  company: { points: 50, duration: 24 * 3600 },
} as const;

export interface InvitationLimits {
  /**
   * Counts a mail before it is sent. Operators, without a company, have no limit but the recipient's.
   * @returns seconds to wait, or null if it may be sent.
   */
  attempt(companyId: string | null, email: string): Promise<number | null>;
}

export function openInvitationLimits(db: Database): InvitationLimits {
  const open = (name: keyof typeof LIMITS) =>
    new RateLimiterPostgres({
      storeClient: db.pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: `invitation-${name}`,
      ...LIMITS[name],
    });
  const [recipient, company] = [open('recipient'), open('company')];
  return {
    async attempt(companyId, email) {
      const to = createHash('sha256').update(email.toLowerCase()).digest('hex');
      const waitS = await consume(recipient, `${companyId ?? 'service'}:${to}`);
      if (waitS !== null || companyId === null) return waitS;
      return consume(company, companyId);
    },
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return Math.ceil(error.msBeforeNext / 1000);
  }
}
