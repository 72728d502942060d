// Where a person is signed in. Each session can be ended.

import { endSessionsOf, listSessions } from '@fiscal/db/account';
import type { Person } from '@fiscal/db/account';
import type { z } from 'zod';
import { DONE, ok } from '../../../http/endpoint.ts';
import type { Result } from '../../../http/endpoint.ts';
import { noSuch } from '../../../http/refusal/refusal.ts';
import { auditName } from '../../../access/actor.ts';
import type { Actor } from '../../../access/actor.ts';
import type { AccountDependencies } from '../accounts.ts';
import { sessionList } from '../account-schemas.ts';
import { idleSince } from './sessions.ts';
import { NO_SUCH_PERSON } from '../find-person.ts';

/** The sessions of a person, that of the call marked. */
export async function listSessionsOf(
  { db, clock }: AccountDependencies,
  actor: Actor,
  person: Pick<Person, 'id'> | null,
): Promise<Result<z.input<typeof sessionList>>> {
  if (!person) return NO_SUCH_PERSON;
  const now = clock();
  const found = await listSessions(db, person.id, now, idleSince(now));
  return ok({
    sessions: found.map((each) => ({ ...each, isCurrent: each.id === actor.sessionId })),
  });
}

/** @param sessionId null for all of them. */
export async function endSessions(
  { db }: AccountDependencies,
  actor: Actor,
  person: Pick<Person, 'id'> | null,
  sessionId: string | null,
): Promise<Result<undefined>> {
  if (!person) return NO_SUCH_PERSON;
  const which = { actor: auditName(actor), userId: person.id, sessionId };
  const count = await endSessionsOf(db, which);
  return sessionId !== null && count === 0 ? noSuch('session') : DONE;
}
