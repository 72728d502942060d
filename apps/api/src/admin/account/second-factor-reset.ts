import { resetSecondFactor } from '@fiscal/db/account';
import type { Person } from '@fiscal/db/account';
import { secondFactorResetMail } from '../../mail/account-mail.ts';
import { auditName } from '../kernel/actor.ts';
import type { Actor } from '../kernel/actor.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import { answer, refuse } from '../kernel/route.ts';
import type { Answer } from '../kernel/route.ts';
import { NO_SUCH_PERSON } from './members.ts';
import { reasonOf } from './invitations.ts';

/** Takes somebody's second factor away, and writes to them that it was done. */
export async function resetFactorOf(
  { db, accounts, clock, logger }: AdminDependencies,
  actor: Extract<Actor, { role: 'operator' }>,
  person: Person | null,
): Promise<Answer<undefined>> {
  if (!person) return NO_SUCH_PERSON;
  if (person.id === actor.userId) {
    return refuse('CONFLICT', 'You cannot reset your own second factor: another operator has to.');
  }
  if (!person.hasTotp && person.passkeys === 0) {
    return refuse('CONFLICT', 'The person has no second factor.');
  }
  await resetSecondFactor(db, auditName(actor), person, clock());
  try {
    const mail = secondFactorResetMail(`${accounts.origin}/admin`);
    await accounts.mailer?.send({ to: person.email, ...mail });
  } catch (error) {
    // It is done and in the audit log, whether or not the person reads of it.
    const told = { userId: person.id, reason: reasonOf(error) };
    logger.warn(told, 'a person could not be written to about the reset of the second factor');
  }
  return answer(undefined);
}
