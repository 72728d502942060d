// What signing in works with beside the database.

import type { Database } from '@fiscal/db';
import { sessionCookie } from './session-cookie.ts';
import type { SessionCookie } from './session-cookie.ts';
import { openSignInLimits } from './sign-in-limits.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { openTotpVault } from './totp.ts';
import type { TotpVault } from './totp.ts';

export interface Accounts {
  cookie: SessionCookie;
  limits: SignInLimits;
  /** Null where no ADMIN_SECRET is configured: nobody has a second factor then. */
  totpVault: TotpVault | null;
}

/**
 * @param options.origin where browsers find the panel, e.g. `https://fiscal.example`.
 * @param options.secret seals the secrets of second factors.
 */
export function openAccounts(
  db: Database,
  options: { origin: string; secret: string | undefined },
): Accounts {
  return {
    cookie: sessionCookie(options.origin),
    limits: openSignInLimits(db),
    totpVault: options.secret === undefined ? null : openTotpVault(options.secret),
  };
}
