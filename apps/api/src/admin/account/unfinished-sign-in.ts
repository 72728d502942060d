// Every attempt to sign in that begins no session is in the audit log: one that was looked at with a row
// of its own, those that came too early with their number.

import { noteUnfinishedSignIn } from '@fiscal/db/account';
import type { UnfinishedSignIn } from '@fiscal/db/account';
import type { Request } from 'express';
import { countedAddress } from '../../counted-address.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import type { Answer } from '../kernel/route.ts';
import type { Refused } from './sign-in-limits.ts';

/** The call of a sign-in. */
export interface SignInAttempt {
  deps: AdminDependencies;
  body: { email: string; password: string; totp?: string | undefined };
  request: Request;
}

/** Notes an attempt that was looked at and refused; nothing of one that succeeded. */
export async function noteRefusal(call: SignInAttempt, result: Answer<unknown>): Promise<void> {
  if (result.kind !== 'refusal') return;
  await note(call, causeOf(call, result.code));
}

const FIRST_STEP: ReadonlySet<string> = new Set(['email', 'password']);

/** How far the refused one got: whatever is beside the password is a second factor. */
function causeOf(call: SignInAttempt, code: string): UnfinishedSignIn['cause'] {
  if (code === 'SIGN_IN_REFUSED') return 'wrong-password';
  const hasFactor = Object.entries(call.body).some(
    ([field, value]) => !FIRST_STEP.has(field) && value !== undefined,
  );
  return hasFactor ? 'wrong-code' : 'code-missing';
}

/**
 * Notes an attempt that was not looked at. Each counts, and the first, second, fourth, eighth… has a
 * row with their number: nobody fills the log from outside, and no attempt leaves no trace.
 */
export async function noteDelayed(call: SignInAttempt, { refused }: Refused): Promise<void> {
  if (Number.isInteger(Math.log2(refused))) await note(call, 'delayed', refused);
}

async function note(
  { deps: { db, accounts, clock }, body: { email }, request }: SignInAttempt,
  cause: UnfinishedSignIn['cause'],
  attempts?: number,
): Promise<void> {
  await noteUnfinishedSignIn(db, {
    email,
    address: countedAddress(request),
    userAgent: (request.get('User-Agent') ?? '').slice(0, 300),
    isKnownBrowser: accounts.browsers.find(request, email, clock()) !== null,
    cause,
    ...(attempts === undefined ? {} : { attempts }),
  });
}
