// Signing in and out.

import { endAllSessions, endSession, findPerson } from '@fiscal/db/account';
import { z } from 'zod';
import { answer, defineRoute, refuse } from '../kernel/route.ts';
import { session, signInBody } from './schemas.ts';
import { sessionAnswer } from './session-answer.ts';
import { signIn } from './sign-in.ts';

const TAG = 'Panel: account';

export const sessionRoutes = [
  defineRoute({
    method: 'post',
    path: '/sign-in',
    access: 'everyone',
    operationId: 'signIn',
    tag: TAG,
    summary: 'Sign in with e-mail and password',
    body: signInBody,
    result: session,
    handle: signIn,
  }),
  defineRoute({
    method: 'get',
    path: '/session',
    access: 'user',
    operationId: 'getSession',
    tag: TAG,
    summary: 'Who is signed in, and the CSRF token',
    isForFactorSetUp: true,
    result: session,
    async handle({ deps, actor, request }) {
      const person = await findPerson(deps.db, actor.userId);
      const token = deps.accounts.cookie.read(request);
      if (!person || token === null) return refuse('SIGN_IN_REQUIRED', 'Sign in first.');
      return answer(sessionAnswer(deps.accounts, person, token));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/sign-out',
    access: 'user',
    operationId: 'signOut',
    tag: TAG,
    summary: 'Sign out',
    isForFactorSetUp: true,
    result: z.undefined(),
    async handle({ deps, actor, response }) {
      await endSession(deps.db, actor.userId, actor.sessionId);
      deps.accounts.cookie.clear(response);
      return answer(undefined);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/sign-out-everywhere',
    access: 'user',
    operationId: 'signOutEverywhere',
    tag: TAG,
    summary: 'Sign out in every browser',
    needsConfirmation: true,
    result: z.undefined(),
    async handle({ deps, actor, response }) {
      await endAllSessions(deps.db, actor.userId);
      deps.accounts.cookie.clear(response);
      return answer(undefined);
    },
  }),
];
