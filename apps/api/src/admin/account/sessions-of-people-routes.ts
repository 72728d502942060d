// Where people are signed in: one's own sessions, those of a company's admins, and, for operators,
// everybody's. Each can be ended.

import { endSessionsOf, findPerson, listSessions } from '@fiscal/db/account';
import { z } from 'zod';
import { auditName } from '../kernel/actor.ts';
import type { Actor } from '../kernel/actor.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import { answer, defineRoute, refuse } from '../kernel/route.ts';
import type { Answer } from '../kernel/route.ts';
import { findMember, memberParams, NO_SUCH_PERSON } from './members.ts';
import { sessionList } from './schemas.ts';
import { idleSince } from './sessions.ts';

const TAG = 'Panel: people';
const sessionId = z.uuid();
const userParams = z.object({ userId: z.uuid() });

export const sessionsOfPeopleRoutes = [
  defineRoute({
    method: 'get',
    path: '/session/list',
    access: 'user',
    operationId: 'listSessions',
    tag: 'Panel: account',
    summary: 'The browsers in which the person is signed in',
    result: sessionList,
    handle: ({ deps, actor }) => list(deps, actor, actor.userId),
  }),
  defineRoute({
    method: 'delete',
    path: '/session/list/{sessionId}',
    access: 'user',
    operationId: 'endSession',
    tag: 'Panel: account',
    summary: 'Sign out in one of these browsers',
    needsConfirmation: true,
    params: z.object({ sessionId }),
    result: z.undefined(),
    handle: ({ deps, actor, params }) => end(deps, actor, actor.userId, params.sessionId),
  }),
  defineRoute({
    method: 'get',
    path: '/companies/{companyId}/members/{userId}/sessions',
    access: 'company',
    operationId: 'listMemberSessions',
    tag: TAG,
    summary: 'The browsers in which an admin of the company is signed in',
    params: memberParams,
    result: sessionList,
    async handle({ deps, actor, params }) {
      const member = await findMember(deps, params);
      return member ? list(deps, actor, member.id) : NO_SUCH_PERSON;
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/companies/{companyId}/members/{userId}/sessions',
    access: 'company',
    operationId: 'endMemberSessions',
    tag: TAG,
    summary: 'Sign an admin of the company out everywhere',
    params: memberParams,
    result: z.undefined(),
    async handle({ deps, actor, params }) {
      const member = await findMember(deps, params);
      return member ? end(deps, actor, member.id, null) : NO_SUCH_PERSON;
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/companies/{companyId}/members/{userId}/sessions/{sessionId}',
    access: 'company',
    operationId: 'endMemberSession',
    tag: TAG,
    summary: 'Sign an admin of the company out in one browser',
    params: memberParams.extend({ sessionId }),
    result: z.undefined(),
    async handle({ deps, actor, params }) {
      const member = await findMember(deps, params);
      return member ? end(deps, actor, member.id, params.sessionId) : NO_SUCH_PERSON;
    },
  }),
  defineRoute({
    method: 'get',
    path: '/users/{userId}/sessions',
    access: 'operator',
    operationId: 'listUserSessions',
    tag: TAG,
    summary: 'The browsers in which a person is signed in',
    params: userParams,
    result: sessionList,
    handle: ({ deps, actor, params }) => list(deps, actor, params.userId),
  }),
  defineRoute({
    method: 'delete',
    path: '/users/{userId}/sessions',
    access: 'operator',
    operationId: 'endUserSessions',
    tag: TAG,
    summary: 'Sign a person out everywhere',
    params: userParams,
    result: z.undefined(),
    handle: ({ deps, actor, params }) => end(deps, actor, params.userId, null),
  }),
  defineRoute({
    method: 'delete',
    path: '/users/{userId}/sessions/{sessionId}',
    access: 'operator',
    operationId: 'endUserSession',
    tag: TAG,
    summary: 'Sign a person out in one browser',
    params: userParams.extend({ sessionId }),
    result: z.undefined(),
    handle: ({ deps, actor, params }) => end(deps, actor, params.userId, params.sessionId),
  }),
];

async function list(
  { db, clock }: AdminDependencies,
  actor: Actor,
  userId: string,
): Promise<Answer<z.input<typeof sessionList>>> {
  const now = clock();
  const sessions = await listSessions(db, userId, now, idleSince(now));
  return answer({
    sessions: sessions.map((each) => ({
      ...each,
      createdAt: each.createdAt.toISOString(),
      lastSeenAt: each.lastSeenAt.toISOString(),
      expiresAt: each.expiresAt.toISOString(),
      isCurrent: each.id === actor.sessionId,
    })),
  });
}

/** @param id null for all of them. */
async function end(
  { db }: AdminDependencies,
  actor: Actor,
  userId: string,
  id: string | null,
): Promise<Answer<undefined>> {
  const person = await findPerson(db, userId);
  if (!person) return NO_SUCH_PERSON;
  const count = await endSessionsOf(db, { actor: auditName(actor), userId, sessionId: id });
  if (id !== null && count === 0) return refuse('NOT_FOUND', 'There is no such session.');
  return answer(undefined);
}
