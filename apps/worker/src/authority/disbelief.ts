// Whether the authority's replies can be believed: a state of its own beside the circuit. The
// authority replies, so sales and deliveries continue; the outcome of each message is taken from
// the receipt check, and the operator has to find out whose signature it is.

import type { Environment } from '@fiscal/domain';
import type { Unanswered, UnansweredReason } from '@fiscal/efi';
import type { HealthCheck, Logger } from '@fiscal/runtime';

export interface Disbelief {
  since: Date;
  reason: UnansweredReason;
  /** One English sentence about the last reply. */
  detail: string;
}

/** What the last signature was, if that was by a certificate that is not pinned; else null. */
export function unpinnedOf(disbelief: Disbelief | null): string | null {
  return disbelief?.reason === 'not-pinned' ? disbelief.detail : null;
}

/** What an operator has to do something about; every other reason is in the detail alone. */
const WORDS: Partial<Record<UnansweredReason, string>> = {
  'not-pinned': 'the tax authority signs with an unpinned certificate',
  'not-anchored':
    'the tax authority signs with a certificate that our trust anchors do not contain',
};

/** Says in /health/ready why the last reply of an environment was not believed; fails never. */
export function repliesHealth(
  authorities: Readonly<Record<Environment, { disbelief(): Disbelief | null }>>,
): HealthCheck {
  return () => {
    const words = Object.entries(authorities).flatMap(([environment, authority]) => {
      const disbelief = authority.disbelief();
      return disbelief === null ? [] : `${environment}: ${disbelief.detail}`;
    });
    return Promise.resolve(words.length === 0 ? undefined : words.join(' '));
  };
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
      logger.error(
        { ...disbelief },
        WORDS[reason] ?? 'the replies of the tax authority cannot be believed',
      );
    },
    /** Null while replies are believed. */
    now: () => disbelief,
  };
}
