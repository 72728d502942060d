// Signing in and out, and the browsers in which one is signed in.

import { endAllSessions, endSession, findPerson } from '@fiscal/db/account';
import { DONE, endpointsFor, ok } from '../../../http/endpoint.ts';
import { refuse } from '../../../http/refusal/refusal.ts';
import { session, sessionList, signInBody } from '../account-schemas.ts';
import { endSessions, listSessionsOf } from './people-sessions.ts';
import { sessionOf, signIn } from './sign-in.ts';
import type { SignInDependencies } from './sign-in.ts';

const { get, post, remove } = endpointsFor<SignInDependencies>()('', {
  tag: 'Panel: account',
  access: 'user',
});

export const sessionEndpoints = [
  post('/sign-in', {
    access: 'everyone',
    operationId: 'signIn',
    summary: 'Sign in with e-mail and password',
    body: signInBody,
    result: session,
    handle: signIn,
  }),
  get('/session', {
    operationId: 'getSession',
    summary: 'Who is signed in, and the CSRF token',
    isForFactorSetUp: true,
    result: session,
    async handle({ deps, actor, request }) {
      const person = await findPerson(deps.db, actor.userId);
      const token = deps.accounts.cookie.read(request);
      if (!person || token === null) return refuse('SIGN_IN_REQUIRED', 'Sign in first.');
      return ok(await sessionOf(deps, person, token));
    },
  }),
  post('/sign-out', {
    operationId: 'signOut',
    summary: 'Sign out',
    isForFactorSetUp: true,
    async handle({ deps, actor, response }) {
      await endSession(deps.db, actor.userId, actor.sessionId);
      deps.accounts.cookie.clear(response);
      return DONE;
    },
  }),
  post('/sign-out-everywhere', {
    operationId: 'signOutEverywhere',
    summary: 'Sign out in every browser',
    needsConfirmation: true,
    async handle({ deps, actor, response }) {
      await endAllSessions(deps.db, actor.userId);
      deps.accounts.cookie.clear(response);
      return DONE;
    },
  }),
  get('/session/list', {
    operationId: 'listSessions',
    summary: 'The browsers in which the person is signed in',
    result: sessionList,
    handle: ({ deps, actor }) => listSessionsOf(deps, actor, { id: actor.userId }),
  }),
  remove('/session/list/{sessionId}', {
    operationId: 'endSession',
    summary: 'Sign out in one of these browsers',
    needsConfirmation: true,
    handle: ({ deps, actor, params }) =>
      endSessions(deps, actor, { id: actor.userId }, params.sessionId),
  }),
];
