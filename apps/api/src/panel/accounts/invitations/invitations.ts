// Inviting people, and inviting them again. The link goes to the person's own address. Without a
// mail server an operator hands it over, and the audit log says who did; an admin of a company
// never sees another one's link, and the response does not show whether an address has an account
// elsewhere.

import {
  askForInvitation,
  hasOtherAccount,
  invitePerson,
  noteInvitation,
  renewInvitation,
} from '@fiscal/db/account';
import type { Invitation, NewPerson, Person } from '@fiscal/db/account';
import type { Response } from 'express';
import type { z } from 'zod';
import { ok } from '../../../http/endpoint.ts';
import type { Result } from '../../../http/endpoint.ts';
import { refuse } from '../../../http/refusal/refusal.ts';
import { hasAccountMail, invitationMail, passwordMail } from '../../../mail/account-mail.ts';
import { reasonOf } from '@fiscal/runtime/mail';
import type { Mailer } from '@fiscal/runtime/mail';
import { auditName } from '../../../access/actor.ts';
import type { Actor } from '../../../access/actor.ts';
import { fieldsOf } from '../../field-schemas.ts';
import type { AccountDependencies } from '../accounts.ts';
import { person } from '../account-schemas.ts';
import type { invitation, invitedPerson } from '../account-schemas.ts';
import { NO_SUCH_PERSON } from '../find-person.ts';
import { newToken } from '../sign-in/sessions.ts';
import { refuseForAWhile } from '../sign-in-limits.ts';

interface InvitingCall {
  deps: AccountDependencies;
  actor: Actor;
  response: Response;
}

type Delivered = Result<z.input<typeof invitation>>;

const HAS_ACCOUNT = 'Another person of the service has an account with this address.';

/** Stores somebody who may become a member or an operator, and has a link delivered to them. */
export async function invite(
  call: InvitingCall,
  input: NewPerson,
): Promise<Result<z.input<typeof invitedPerson>>> {
  const { deps, actor } = call;
  const refusal = await refuseTooMuchMail(call, input.email);
  if (refusal) return refusal;
  // Operators see everybody: they need no mail to find out.
  if (actor.role === 'operator' && (await hasOtherAccount(deps.db, { ...input, id: null }))) {
    return refuse('CONFLICT', HAS_ACCOUNT);
  }
  const invited = await invitePerson(deps.db, auditName(actor), input);
  if (invited === 'taken') {
    return refuse('CONFLICT', 'The list has somebody with this address already.');
  }
  if (invited === 'no-company') return refuse('NOT_FOUND', 'There is no such company.');
  const delivered = await deliver(call, invited);
  if (delivered.kind !== 'ok') return delivered;
  const waitsForLink = delivered.body.delivery === 'operator';
  const shown = fieldsOf(person, { ...invited, waitsForLink });
  return ok({ person: shown, invitation: delivered.body });
}

/** A new link for somebody who has lost the old one, or the password. */
export async function inviteAgain(call: InvitingCall, invited: Person | null): Promise<Delivered> {
  if (!invited) return NO_SUCH_PERSON;
  if (invited.id === call.actor.userId) {
    return refuse('CONFLICT', 'You cannot invite yourself: change your password in your account.');
  }
  if (invited.status === 'disabled') {
    return refuse('CONFLICT', 'The person has no access. Give it back first.');
  }
  return (await refuseTooMuchMail(call, invited.email)) ?? deliver(call, invited);
}

async function deliver(call: InvitingCall, invited: Person): Promise<Delivered> {
  const { db, accounts, clock } = call.deps;
  const { actor } = call;
  if (accounts.mailer) return mailTo(call, accounts.mailer, invited);
  if (actor.role !== 'operator') {
    await askForInvitation(db, invited.id, clock());
    await noteInvitation(db, auditName(actor), invited, 'asked-for');
    return ok({ delivery: 'operator', token: null, expiresAt: null });
  }
  if (await hasOtherAccount(db, invited)) return refuse('CONFLICT', HAS_ACCOUNT);
  const made = newInvitation(invited, 'hand-over', clock());
  await renewInvitation(db, invited.id, made);
  await noteInvitation(db, auditName(actor), invited, 'handed-over');
  const { token, expiresAt } = made;
  return ok({ delivery: 'hand-over', token, expiresAt });
}

/**
 * A person with an account elsewhere also gets a mail, without the link: neither the response nor
 * its time shows whether there is one.
 */
async function mailTo(call: InvitingCall, mailer: Mailer, invited: Person): Promise<Delivered> {
  const { db, accounts, clock, logger } = call.deps;
  const by = auditName(call.actor);
  const { token, expiresAt } = newInvitation(invited, 'mail', clock());
  const hasAccount = await hasOtherAccount(db, invited);
  await renewInvitation(db, invited.id, { token, expiresAt });
  const link = `${accounts.origin}/admin/invitation#${token}`;
  const mail = hasAccount
    ? hasAccountMail(invited.companyName ?? '')
    : invited.status === 'active'
      ? passwordMail(link, expiresAt)
      : invitationMail(link, expiresAt, invited.companyName);
  try {
    await mailer.send({ to: invited.email, ...mail });
  } catch (error) {
    logger.warn({ userId: invited.id, reason: reasonOf(error) }, 'an invitation was not sent');
    await noteInvitation(db, by, invited, 'not-mailed');
    return refuse(
      'MAIL_NOT_SENT',
      'The mail could not be sent. Check the address, then try again.',
    );
  }
  await noteInvitation(db, by, invited, 'mailed');
  return ok({ delivery: 'mail', token: null, expiresAt });
}

async function refuseTooMuchMail(
  { deps: { accounts }, actor, response }: InvitingCall,
  email: string,
): Promise<Result<never> | null> {
  if (!accounts.mailer) return null;
  const companyId = actor.role === 'operator' ? null : actor.companyId;
  const waitS = await accounts.invitationLimits.attempt(companyId, email);
  return waitS === null ? null : refuseForAWhile(response, { waitS });
}

const HOUR_MS = 60 * 60 * 1000;
const INVITATION_MS = 7 * 24 * HOUR_MS;
const LOST_PASSWORD_MS = { mail: HOUR_MS, 'hand-over': 24 * HOUR_MS } as const;

/** A link that works once: for a week, and for a lost password an hour, or a day if handed over. */
export function newInvitation(
  { status }: Pick<Person, 'status'>,
  delivery: keyof typeof LOST_PASSWORD_MS,
  now: Date,
): Invitation {
  const lifeMs = status === 'active' ? LOST_PASSWORD_MS[delivery] : INVITATION_MS;
  return { token: newToken(), expiresAt: new Date(now.getTime() + lifeMs) };
}
