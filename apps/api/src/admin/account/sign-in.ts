// One sign-in, step by step. What it answers to an unknown address is, in words and in time, what it
// answers to a wrong password.

import {
  beginSession,
  findCredentials,
  findPerson,
  hashPassword,
  isPassword,
  noteLockOut,
  takeTotpStep,
} from '@fiscal/db';
import type { Credentials } from '@fiscal/db';
import type { Response } from 'express';
import type { z } from 'zod';
import { countedAddress } from '../../counted-address.ts';
import type { Actor } from '../kernel/actor.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import { answer, refuse } from '../kernel/route.ts';
import type { Answer, Call } from '../kernel/route.ts';
import type { session, signInBody } from './schemas.ts';
import { csrfTokenOf, newToken, sessionEnd } from './sessions.ts';
import type { Refused } from './sign-in-limits.ts';
import { stepOfCode } from './totp.ts';

type SignInCall = Call<undefined, undefined, z.output<typeof signInBody>, Actor | null>;

/** Compared with where there is no account, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined;

/** Begins a session in a cookie of its own; the one that the browser came with ends. */
export async function signIn(call: SignInCall): Promise<Answer<z.input<typeof session>>> {
  const { deps, body, request, response } = call;
  const { db, accounts, clock } = deps;
  const address = countedAddress(request);
  const refused = await accounts.limits.attempt(body.email, address);
  if (refused) {
    if (refused.isFirst) await noteLockOut(db, body.email, address);
    return refuseForAWhile(response, refused);
  }
  const credentials = await findCredentials(db, { email: body.email });
  nobodysHash ??= hashPassword(newToken());
  const hash = credentials?.passwordHash ?? (await nobodysHash);
  const isRight = await isPassword(body.password, hash);
  if (!credentials || !isRight) {
    return refuse('SIGN_IN_REFUSED', 'The e-mail address or the password is not right.');
  }
  if (credentials.totp) {
    const refusal = await checkSecondFactor(call, credentials, address);
    if (refusal) return refusal;
  }
  const person = await findPerson(db, credentials.userId);
  if (!person) throw new Error('an account is gone while somebody signs in');
  await accounts.limits.succeed(body.email, address);

  const now = clock();
  const token = newToken();
  const expiresAt = sessionEnd(now);
  const userAgent = (request.get('User-Agent') ?? '').slice(0, 300);
  const begun = { userId: person.id, token, address, userAgent, now, expiresAt };
  await beginSession(db, begun, accounts.cookie.read(request));
  accounts.cookie.write(response, token, expiresAt);
  const { id, email, name, role, companyId, companyName, locale, hasTotp } = person;
  const user = { id, email, name, role, companyId, companyName, locale, hasTotp };
  return answer({ user, csrfToken: csrfTokenOf(token) });
}

/** @returns why not, or null if the code is right. */
async function checkSecondFactor(
  { deps, body, response }: SignInCall,
  credentials: Credentials,
  address: string,
): Promise<Answer<never> | null> {
  const { limits } = deps.accounts;
  if (body.totp === undefined) {
    await limits.forgive(body.email, address);
    return refuse('SECOND_FACTOR_REQUIRED', 'Type the code that your app shows.');
  }
  const refused = await limits.attemptCode(body.email);
  if (refused) return refuseForAWhile(response, refused);
  const isTaken = await takeCode(deps, credentials, body.totp);
  if (isTaken) return null;
  return refuse('SECOND_FACTOR_REQUIRED', 'The code is not right, or was used before.');
}

/** Whether the code is right; each is taken once. */
async function takeCode(
  { db, accounts, clock }: AdminDependencies,
  { userId, totp }: Credentials,
  code: string,
): Promise<boolean> {
  if (!totp) return false;
  if (!accounts.totpVault) throw new Error('ADMIN_SECRET is needed to check a second factor');
  const secret = accounts.totpVault.open(totp.sealedSecret, userId);
  const step = stepOfCode(secret, code, clock());
  return step !== null && (await takeTotpStep(db, userId, step));
}

/** 429 with the time to wait. */
export function refuseForAWhile(response: Response, { waitS }: Refused): Answer<never> {
  response.set('Retry-After', String(waitS));
  const minutes = Math.ceil(waitS / 60);
  const message = `Too many wrong attempts. Try again in ${minutes} min.`;
  return refuse('TOO_MANY_ATTEMPTS', message);
}
