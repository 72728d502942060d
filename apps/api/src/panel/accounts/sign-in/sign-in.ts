// One sign-in, step by step. Its response to an unknown address is, in words and in time, the
// response to a wrong password.

import { DELIVERY_WINDOW_HOURS, REMAINING_HOURS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import {
  beginSession,
  findCredentials,
  findPerson,
  hashPassword,
  isPassword,
  noteUnfinishedSignIn,
} from '@fiscal/db/account';
import { hasLiveNumbers } from '@fiscal/db/number';
import type { Delayed, NewSession, Person, UnfinishedSignIn } from '@fiscal/db/account';
import type { z } from 'zod';
import type { Request } from 'express';
import { countedAddress } from '../../../http/request/counted-address.ts';
import { ok } from '../../../http/endpoint.ts';
import type { Call, Result } from '../../../http/endpoint.ts';
import { refuse } from '../../../http/refusal/refusal.ts';
import { fieldsOf } from '../../field-schemas.ts';
import { session } from '../account-schemas.ts';
import type { signInBody } from '../account-schemas.ts';
import type { AccountDependencies } from '../accounts.ts';
import { needsSecondFactor } from '../second-factor/second-factor-rule.ts';
import { checkSecondFactor, hasSecondFactor } from '../second-factor/second-factor.ts';
import { csrfTokenOf, newToken, sessionEnd } from './sessions.ts';
import { refuseForAWhile } from '../sign-in-limits.ts';

/** What somebody signs in with. */
export interface SignInDependencies extends AccountDependencies {
  /** What the provider of the service is to the authority; null where it is not configured. */
  providerCodes: Record<Environment, { softwareCode: string; maintainerCode: string } | null>;
  /** Whether this process knows a live endpoint of the authority. */
  isLiveConnected: boolean;
}

type SignInCall = Call<
  'everyone',
  SignInDependencies,
  unknown,
  undefined,
  z.output<typeof signInBody>
>;

/** Compared with where there is no account, so that the response takes as long. */
let unknownHash: Promise<string> | undefined;

const WRONG = refuse('SIGN_IN_REFUSED', 'The e-mail address or the password is not right.');

/** Begins a session in a cookie of its own; the one that the browser came with ends. */
export async function signIn(call: SignInCall): Promise<Result<z.input<typeof session>>> {
  const { deps, body, request, response } = call;
  const { accounts, clock } = deps;
  const browser = accounts.browsers.find(request, body.email, clock());
  const refused = await accounts.limits.attempt(body.email, countedAddress(request), browser);
  if (refused) {
    await noteDelayed(call, 'delayed', refused);
    return refuseForAWhile(response, refused);
  }
  const result = await checkSignIn(call, browser);
  await noteRefusal(call, result);
  return result;
}

/** @param browser its id if it is known for the account, else null. */
async function checkSignIn(
  call: SignInCall,
  browser: string | null,
): Promise<Result<z.input<typeof session>>> {
  const { deps, body, request, response } = call;
  const { db, accounts, clock } = deps;
  const address = countedAddress(request);
  const credentials = await findCredentials(db, { email: body.email });
  unknownHash ??= hashPassword(newToken());
  const hash = credentials?.passwordHash ?? (await unknownHash);
  const isRight = await isPassword(body.password, hash);
  if (!credentials || !isRight) return WRONG;
  const secondFactor = hasSecondFactor(credentials)
    ? await checkSecondFactor(call, credentials, {
        forgive: () => accounts.limits.forgive(body.email, address, browser),
        attemptCode: async () => {
          const refused = await accounts.limits.attemptCode(body.email, browser);
          if (refused) await noteDelayed(call, 'code-delayed', refused);
          return refused;
        },
      })
    : 'none';
  if (typeof secondFactor !== 'string') return secondFactor;
  const person = await findPerson(db, credentials.userId);
  if (!person) throw new Error('an account is gone while somebody signs in');

  const now = clock();
  // Before its first sign-in no language was chosen for the account.
  const { locale = person.lastSignInAt === null ? body.shownLocale : undefined } = body;
  const token = newToken();
  const expiresAt = sessionEnd(now);
  const begun: NewSession = {
    userId: person.id,
    passwordHash: hash,
    secondFactor,
    token,
    address,
    userAgent: userAgentOf(request),
    locale,
    now,
    expiresAt,
  };
  if (!(await beginSession(db, begun, accounts.cookie.read(request)))) return WRONG;
  await accounts.limits.succeed(body.email, address, browser);
  accounts.cookie.write(response, token, expiresAt);
  accounts.browsers.remember(request, response, body.email, now);
  return ok(await sessionOf(deps, { ...person, locale: locale ?? person.locale }, token));
}

/** As it is stored. */
export function userAgentOf(request: Request): string {
  return (request.get('User-Agent') ?? '').slice(0, 300);
}

/** @param token of the session itself. */
export async function sessionOf(
  deps: SignInDependencies,
  person: Person,
  token: string,
): Promise<z.input<typeof session>> {
  const { accounts, db, isLiveConnected, providerCodes } = deps;
  const isDemanded = needsSecondFactor(accounts.secondFactorFor, person);
  return {
    user: fieldsOf(session.shape.user, person),
    csrfToken: csrfTokenOf(token),
    mustAddFactor: isDemanded && !person.hasTotp && person.passkeys === 0,
    offlineDelivery: { windowHours: DELIVERY_WINDOW_HOURS, remainingHours: REMAINING_HOURS },
    providerCodes,
    // Where this process serves the panel alone, only the others may know the live endpoint.
    isLiveUsed: isLiveConnected || (await hasLiveNumbers(db)),
    possibleFactors: { totp: accounts.totpVault !== null, passkey: accounts.passkeys !== null },
  };
}

/**
 * Notes an attempt that was looked at and refused; nothing of one that succeeded, or has been
 * noted.
 */
async function noteRefusal(call: SignInCall, result: Result<unknown>): Promise<void> {
  if (result.kind !== 'refusal' || result.body.code === 'TOO_MANY_ATTEMPTS') return;
  await note(call, causeOf(call, result.body.code));
}

const FIRST_STEP: ReadonlySet<string> = new Set(['email', 'password', 'locale', 'shownLocale']);

/** How far the refused one got: whatever is beside the password is a second factor. */
function causeOf(call: SignInCall, code: string): UnfinishedSignIn['cause'] {
  if (code === 'SIGN_IN_REFUSED') return 'wrong-password';
  const hasFactor = Object.entries(call.body).some(
    ([field, value]) => !FIRST_STEP.has(field) && value !== undefined,
  );
  return hasFactor ? 'wrong-code' : 'code-missing';
}

/**
 * Notes an attempt that was not looked at. Each counts, and the first, second, fourth, eighth… has
 * a row with their number: the log cannot be filled from outside, and no attempt leaves no trace.
 */
async function noteDelayed(
  call: SignInCall,
  cause: 'delayed' | 'code-delayed',
  { refused }: Delayed,
): Promise<void> {
  if (Number.isInteger(Math.log2(refused))) await note(call, cause, refused);
}

async function note(
  { deps: { db, accounts, clock }, body: { email }, request }: SignInCall,
  cause: UnfinishedSignIn['cause'],
  attempts?: number,
): Promise<void> {
  await noteUnfinishedSignIn(db, {
    email,
    address: countedAddress(request),
    userAgent: userAgentOf(request),
    isKnownBrowser: accounts.browsers.find(request, email, clock()) !== null,
    cause,
    ...(attempts === undefined ? {} : { attempts }),
  });
}
