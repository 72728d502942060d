// One sign-in, step by step. What it answers to an unknown address is, in words and in time, what it
// answers to a wrong password.

import {
  beginSession,
  findCredentials,
  findPerson,
  hashPassword,
  isPassword,
} from '@fiscal/db/account';
import type { NewSession } from '@fiscal/db/account';
import type { z } from 'zod';
import { countedAddress } from '../../counted-address.ts';
import type { Actor } from '../kernel/actor.ts';
import { answer, refuse } from '../kernel/route.ts';
import type { Answer, Call } from '../kernel/route.ts';
import { refuseForAWhile } from './refuse-for-a-while.ts';
import type { session, signInBody } from './schemas.ts';
import { checkSecondFactor, hasSecondFactor } from './second-factor.ts';
import { sessionAnswer } from './session-answer.ts';
import { newToken, sessionEnd } from './sessions.ts';
import { noteDelayed, noteRefusal } from './unfinished-sign-in.ts';

type SignInCall = Call<undefined, undefined, z.output<typeof signInBody>, Actor | null>;

/** Compared with where there is no account, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined;

/** Begins a session in a cookie of its own; the one that the browser came with ends. */
export async function signIn(call: SignInCall): Promise<Answer<z.input<typeof session>>> {
  const { deps, body, request, response } = call;
  const { accounts, clock } = deps;
  const browser = accounts.browsers.find(request, body.email, clock());
  const refused = await accounts.limits.attempt(body.email, countedAddress(request), browser);
  if (refused) {
    await noteDelayed(call, refused);
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
): Promise<Answer<z.input<typeof session>>> {
  const { deps, body, request, response } = call;
  const { db, accounts, clock } = deps;
  const address = countedAddress(request);
  const credentials = await findCredentials(db, { email: body.email });
  nobodysHash ??= hashPassword(newToken());
  const hash = credentials?.passwordHash ?? (await nobodysHash);
  const isRight = await isPassword(body.password, hash);
  if (!credentials || !isRight) {
    return refuse('SIGN_IN_REFUSED', 'The e-mail address or the password is not right.');
  }
  const secondFactor = hasSecondFactor(credentials)
    ? await checkSecondFactor(call, credentials, {
        forgive: () => accounts.limits.forgive(body.email, address, browser),
        attemptCode: () => accounts.limits.attemptCode(body.email, browser),
      })
    : 'none';
  if (typeof secondFactor !== 'string') return secondFactor;
  const person = await findPerson(db, credentials.userId);
  if (!person) throw new Error('an account is gone while somebody signs in');
  await accounts.limits.succeed(body.email, address, browser);

  const now = clock();
  const token = newToken();
  const expiresAt = sessionEnd(now);
  const userAgent = (request.get('User-Agent') ?? '').slice(0, 300);
  const begun: NewSession = {
    userId: person.id,
    secondFactor,
    token,
    address,
    userAgent,
    now,
    expiresAt,
  };
  await beginSession(db, begun, accounts.cookie.read(request));
  accounts.cookie.write(response, token, expiresAt);
  accounts.browsers.remember(request, response, body.email, now);
  return answer(sessionAnswer(accounts, person, token));
}
