// Where there is no endpoint, as on an installation that serves the test environment only.

import { sentence } from '@fiscal/domain';
import { notSent } from './authority.ts';
import type { Authority } from './authority.ts';

/** Sends nothing and says so; what was handed out already waits for a worker with an endpoint. */
export function createAbsentAuthority(): Authority {
  const withheld = () => Promise.resolve(notSent('withheld', sentence('liveEndpointMissing')));
  const since = new Date();
  return {
    isPresent: false,
    registerInvoice: withheld,
    registerCashDeposit: withheld,
    registerTcr: withheld,
    checkReceipt: () =>
      Promise.resolve({ kind: 'unreachable', detail: sentence('liveEndpointMissing') }),
    circuit: {
      admit: () => null,
      wouldDeliver: () => false,
      companiesToSkip: () => [],
      isOpenFor: () => false,
      state: () => ({ state: 'closed', since, failures: 0, silentCompanies: 0 }),
      openings: () => [],
      adopt: () => false,
      hasRepliedSince: () => false,
      close: () => undefined,
      takeSilences: () => [],
      judgeSilence: () => 'open',
      takeBack: () => undefined,
      countElsewhere: () => undefined,
    },
    clock: { observe: () => undefined, offsetMs: () => null },
    disbelief: () => null,
    receiptCheckSilentSince: () => null,
  };
}
