// Whether ADMIN_SECRET opens the second factors that are stored: with another one their owners
// cannot sign in.

import { listSealedTotp } from '@fiscal/db/account';
import type { Database } from '@fiscal/db/connection';
import type { Examine } from '@fiscal/runtime';
import { openTotpVault } from '../panel/accounts/second-factor/totp.ts';

/**
 * Where it opens none, the setting is wrong. Where it opens some, the others may never be opened
 * again: a remark.
 */
export async function examineSecondFactors(
  db: Database,
  adminSecret: string | undefined,
): ReturnType<Examine> {
  const factors = await listSealedTotp(db);
  const vault = adminSecret === undefined ? null : openTotpVault(adminSecret);
  const closed = factors.filter(
    ({ userId, sealedSecret }) => !vault?.opens(sealedSecret, userId),
  ).length;
  if (closed === 0) return null;
  const code = 'ADMIN_SECRET_WRONG';
  if (closed === factors.length) {
    const what = vault ? 'opens none' : 'is not set, and opens none';
    const sentence =
      `ADMIN_SECRET ${what} of the second factors that are stored (${closed}): set the one that they were ` +
      'sealed with, or put it behind the new one, with a comma between.';
    return { code, sentence };
  }
  const sentence =
    `ADMIN_SECRET does not open ${closed} of the ${factors.length} second factors that are stored: put the ` +
    'former one behind it, with a comma between, or have an operator reset the second factor of their owners.';
  return { code, sentence, isRemark: true };
}
