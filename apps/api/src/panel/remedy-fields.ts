// What the panel shows beside a failure: the remedy, and the button that helps.

import { STUCK_CAUSES } from '@fiscal/db/failed-work';
import { FAILURES, REMEDY_KEYS, remedyKeyOf } from '@fiscal/domain';
import type { Failure, RemedyKey } from '@fiscal/domain';
import { z } from 'zod';

/** What a button beside a failure can do about it. */
export const REMEDY_ACTIONS = [
  'register-tcr',
  'initial-deposit',
  'upload-certificate',
  'edit-cash-register',
  'edit-company',
  'confirm-number',
] as const;
export type RemedyAction = (typeof REMEDY_ACTIONS)[number];

/** The one field of a response that says which button helps. */
export const remedyAction = z.enum(REMEDY_ACTIONS).nullable().meta({
  description:
    'What the panel can do about it; null where nothing but the words of the remedy helps.',
});

/** The one field of a response that says what to do about a failure, or about what is stuck. */
export const remedyKey = z
  .enum([...REMEDY_KEYS, ...STUCK_CAUSES])
  .nullable()
  .meta({
    description:
      'What to do, as a key of the panel’s texts: by the code of the authority, by its words where ' +
      'its code does not tell (code 11), else by our own code. Null where nothing failed.',
  });

const ACTION_OF_REMEDY: Partial<Record<RemedyKey, RemedyAction>> = {
  tcr: 'register-tcr',
  tcrInactive: 'register-tcr',
  tcrOrData: 'register-tcr',
  deposit: 'initial-deposit',
  newCertificate: 'upload-certificate',
  registerCodes: 'edit-cash-register',
  masterData: 'edit-company',
  taxpayerUnknown: 'edit-company',
  vatStatus: 'edit-company',
  confirmNumber: 'confirm-number',
};

/** What the panel shows beside a failure: the remedy, and the button that helps. */
export function remedyFieldsOf(failure: Pick<Failure, 'code' | 'efiCode' | 'efiMessage'>) {
  const key = remedyKeyOf(failure);
  const ofCode = ACTION_OF_REMEDY[FAILURES[failure.code].remedyKey];
  return { remedyKey: key, remedyAction: ACTION_OF_REMEDY[key] ?? ofCode ?? null };
}

/** The fields where there is no failure. */
export const NO_REMEDY = { remedyKey: null, remedyAction: null } as const;
