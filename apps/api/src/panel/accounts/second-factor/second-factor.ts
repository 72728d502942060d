// The second step of a sign-in: a code of the app, or a passkey, once the password was right.

import { findPerson, resetSecondFactor, takeTotpStep } from '@fiscal/db/account';
import type { Credentials, Delayed, Person } from '@fiscal/db/account';
import type { Response } from 'express';
import type { z } from 'zod';
import { DONE } from '../../../http/endpoint.ts';
import type { Result } from '../../../http/endpoint.ts';
import { refuse } from '../../../http/refusal/refusal.ts';
import { secondFactorResetMail } from '../../../mail/account-mail.ts';
import { reasonOf } from '@fiscal/runtime/mail';
import { auditName } from '../../../access/actor.ts';
import type { Actor } from '../../../access/actor.ts';
import type { AccountDependencies } from '../accounts.ts';
import type { signInBody } from '../account-schemas.ts';
import { NO_SUCH_PERSON } from '../find-person.ts';
import { refuseForAWhile } from '../sign-in-limits.ts';
import { needsSecondFactor } from './second-factor-rule.ts';
import { stepOfCode } from './totp.ts';

interface SecondStep {
  deps: AccountDependencies;
  body: z.output<typeof signInBody>;
  response: Response;
}

/** Whether the account has one: an app, or a passkey. */
export function hasSecondFactor({ totp, hasPasskeys }: Credentials): boolean {
  return totp !== null || hasPasskeys;
}

/** How the attempts of this sign-in are counted. */
interface CountedAttempts {
  /** Takes back that the attempt was counted as a wrong one: there was no factor to judge. */
  forgive: () => Promise<void>;
  /** Counts a code before it is looked at. @returns null if it may be looked at. */
  attemptCode: () => Promise<Delayed | null>;
}

/** @returns which factor was right; else why not, with what may be signed. */
export async function checkSecondFactor(
  { deps, body, response }: SecondStep,
  credentials: Credentials,
  attempts: CountedAttempts,
): Promise<Result<never> | 'totp' | 'passkey'> {
  const { passkeys } = deps.accounts;
  if (body.passkey !== undefined) {
    if (await passkeys?.check(credentials, 'sign-in', body.passkey)) return 'passkey';
    return ask(deps, credentials, 'The passkey is not one of this account, or it came too late.');
  }
  if (body.totp === undefined) {
    await attempts.forgive();
    return ask(deps, credentials, 'Type the code that your app shows, or use a passkey.');
  }
  const refused = await attempts.attemptCode();
  if (refused) return refuseForAWhile(response, refused);
  if (await takeCode(deps, credentials, body.totp)) return 'totp';
  return ask(deps, credentials, 'The code is not right, or was used before.');
}

async function ask(
  { accounts: { passkeys } }: AccountDependencies,
  credentials: Credentials,
  message: string,
): Promise<Result<never>> {
  const passkey = (await passkeys?.ask(credentials, 'sign-in')) ?? null;
  const secondFactor = { totp: credentials.totp !== null, passkey };
  return refuse('SECOND_FACTOR_REQUIRED', message, { secondFactor });
}

/** Whether a code of the app is right; each is taken once. */
export async function takeCode(
  { db, accounts, clock }: AccountDependencies,
  { userId, totp }: Credentials,
  code: string,
): Promise<boolean> {
  if (!totp) return false;
  if (!accounts.totpVault) throw new Error('ADMIN_SECRET is needed to check a second factor');
  const secret = accounts.totpVault.open(totp.sealedSecret, userId);
  const step = stepOfCode(secret, code, clock());
  return step !== null && (await takeTotpStep(db, userId, step));
}

const LAST_FACTOR =
  'A second factor is demanded of you. Add another one before you remove this one.';

/** @returns why the person must not lose a factor of this kind; null if they may. */
export async function refuseToLose(
  { db, accounts }: AccountDependencies,
  { userId }: Actor,
  kind: 'totp' | 'passkey',
): Promise<Result<never> | null> {
  const person = await findPerson(db, userId);
  if (!person || !needsSecondFactor(accounts.secondFactorFor, person)) return null;
  const left = person.passkeys + (person.hasTotp ? 1 : 0) - 1;
  const isOfKind = kind === 'totp' ? person.hasTotp : person.passkeys > 0;
  return isOfKind && left === 0 ? refuse('CONFLICT', LAST_FACTOR) : null;
}

/** Takes somebody's second factor away, and writes to them that it was done. */
export async function resetFactorOf(
  { db, accounts, clock, logger }: AccountDependencies,
  actor: Extract<Actor, { role: 'operator' }>,
  person: Person | null,
): Promise<Result<undefined>> {
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
    const fields = { userId: person.id, reason: reasonOf(error) };
    logger.warn(fields, 'a person could not be written to about the reset of the second factor');
  }
  return DONE;
}
