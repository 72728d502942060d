// What the panel shows beside a failure: what it is about, and the button that helps.

import { refusalSubjectOf } from '@fiscal/domain';
import type { RefusalSubject } from '@fiscal/domain';
import type { Failure } from '@fiscal/db/invoice';
import { z } from 'zod';

/** What a button beside a failure can do about it. */
export const REMEDY_ACTIONS = ['register-tcr', 'initial-deposit', 'upload-certificate'] as const;
export type RemedyAction = (typeof REMEDY_ACTIONS)[number];

/** The one field of an answer that says which button helps. */
export const remedyAction = z.enum(REMEDY_ACTIONS).nullable().meta({
  description:
    'What the panel can do about it; null where nothing but the words of the remedy helps.',
});

/** The one field of an answer that says what a refusal with code 11 is about. */
export const refusalSubject = z
  .enum(['tcr', 'master-data', 'data', 'message', 'unknown'] satisfies RefusalSubject[])
  .nullable()
  .meta({
    description:
      "What the authority's words are about where its code alone does not tell (code 11); null for " +
      'every other failure.',
  });

const ACTION_OF_EFI_CODE: ReadonlyMap<number, RemedyAction> = new Map([
  [53, 'register-tcr'],
  [58, 'initial-deposit'],
]);
const ACTION_OF_CODE: ReadonlyMap<string, RemedyAction> = new Map([
  ['TCR_NOT_REGISTERED', 'register-tcr'],
  ['INITIAL_DEPOSIT_FAILED', 'initial-deposit'],
  ['CERTIFICATE_ERROR', 'upload-certificate'],
]);

/** What the panel shows beside a failure: what it is about, and the button that helps. */
export function remedyFieldsOf({
  code,
  efiCode,
  efiMessage,
}: Pick<Failure, 'code' | 'efiCode' | 'efiMessage'>): {
  refusalSubject: RefusalSubject | null;
  remedyAction: RemedyAction | null;
} {
  const subject = refusalSubjectOf(efiCode, efiMessage);
  return { refusalSubject: subject, remedyAction: actionOf(code, efiCode, subject) };
}

/** The fields where there is no failure. */
export const NO_REMEDY = { refusalSubject: null, remedyAction: null } as const;

function actionOf(code: string, efiCode: number | null, subject: RefusalSubject | null) {
  if (subject === 'tcr' || subject === 'unknown') return 'register-tcr';
  const byEfiCode = efiCode === null ? undefined : ACTION_OF_EFI_CODE.get(efiCode);
  return byEfiCode ?? ACTION_OF_CODE.get(code) ?? null;
}
