// Whether the authority's answers can be believed: a state of its own beside the circuit. The authority
// answers, so sales and deliveries continue; the outcome of each message is taken from the receipt check,
// and the operator has to find out whose signature it is.

import type { Unanswered, UnansweredReason } from '@fiscal/efi';
import type { Logger } from '@fiscal/runtime';

export interface Disbelief {
  since: Date;
  reason: UnansweredReason;
  /** One English sentence about the last answer. */
  detail: string;
}

/** What the last signature was, if that was by a certificate that is not pinned; else null. */
export function unpinnedOf(disbelief: Disbelief | null): string | null {
  return disbelief?.reason === 'not-pinned' ? disbelief.detail : null;
}

/** Logs where it begins, where its reason changes, and where it is over. */
export function watchDisbelief(logger: Pick<Logger, 'error' | 'warn'>) {
  let disbelief: Disbelief | null = null;
  return {
    believe(): void {
      if (disbelief !== null) logger.warn({ ...disbelief }, 'the tax authority is believed again');
      disbelief = null;
    },
    disbelieve({ reason, detail }: Pick<Unanswered, 'reason' | 'detail'>): void {
      const before = disbelief;
      disbelief = { since: before?.since ?? new Date(), reason, detail };
      if (before?.reason === reason) return;
      const what =
        reason === 'not-pinned'
          ? 'the tax authority signs with an unpinned certificate'
          : 'the answers of the tax authority cannot be believed';
      logger.error({ ...disbelief }, what);
    },
    /** Null while answers are believed. */
    now: () => disbelief,
  };
}
