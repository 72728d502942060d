// The fiscal operators of a company: who stands at the till. Extensions §3.

/** What becomes of a name that no operator of the company has: it is printed, or refused. */
export const OPERATOR_NAMES = ['free', 'known'] as const;

/** The same for names that are one: in NFC, without case and blanks. */
export function operatorNameKey(name: string): string {
  return name.replaceAll(/\s/gu, '').normalize('NFC').toUpperCase().normalize('NFC');
}
