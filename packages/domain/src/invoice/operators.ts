// The fiscal operators of a company: who stands at the till. Extensions §3.

import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';

/** What becomes of a name that no operator of the company has: it is printed, or refused. */
export const OPERATOR_NAMES = ['free', 'known'] as const;

/** The same for names that are one: in NFC, without case and blanks. */
export function operatorNameKey(name: string): string {
  return name.replaceAll(/\s/gu, '').normalize('NFC').toUpperCase().normalize('NFC');
}

/** A name that no active operator has, where the company takes only those that it knows. */
export function unknownOperator(): Issue {
  const message = 'operatorName must be the name of an active operator of the company.';
  return issue('OPERATOR_UNKNOWN', 'operatorName', message);
}
