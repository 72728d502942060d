// What signing in to the panel works with beside the database.

import type { Database } from '@fiscal/db/connection';
import type { Logger } from '@fiscal/runtime';
import type { Mailer } from '../../mail/mailer.ts';
import { openInvitationLimits } from './invitation-limits.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { openKnownBrowsers } from './known-browsers.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { openPasskeys } from './passkeys.ts';
import type { Passkeys } from './passkeys.ts';
import { resealSecondFactors } from './reseal-second-factors.ts';
import type { SecondFactorFor } from './second-factor-rule.ts';
import { sessionCookie } from './session-cookie.ts';
import type { SessionCookie } from './session-cookie.ts';
import { openSignInLimits } from './sign-in-limits.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { openTotpVault } from './totp.ts';
import type { TotpVault } from './totp.ts';

export interface Accounts {
  /** Where browsers find the panel, e.g. `https://fiscal.example`. */
  origin: string;
  cookie: SessionCookie;
  browsers: KnownBrowsers;
  limits: SignInLimits;
  invitationLimits: InvitationLimits;
  /** Null without a mail server: operators hand invitations over then. */
  mailer: Mailer | null;
  /** Null where no ADMIN_SECRET is configured: nobody has a second factor then. */
  totpVault: TotpVault | null;
  /** Null where browsers have no passkeys for the panel's origin. */
  passkeys: Passkeys | null;
  secondFactorFor: SecondFactorFor;
}

interface AccountOptions {
  /** Where browsers find the panel, e.g. `https://fiscal.example`. */
  origin: string;
  /** ADMIN_SECRET: seals the secrets of second factors and signs the cookies of known browsers. */
  secret: string | undefined;
  secondFactorFor: SecondFactorFor;
  mailer?: Mailer | null;
  clock: () => Date;
  logger: Logger;
}

/** Opens what signing in works with, and seals with the newest secret what an older one sealed. */
export async function openAccounts(db: Database, options: AccountOptions): Promise<Accounts> {
  const { origin, secret, mailer = null, logger } = options;
  const totpVault = secret === undefined ? null : openTotpVault(secret);
  if (totpVault) await resealSecondFactors(db, totpVault, logger);
  return {
    origin,
    cookie: sessionCookie(origin),
    browsers: openKnownBrowsers({ origin, secret }),
    limits: openSignInLimits(db),
    invitationLimits: openInvitationLimits(db),
    mailer,
    totpVault,
    passkeys: openPasskeys({ db, ...options }),
    secondFactorFor: options.secondFactorFor,
  };
}
