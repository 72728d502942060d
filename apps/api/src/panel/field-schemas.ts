// Fields that several areas about a company take.

import { ENVIRONMENTS, isRegistrationCode } from '@fiscal/domain';
import { z } from 'zod';

export const environment = z.enum(ENVIRONMENTS);

/** `?environment=`; without it both are listed. */
export const environmentQuery = z.object({ environment: environment.optional() });

/** As the domain's rules for texts: no control characters, no halves of pairs, nothing that XML forbids. */
export const CLEAN = /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u;

/** One line of text that is not blank. */
export const text = (longest: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .min(1, 'must not be empty')
    .max(longest, `must have at most ${longest} characters`)
    .regex(CLEAN, 'must not contain control characters');

/** A code of the registry: two letters and three digits, twice. */
export const registrationCode = z
  .string()
  .refine(isRegistrationCode, 'must be two small letters and three digits, twice: ab123cd456')
  .meta({ pattern: '^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$', examples: ['ab123cd456'] });

/** Time of an answer. */
export const instant = z.iso.datetime();
