// Who may sign in, and where they are signed in: operators manage everybody, a company's admins
// their own. Who loses the second factor needs an operator.

import {
  acceptInvitation,
  findInvited,
  findPerson,
  hashPassword,
  listPeople,
  passwordProblem,
  updatePerson,
} from '@fiscal/db/account';
import type { Person, Role } from '@fiscal/db/account';
import type { z } from 'zod';
import { countedAddress } from '../../../http/request/counted-address.ts';
import { DONE, endpointsFor, ok } from '../../../http/endpoint.ts';
import type { Result } from '../../../http/endpoint.ts';
import { versionSeen } from '../../../http/request/if-match.ts';
import { refuse, refuseField } from '../../../http/refusal/refusal.ts';
import { pageOf } from '../../../http/request/pagination.ts';
import { auditName, isConfirmed } from '../../../access/actor.ts';
import type { Actor } from '../../../access/actor.ts';
import { CONFIRM } from '../../admission.ts';
import { refuseStale } from '../../changed-meanwhile.ts';
import { fieldsOf } from '../../field-schemas.ts';
import type { AccountDependencies } from '../accounts.ts';
import {
  acceptBody,
  invitation,
  invitedAccount,
  invitedPerson,
  linkBody,
  newMemberBody,
  newUserBody,
  people,
  peopleQuery,
  person,
  personChange,
  sessionList,
} from '../account-schemas.ts';
import { invite, inviteAgain } from '../invitations/invitations.ts';
import { resetFactorOf } from '../second-factor/second-factor.ts';
import { findOf, NO_SUCH_PERSON } from '../find-person.ts';
import { endSessions, listSessionsOf } from '../sign-in/people-sessions.ts';

const OF_ALL = { path: '/users', access: 'operator', noun: 'User', who: 'a person' } as const;
const OF_COMPANY = {
  path: '/companies/{companyId}/members',
  access: 'company',
  noun: 'Member',
  who: 'a person of the company',
} as const;

const WRONG_BELONGING =
  'Owners, accountants and support belong to a company; operators and the service’s support to none.';

function isPossible(role: Role, companyId: string | null): boolean {
  return (role === 'operator' || role === 'service_support') === (companyId === null);
}

/** What operators do about everybody, and a company's admins about their own. */
function endpointsAbout({ path, access, noun, who }: typeof OF_ALL | typeof OF_COMPANY) {
  const { get, post, patch, remove } = endpointsFor<AccountDependencies>()(path, {
    tag: 'Panel: people',
    access,
  });
  return [
    get('', {
      operationId: `list${noun}s`,
      isHeavy: true,
      summary: noun === 'User' ? 'Everybody who may sign in' : 'The people of the company',
      query: peopleQuery,
      result: people,
      async handle({ deps, params, query }) {
        const { companyId = null } = params as { companyId?: string };
        const { search = '', cursor = null, limit } = query;
        const filter = { companyId, search: search === '' ? null : search, afterId: cursor };
        const { page, last } = pageOf(await listPeople(deps.db, filter, limit + 1), limit);
        return ok({
          people: page.map((row) => fieldsOf(person, row)),
          nextCursor: last?.id ?? null,
        });
      },
    }),
    patch('/{userId}', {
      operationId: `change${noun}`,
      needsVersion: true,
      summary: `Rename ${who}, give another role, take access away or give it back`,
      body: personChange,
      result: person,
      async handle({ deps, actor, params, body, request }) {
        return change(deps, actor, await findOf(deps, params), body, versionSeen(request));
      },
    }),
    post('/{userId}/invitation', {
      operationId: `invite${noun}Again`,
      summary: 'A new one-time link to choose a password with; nothing else changes',
      result: invitation,
      handle: async (call) => inviteAgain(call, await findOf(call.deps, call.params)),
    }),
    get('/{userId}/sessions', {
      operationId: `list${noun}Sessions`,
      summary: `The browsers in which ${who} is signed in`,
      result: sessionList,
      handle: async ({ deps, actor, params }) =>
        listSessionsOf(deps, actor, await findOf(deps, params)),
    }),
    remove('/{userId}/sessions', {
      operationId: `end${noun}Sessions`,
      summary: `Sign ${who} out everywhere`,
      needsConfirmation: true,
      handle: async ({ deps, actor, params }) =>
        endSessions(deps, actor, await findOf(deps, params), null),
    }),
    remove('/{userId}/sessions/{sessionId}', {
      operationId: `end${noun}Session`,
      summary: `Sign ${who} out in one browser`,
      needsConfirmation: true,
      handle: async ({ deps, actor, params }) =>
        endSessions(deps, actor, await findOf(deps, params), params.sessionId),
    }),
  ];
}

const LINK_IS_OVER = refuse('NOT_FOUND', 'The link has been used or is over. Ask for a new one.');

const ofAll = endpointsFor<AccountDependencies>()('', { tag: 'Panel: people', access: 'operator' });
const ofCompany = endpointsFor<AccountDependencies>()(OF_COMPANY.path, {
  tag: 'Panel: people',
  access: 'company',
});

/** People of the service and of a company, their invitations and sessions. */
export const peopleEndpoints = [
  ...endpointsAbout(OF_ALL),
  ...endpointsAbout(OF_COMPANY),
  ofAll.post('/users', {
    operationId: 'inviteUser',
    summary: 'Invite somebody of the service or of a company',
    body: newUserBody,
    result: invitedPerson,
    status: 201,
    handle(call) {
      const { role, companyId } = call.body;
      if (isPossible(role, companyId)) return invite(call, call.body);
      return refuseField('companyId', WRONG_BELONGING);
    },
  }),
  ofAll.remove('/users/{userId}/second-factor', {
    operationId: 'resetSecondFactor',
    summary: 'Take away the second factor that somebody else has lost; their sessions end',
    needsConfirmation: true,
    handle: async ({ deps, actor, params }) =>
      resetFactorOf(deps, actor, await findOf(deps, params)),
  }),
  ofCompany.post('', {
    operationId: 'inviteMember',
    summary: 'Invite somebody to the company',
    body: newMemberBody,
    result: invitedPerson,
    status: 201,
    handle(call) {
      const { companyId } = call.params;
      return invite(call, { ...call.body, companyId });
    },
  }),
  ofCompany.remove('/{userId}', {
    operationId: 'removeMember',
    summary: 'Take the access of a person away; the audit log still names them',
    needsConfirmation: true,
    async handle({ deps, actor, params }) {
      const changed = await change(
        deps,
        actor,
        await findOf(deps, params),
        { isActive: false },
        null,
      );
      return changed.kind === 'ok' ? DONE : changed;
    },
  }),
  ofAll.post('/invitations/find', {
    access: 'everyone',
    operationId: 'findInvitation',
    summary: 'Whom a link is for, asked before a password is chosen with it',
    body: linkBody,
    result: invitedAccount,
    async handle({ deps: { db, clock }, body }) {
      const invited = await findInvited(db, body.token, clock());
      return invited ? ok({ email: invited.email }) : LINK_IS_OVER;
    },
  }),
  ofAll.post('/invitations/accept', {
    access: 'everyone',
    operationId: 'acceptInvitation',
    summary: 'Choose a password with the link of an invitation, which works once',
    body: acceptBody,
    result: invitedAccount,
    async handle({ deps: { db, accounts, clock }, body, request }) {
      const invited = await findInvited(db, body.token, clock());
      if (!invited) return LINK_IS_OVER;
      const problem = await passwordProblem(body.password, invited.email);
      if (problem !== null) return refuseField('password', problem, 'PASSWORD_TOO_WEAK');
      const passwordHash = await hashPassword(body.password);
      const address = countedAddress(request);
      const { token, locale } = body;
      const use = { token, passwordHash, address, locale, now: clock() };
      const acceptance = await acceptInvitation(db, invited, use);
      if (acceptance === 'over') return LINK_IS_OVER;
      if (acceptance === 'taken') {
        const hasAccount = 'This address has an account already. Ask for an invitation to another.';
        return refuse('CONFLICT', hasAccount);
      }
      await accounts.limits.succeed(invited.email, address);
      return ok({ email: invited.email });
    },
  }),
];

async function change(
  deps: AccountDependencies,
  actor: Actor,
  before: Person | null,
  input: z.output<typeof personChange>,
  seen: number | null,
): Promise<Result<z.input<typeof person>>> {
  if (!before) return NO_SUCH_PERSON;
  if (before.id === actor.userId && input.isActive === false) {
    return refuse('CONFLICT', 'You cannot take away your own access: another person has to.');
  }
  // It ends the sessions of the person.
  if (input.isActive === false && !isConfirmed(actor, deps.clock())) return CONFIRM;
  if (input.role !== undefined && input.role !== before.role) {
    if (before.id === actor.userId) {
      return refuse('CONFLICT', 'You cannot change your own role: another person has to.');
    }
    if (!isPossible(input.role, before.companyId)) {
      return refuseField('role', WRONG_BELONGING);
    }
  }
  const { db, clock } = deps;
  const changed = await updatePerson(db, auditName(actor), before, input, clock(), seen);
  if (changed) return ok(fieldsOf(person, changed));
  const current = (await findPerson(db, before.id)) ?? before;
  return refuseStale(deps, actor, before.id, fieldsOf(person, current));
}
