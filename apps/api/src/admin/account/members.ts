// The people of one company, and how one of them is found: the one place that keeps an admin from the
// people of another company.

import { findPerson } from '@fiscal/db/account';
import type { Person } from '@fiscal/db/account';
import { z } from 'zod';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import { companyParams, refuse } from '../kernel/route.ts';

/** Of a path `/companies/{companyId}/members/{userId}`. */
export const memberParams = companyParams.extend({ userId: z.uuid() });

/** The answer about a person who is not there, or not there for whoever asks. */
export const NO_SUCH_PERSON = refuse('NOT_FOUND', 'There is no such person.');

/** Null where the person belongs to another company. */
export async function findMember(
  { db }: AdminDependencies,
  { companyId, userId }: z.output<typeof memberParams>,
): Promise<Person | null> {
  const found = await findPerson(db, userId);
  return found?.companyId === companyId ? found : null;
}
