// Signing in and out.

import { endAllSessions, endSession, findPerson, listSessions } from '@fiscal/db';
import { z } from 'zod';
import { answer, defineRoute, refuse } from '../kernel/route.ts';
import { session, sessionList, signInBody } from './schemas.ts';
import { csrfTokenOf, idleSince } from './sessions.ts';
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
    result: session,
    async handle({ deps, actor, request }) {
      const person = await findPerson(deps.db, actor.userId);
      const token = deps.accounts.cookie.read(request);
      if (!person || token === null) return refuse('SIGN_IN_REQUIRED', 'Sign in first.');
      const { id, email, name, role, companyId, companyName, locale, hasTotp } = person;
      const user = { id, email, name, role, companyId, companyName, locale, hasTotp };
      return answer({ user, csrfToken: csrfTokenOf(token) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/session/list',
    access: 'user',
    operationId: 'listSessions',
    tag: TAG,
    summary: 'The browsers in which the person is signed in',
    result: sessionList,
    async handle({ deps, actor }) {
      const now = deps.clock();
      const sessions = await listSessions(deps.db, actor.userId, now, idleSince(now));
      return answer({
        sessions: sessions.map((each) => ({
          ...each,
          createdAt: each.createdAt.toISOString(),
          lastSeenAt: each.lastSeenAt.toISOString(),
          expiresAt: each.expiresAt.toISOString(),
          isCurrent: each.id === actor.sessionId,
        })),
      });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/sign-out',
    access: 'user',
    operationId: 'signOut',
    tag: TAG,
    summary: 'Sign out',
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
    result: z.undefined(),
    async handle({ deps, actor, response }) {
      await endAllSessions(deps.db, actor.userId);
      deps.accounts.cookie.clear(response);
      return answer(undefined);
    },
  }),
];
