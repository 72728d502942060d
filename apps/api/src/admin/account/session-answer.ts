// What the panel is told of a session: who it is, and what they may have to do first.

import type { Person } from '@fiscal/db/account';
import type { z } from 'zod';
import type { Accounts } from './accounts.ts';
import type { session } from './schemas.ts';
import { needsSecondFactor } from './second-factor-rule.ts';
import { csrfTokenOf } from './sessions.ts';

/** @param token of the session itself. */
export function sessionAnswer(
  accounts: Accounts,
  person: Person,
  token: string,
): z.input<typeof session> {
  const { id, email, name, role, companyId, companyName, locale, hasTotp, passkeys } = person;
  const isDemanded = needsSecondFactor(accounts.secondFactorFor, person);
  return {
    user: { id, email, name, role, companyId, companyName, locale, hasTotp, passkeys },
    csrfToken: csrfTokenOf(token),
    mustAddFactor: isDemanded && !hasTotp && passkeys === 0,
    possibleFactors: { totp: accounts.totpVault !== null, passkey: accounts.passkeys !== null },
  };
}
