// Whether the authority's answers can be believed: a state of its own beside the circuit. The authority
// answers, so sales and deliveries continue; the outcome of each message is taken from the receipt check,
// and the operator has to find out whose signature it is.

import type { Outcome, UnansweredReason } from '@fiscal/efi';

/** Why the authority's answers are not believed. */
export interface Disbelief {
  /** When that began. */
  since: Date;
  reason: UnansweredReason;
  /** One English sentence about the last answer. */
  detail: string;
}

export interface DisbeliefWatch {
  /** An answer that is believed. */
  believe(): void;
  /** An answer that is not. */
  disbelieve(outcome: Extract<Outcome<object>, { kind: 'unanswered' }>): void;
  /** Null while answers are believed. */
  now(): Disbelief | null;
}

/** What the last signature was, if that was by a certificate that is not pinned; else null. */
export function unpinnedOf(disbelief: Disbelief | null): string | null {
  return disbelief?.reason === 'not-pinned' ? disbelief.detail : null;
}

/** @param onBegin called when it begins, and when its reason changes; @param onEnd when it is over. */
export function watchDisbelief(
  onBegin: (disbelief: Disbelief) => void,
  onEnd: (disbelief: Disbelief) => void,
): DisbeliefWatch {
  let disbelief: Disbelief | null = null;
  return {
    believe() {
      if (disbelief === null) return;
      const ended = disbelief;
      disbelief = null;
      onEnd(ended);
    },
    disbelieve({ reason, detail }) {
      const before = disbelief;
      disbelief = { since: before?.since ?? new Date(), reason, detail };
      if (before?.reason !== reason) onBegin(disbelief);
    },
    now: () => disbelief,
  };
}
