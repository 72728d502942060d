// What signing in works with beside the database.

import type { Database } from '@fiscal/db';
import type { Logger } from '@fiscal/runtime';
import { openPasskeys } from './passkeys.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactorFor } from './second-factor-rule.ts';
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
  /** Null where browsers have no passkeys for the panel's origin. */
  passkeys: Passkeys | null;
  secondFactorFor: SecondFactorFor;
}

interface AccountOptions {
  /** Where browsers find the panel, e.g. `https://fiscal.example`. */
  origin: string;
  /** Seals the secrets of second factors. */
  secret: string | undefined;
  secondFactorFor: SecondFactorFor;
  clock: () => Date;
  logger: Logger;
}

/** Opens what signing in works with. */
export function openAccounts(db: Database, options: AccountOptions): Accounts {
  return {
    cookie: sessionCookie(options.origin),
    limits: openSignInLimits(db),
    totpVault: options.secret === undefined ? null : openTotpVault(options.secret),
    passkeys: openPasskeys({ db, ...options }),
    secondFactorFor: options.secondFactorFor,
  };
}
