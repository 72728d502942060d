// What signing in to the panel works with beside the database.

import { createOperator, hashPassword, passwordProblem } from '@fiscal/db/account';
import type { Database } from '@fiscal/db/connection';
import type { Logger } from '@fiscal/runtime';
import type { Mailer } from '@fiscal/runtime/mail';
import { openInvitationLimits } from './invitations/invitation-limits.ts';
import type { InvitationLimits } from './invitations/invitation-limits.ts';
import { openPasskeys } from './second-factor/passkeys.ts';
import type { Passkeys } from './second-factor/passkeys.ts';
import type { SecondFactorFor } from './second-factor/second-factor-rule.ts';
import { openTotpVault, resealSecondFactors } from './second-factor/totp.ts';
import type { TotpVault } from './second-factor/totp.ts';
import { openKnownBrowsers } from './sign-in/known-browsers.ts';
import type { KnownBrowsers } from './sign-in/known-browsers.ts';
import { sessionCookie } from './sign-in/session-cookie.ts';
import type { SessionCookie } from './sign-in/session-cookie.ts';
import { openSignInLimits } from './sign-in-limits.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** What signing in, invitations and second factors are checked and sent with. */
export interface Accounts {
  /** Where browsers find the panel, e.g. `https://fiscal.example`. */
  origin: string;
  cookie: SessionCookie;
  browsers: KnownBrowsers;
  limits: SignInLimits;
  invitationLimits: InvitationLimits;
  /** Null without a mail server: operators hand invitations over then. */
  mailer: Mailer | null;
  /** Null where no ADMIN_SECRET is configured: no account has a second factor then. */
  totpVault: TotpVault | null;
  /** Null where browsers have no passkeys for the panel's origin. */
  passkeys: Passkeys | null;
  secondFactorFor: SecondFactorFor;
}

/** What endpoints about accounts need. */
export interface AccountDependencies {
  db: Database;
  accounts: Accounts;
  clock: () => Date;
  logger: Logger;
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

/**
 * Stores the operator of the configuration if there is none yet. Nothing happens without both
 * values.
 * @returns whether one was stored.
 * @throws Error if the password is too weak.
 */
export async function ensureFirstOperator(
  db: Database,
  first: { email: string | undefined; password: string | undefined },
): Promise<boolean> {
  const { email, password } = first;
  if (email === undefined || password === undefined) return false;
  const problem = await passwordProblem(password, email);
  if (problem !== null) throw new Error(`ADMIN_FIRST_OPERATOR_PASSWORD: ${problem}`);
  return createOperator(db, { email, passwordHash: await hashPassword(password) }, true);
}
