// What a refusal with code 11 is about. The authority has one code for everything that its schema
// and its business rules refuse; only its words tell a cash register that is not valid from an
// amount that is wrong (Protocol §6, the live messages). What is to be done follows from that.

/**
 * - tcr: the cash register (TCR, ENU) is not valid or not active
 * - master-data: another code, the taxpayer or its VAT status is not as registered
 * - data: what the document says is wrong
 * - message: the message that we wrote is wrong: its form, its times, its signature
 * - unknown: the words do not tell
 */
export type RefusalSubject = 'tcr' | 'master-data' | 'data' | 'message' | 'unknown';

const CHECK_TCR = 'Wrong ENU in the admin panel, or the TCR is not active.';
const CORRECT_DATA =
  "correct the data that the authority's words name, and issue the invoice anew.";

/** What to do about each, one English sentence or two. Spec, EFI codes: 11. */
export const REMEDIES_BY_SUBJECT: Readonly<Record<RefusalSubject, string>> = {
  tcr: CHECK_TCR,
  'master-data': 'Check the codes and the company data in the admin panel.',
  data: `C${CORRECT_DATA.slice(1)}`,
  message: 'Report it to the operator of the service: the message was refused.',
  unknown: `${CHECK_TCR} If neither is the case, ${CORRECT_DATA}`,
};

/** The code whose meaning depends on the words beside it. */
const AMBIGUOUS_CODE = 11;

/** The first that matches tells: messages about VAT also name the taxpayer, those of XSD any field. */
const WORDS: readonly (readonly [RegExp, RefusalSubject])[] = [
  [/\b(?:element|attribute) '|\bcvc-|\bXSD\b|\bschema\b|DateTime\b|\bIIC/i, 'message'],
  // "software code does not match TCR software code" is about the software code.
  [/\b(?:TCR|ENU)\b(?!\s+software)(?=.*\b(?:not|nije|invalid|inactive|unknown)\b)/i, 'tcr'],
  [/\b(?:software|operator|maintainer|business unit) code\b|\btaxpayer\b/i, 'master-data'],
  [/\bissuer is (?:not )?in VAT\b/i, 'master-data'],
  [/\b(?:VAT|tax|price|amount|total|payment|invoice|buyers?|items?|values?)\b/i, 'data'],
];

/** @returns null for every other code: it says itself what it is about. */
export function refusalSubjectOf(
  efiCode: number | null,
  efiMessage: string | null,
): RefusalSubject | null {
  if (efiCode !== AMBIGUOUS_CODE) return null;
  return WORDS.find(([words]) => words.test(efiMessage ?? ''))?.[1] ?? 'unknown';
}
