// Bounds the mail that inviting makes: no mailbox is filled with it, and the mail server's
// name is not spent by one company.

import { createHash } from 'node:crypto';
import type { Database } from '@fiscal/db/connection';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { secondsToWait } from '../../../limits/account-limits.ts';

const LIMITS = {
  /** To one address, on behalf of one company. */
  recipient: { points: 5, duration: 3600 },
  company: { points: 50, duration: 24 * 3600 },
  /**
   * Links for a lost password that visitors ask for, to one address, whether or not it has an
   * account. A link is valid for as long as this counts, so that who is refused has one that works.
   */
  'lost-password': { points: 3, duration: 3600 },
  /** The same, asked for from one network. */
  asker: { points: 20, duration: 3600 },
  /** The same, asked for by the owner of the account: strangers do not use it up. */
  own: { points: 3, duration: 3600 },
} as const;

/** Bounds mail by address, by network and by who sends it. */
export type InvitationLimits = ReturnType<typeof openInvitationLimits>;

/** The limits over all processes, counted in PostgreSQL. */
export function openInvitationLimits(db: Database) {
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
  const [lostPassword, asker, own] = [open('lost-password'), open('asker'), open('own')];
  return {
    /**
     * Counts a mail before it is sent. Operators, without a company, have no limit but the
     * recipient's.
     * @returns seconds to wait, or null if it may be sent.
     */
    async attempt(companyId: string | null, email: string): Promise<number | null> {
      const waitS = await secondsToWait(recipient, `${companyId ?? 'service'}:${hashOf(email)}`);
      if (waitS !== null || companyId === null) return waitS;
      return secondsToWait(company, companyId);
    },
    /**
     * Counts a link for a lost password.
     * @param isOwner the browser is signed in with the account, or has been.
     * @returns seconds to wait, or null if it may be sent.
     */
    async attemptLink(
      askerAddress: string,
      email: string,
      isOwner: boolean,
    ): Promise<number | null> {
      if (isOwner) return secondsToWait(own, hashOf(email));
      const waitS = await secondsToWait(asker, askerAddress);
      return waitS ?? secondsToWait(lostPassword, hashOf(email));
    },
  };
}

function hashOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
}
