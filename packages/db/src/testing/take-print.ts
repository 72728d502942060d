// Takes prints as a worker's lane does.

import type { Database } from '../client.ts';
import { claimNextPrint } from '../print-requests.ts';
import type { ClaimedPrint } from '../print-requests.ts';
import { NO_HORIZON, PRINT_KINDS } from '../work.ts';

/** The print whose turn it is, requested ones first; null if there is none. */
export async function takePrint(
  db: Database,
  busyCompanies: readonly string[] = [],
): Promise<ClaimedPrint | null> {
  for (const kind of PRINT_KINDS) {
    const options = { kind, leaseMs: 600_000, horizon: NO_HORIZON, busyCompanies };
    const print = await claimNextPrint(db, options);
    if (print) return print;
  }
  return null;
}
