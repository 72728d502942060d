// Who has to have a second factor. A person without one has to add one, and can do nothing else.

/** Of the configuration; a company may ask it of its own admins besides. */
export const SECOND_FACTOR_FOR = ['operators', 'everyone', 'nobody'] as const;

/** Who must have a second factor: `ADMIN_SECOND_FACTOR_FOR`. */
export type SecondFactorFor = (typeof SECOND_FACTOR_FOR)[number];

/** What the rule is asked about a person. */
interface Demanded {
  /** Null for people of the service: operators and its support. */
  companyId: string | null;
  isDemandedByCompany: boolean;
}

/** Whether the person needs a second factor. */
export function needsSecondFactor(
  rule: SecondFactorFor,
  { companyId, isDemandedByCompany }: Demanded,
): boolean {
  if (isDemandedByCompany || rule === 'everyone') return true;
  return rule === 'operators' && companyId === null;
}
