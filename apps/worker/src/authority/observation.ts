// What one exchange says about the authority itself, whatever it says about an invoice.

import type { Outcome, UnansweredReason } from '@fiscal/efi';

/**
 * - `reply`: it has answered, with a registration, a refusal, or a fault that is not documented.
 * - `disbelief`: it has answered, but the answer cannot be believed.
 * - `silence`: it has not answered in its time, or says that it cannot.
 */
export type Observation = 'reply' | 'disbelief' | 'silence';

/** Null where the reason says nothing about the authority: the message was kept back here. */
const OF_REASON: Readonly<Record<UnansweredReason, Observation | null>> = {
  timeout: 'silence',
  connection: 'silence',
  http: 'silence',
  'server-fault': 'silence',
  unreadable: 'silence',
  'too-large': 'silence',
  'undocumented-fault': 'reply',
  'bad-signature': 'disbelief',
  'not-pinned': 'disbelief',
  simulator: 'disbelief',
  'wrong-request': 'disbelief',
  withheld: null,
};

/**
 * @param tookMs from sending to the outcome.
 * @param patienceMs a message that was cut off sooner, because its time had been used up before it was
 * sent, says nothing about the authority.
 */
export function observationOf(
  outcome: Outcome<object>,
  tookMs: number,
  patienceMs: number,
): Observation | null {
  if (outcome.kind !== 'unanswered') return 'reply';
  if (outcome.reason === 'timeout' && tookMs < patienceMs) return null;
  return OF_REASON[outcome.reason];
}
