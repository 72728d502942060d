// What the routes of the admin panel work with.

import type { Logger } from '@fiscal/runtime';
import type { Request } from 'express';
import type { ForwardingWatch } from '../http/forwarding-watch.ts';
import type { PdfDependencies } from '../public/invoices/read-pdf.ts';
import type { VerificationPages } from '../public/invoices/record.ts';
import type { Turns } from '../work/scheduling.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import type { Actor } from './actor.ts';

/** Knows who sent a request. */
export interface Sessions {
  /**
   * Null without a valid session.
   * @param isUse whether the call counts as use of the session, so that it does not end for idleness.
   */
  actorOf(request: Request, isUse?: boolean): Promise<Actor | null>;
  /** Whether a call that changes something was sent by our own pages. */
  isFromOurPages(request: Request): Promise<boolean>;
}

export interface AdminDependencies extends PdfDependencies {
  turns: Turns;
  sessions: Sessions;
  accounts: Accounts;
  /** Whether a proxy is before us that nobody trusts. */
  forwarding: Pick<ForwardingWatch, 'isIgnored'>;
  accountLimits: AccountLimits;
  logger: Logger;
  clock: () => Date;
  verificationPages: VerificationPages;
  /** Public half of the certificate vault, `age1…`. */
  certificateRecipient: string;
  /** How long a call that only the worker can make is waited for. */
  registryCallWaitMs: number;
}
