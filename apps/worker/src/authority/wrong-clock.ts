import { sentence } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { AuthorityClock } from './authority-clock.ts';

/** What it is judged by. */
export interface ClocksOfAuthorities {
  efi: Readonly<Record<Environment, { clock: Pick<AuthorityClock, 'offsetMs'> }>>;
  clockToleranceMs: number;
}

/**
 * Nothing is signed with a time that the authority would not believe (its code 2), or that would be
 * wrong on the printed invoice.
 * @returns the sentence that says by how much the clock is off; null if it is right or unknown.
 */
export function findWrongClock(
  { efi, clockToleranceMs }: ClocksOfAuthorities,
  environment: Environment,
): string | null {
  const offsetMs = efi[environment].clock.offsetMs();
  if (offsetMs === null || Math.abs(offsetMs) <= clockToleranceMs) return null;
  return sentence('serviceClock', offsetOf(offsetMs));
}

/** For a sentence about two times. @param offsetMs above 0 ahead, below 0 behind. */
export function offsetOf(offsetMs: number): { seconds: number; side: string } {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  return { seconds, side: sentence(offsetMs > 0 ? 'ahead' : 'behind') };
}
