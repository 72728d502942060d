// The guard of the panel's endpoints. Every call is checked in the same order: signed in, allowed,
// sent by our own pages, not too often, confirmed.

import type { Request, RequestHandler } from 'express';
import type { Endpoint } from '../http/endpoint.ts';
import { NOTHING } from '../http/mounting.ts';
import { refuse, sendProblem, sendRefusal } from '../http/refusal/refusal.ts';
import type { Refusal } from '../http/refusal/refusal.ts';
import type { AccountLimits, LimitedWork } from '../limits/account-limits.ts';
import { isConfirmed } from '../access/actor.ts';
import type { Actor, Sessions } from '../access/actor.ts';
import { mayCall } from './role-matrix.ts';

const EVENT_STREAM = 'text/event-stream';

/** What every call of the panel is admitted with. */
export interface AdmissionDependencies {
  sessions: Sessions;
  accountLimits: AccountLimits;
  clock: () => Date;
}

/** Lets a call through to the endpoint, or refuses it; `response.locals.actor` is who calls. */
export function admit(
  endpoint: Endpoint,
  { sessions, accountLimits, clock }: AdmissionDependencies,
): RequestHandler {
  return async (request, response, next) => {
    // A live view reconnects by itself: no person has done anything.
    const actor = await sessions.actorOf(request, endpoint.mediaType !== EVENT_STREAM);
    // Before the refusals, so that their lines in the log name the person, too.
    response.locals.actor = actor;
    const refusal = whyNot(endpoint, actor, request);
    if (refusal) {
      sendRefusal(response, refusal);
      return;
    }
    if (endpoint.method !== 'get' && !(await sessions.isFromOurPages(request))) {
      const message = 'The call does not carry the token of this session. Load the page again.';
      sendProblem(response, 'CSRF_TOKEN_INVALID', message);
      return;
    }
    const waitS = actor && (await accountLimits.take(actor.userId, workOf(endpoint)));
    if (waitS !== null) {
      response.set('Retry-After', String(waitS));
      sendProblem(response, 'RATE_LIMITED', `Too many calls; wait ${waitS} s and try again.`);
      return;
    }
    if (endpoint.needsConfirmation && actor && !isConfirmed(actor, clock())) {
      sendRefusal(response, CONFIRM);
      return;
    }
    next();
  };
}

function workOf({ method, isUpload }: Endpoint): LimitedWork {
  if (isUpload) return 'uploads';
  return method === 'get' ? 'reads' : 'writes';
}

const SIGN_IN = refuse('SIGN_IN_REQUIRED', 'Sign in first.');
const ADD_FACTOR = refuse('SECOND_FACTOR_MISSING', 'Add a second factor to your account first.');
/** Refuses who has not proved within the last minutes who they are. */
export const CONFIRM = refuse(
  'CONFIRMATION_REQUIRED',
  'Prove first that it is you: with the password, a code of the app or a passkey.',
);

function whyNot(
  { access, isForFactorSetUp }: Endpoint,
  actor: Actor | null,
  request: Request,
): Refusal | null {
  if (access === 'everyone' || access === 'api-key') return null;
  if (!actor) return SIGN_IN;
  if (actor.mustAddFactor && !isForFactorSetUp) return ADD_FACTOR;
  // To one's own account an inspection view is no sign-in.
  if (access === 'user') return actor.role === 'inspection' ? SIGN_IN : null;
  const { companyId } = request.params as { companyId?: string };
  return mayCall(access, actor, companyId) ? null : NOTHING;
}
