// The end of a cash register: XSD ValidTo, the last day on which it issues anything. Protocol §3.

import { localDateOf } from './local-time.ts';

/**
 * Whether the last day of use was over at the instant: from 00:00 (Podgorica) after it. ADR 11.
 * @param lastDay `YYYY-MM-DD`; null for a register that has no end.
 */
export function hasEnded(lastDay: string | null, at: Date): boolean {
  return lastDay !== null && localDateOf(at) > lastDay;
}
