// While an older ADMIN_SECRET stands beside the newest, everything that it sealed is sealed anew at the
// start of each process: afterwards the older one can go.

import { listSealedTotp, replaceSealOfTotp } from '@fiscal/db/account';
import type { Database } from '@fiscal/db/connection';
import type { Logger } from '@fiscal/runtime';
import type { TotpVault } from './totp.ts';

/** Does nothing with one secret. Logs how many were sealed anew, and which open with none. */
export async function resealSecondFactors(
  db: Database,
  vault: TotpVault,
  logger: Logger,
): Promise<void> {
  if (!vault.hasOlderSecret) return;
  let resealedCount = 0;
  const unopened: string[] = [];
  for (const factor of await listSealedTotp(db)) {
    const resealed = resealOne(vault, factor);
    if (resealed === 'unopened') unopened.push(factor.userId);
    // Whoever has another secret by now has sealed it with the newest.
    else if (resealed && (await replaceSealOfTotp(db, factor, resealed))) resealedCount += 1;
  }
  logger.info({ resealed: resealedCount }, 'second factors were sealed with the newest secret');
  if (unopened.length > 0) {
    logger.warn({ userIds: unopened }, 'second factors that no ADMIN_SECRET opens');
  }
}

function resealOne(
  vault: TotpVault,
  { userId, sealedSecret }: { userId: string; sealedSecret: Uint8Array },
): Buffer | 'unopened' | null {
  try {
    return vault.reseal(sealedSecret, userId);
  } catch {
    return 'unopened';
  }
}
