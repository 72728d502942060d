// How a person of a path is found: the one check that keeps an admin from the people of another
// company.

import { findPerson } from '@fiscal/db/account';
import type { Person } from '@fiscal/db/account';
import type { Database } from '@fiscal/db/connection';
import { noSuch } from '../../http/refusal/refusal.ts';

/** The response about a person who is not there, or not there for who asks. */
export const NO_SUCH_PERSON = noSuch('person');

/** Null where the path names a company and the person is not of it. */
export async function findOf(
  { db }: { db: Database },
  { userId, companyId }: { userId: string; companyId?: string },
): Promise<Person | null> {
  const found = await findPerson(db, userId);
  return companyId === undefined || found?.companyId === companyId ? found : null;
}
