// Who may sign in: operators manage everybody, a company's admins their own. Whoever loses a password
// is invited again by one of them; whoever loses the second factor needs an operator.

import {
  acceptInvitation,
  findInvited,
  findPerson,
  hashPassword,
  listPeople,
  passwordProblem,
  updatePerson,
} from '@fiscal/db/account';
import type { Person } from '@fiscal/db/account';
import { z } from 'zod';
import { countedAddress } from '../../counted-address.ts';
import { auditName } from '../kernel/actor.ts';
import type { Actor } from '../kernel/actor.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import { answer, companyParams, defineRoute, refuse } from '../kernel/route.ts';
import type { Answer } from '../kernel/route.ts';
import { invite, inviteAgain } from './invitations.ts';
import { findMember, memberParams, NO_SUCH_PERSON } from './members.ts';
import { personAnswer } from './person-answer.ts';
import { resetFactorOf } from './second-factor-reset.ts';
import {
  acceptBody,
  accepted,
  invitation,
  invitedPerson,
  newMemberBody,
  newUserBody,
  people,
  person,
  personChange,
} from './schemas.ts';

const TAG = 'Panel: people';
const userParams = z.object({ userId: z.uuid() });

export const peopleRoutes = [
  defineRoute({
    method: 'get',
    path: '/users',
    access: 'operator',
    operationId: 'listUsers',
    tag: TAG,
    summary: 'Everybody who may sign in',
    result: people,
    async handle({ deps }) {
      return answer({ people: (await listPeople(deps.db, null)).map(personAnswer) });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/users',
    access: 'operator',
    operationId: 'inviteUser',
    tag: TAG,
    summary: 'Invite an operator or a company admin',
    body: newUserBody,
    result: invitedPerson,
    status: 201,
    async handle({ deps, actor, body, response }) {
      if ((body.role === 'operator') !== (body.companyId === null)) {
        const message = 'A company admin belongs to a company, an operator to none.';
        const issue = { code: 'FIELD_INVALID', path: 'companyId', message };
        return refuse('FIELD_INVALID', message, [issue]);
      }
      return invite({ deps, actor, response }, body);
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/users/{userId}',
    access: 'operator',
    operationId: 'changeUser',
    tag: TAG,
    summary: 'Rename a person, take access away or give it back',
    params: userParams,
    body: personChange,
    result: person,
    async handle({ deps, actor, params, body }) {
      return change(deps, actor, await findPerson(deps.db, params.userId), body);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/users/{userId}/invitation',
    access: 'operator',
    operationId: 'inviteUserAgain',
    tag: TAG,
    summary: 'A new one-time link to choose a password with; nothing else changes',
    params: userParams,
    result: invitation,
    async handle({ deps, actor, params, response }) {
      const invited = await findPerson(deps.db, params.userId);
      return inviteAgain({ deps, actor, response }, invited);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/users/{userId}/second-factor',
    access: 'operator',
    operationId: 'resetSecondFactor',
    tag: TAG,
    summary: 'Take away the second factor that somebody else has lost; their sessions end',
    params: userParams,
    result: z.undefined(),
    async handle({ deps, actor, params }) {
      return resetFactorOf(deps, actor, await findPerson(deps.db, params.userId));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/companies/{companyId}/members',
    access: 'company',
    operationId: 'listMembers',
    tag: TAG,
    summary: 'The admins of the company',
    params: companyParams,
    result: people,
    async handle({ deps, params }) {
      return answer({ people: (await listPeople(deps.db, params.companyId)).map(personAnswer) });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/companies/{companyId}/members',
    access: 'company',
    operationId: 'inviteMember',
    tag: TAG,
    summary: 'Invite an admin of the company',
    params: companyParams,
    body: newMemberBody,
    result: invitedPerson,
    status: 201,
    async handle({ deps, actor, params, body, response }) {
      const { companyId } = params;
      return invite({ deps, actor, response }, { ...body, role: 'company_admin', companyId });
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/companies/{companyId}/members/{userId}',
    access: 'company',
    operationId: 'changeMember',
    tag: TAG,
    summary: 'Rename an admin of the company, take access away or give it back',
    params: memberParams,
    body: personChange,
    result: person,
    async handle({ deps, actor, params, body }) {
      return change(deps, actor, await findMember(deps, params), body);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/companies/{companyId}/members/{userId}',
    access: 'company',
    operationId: 'removeMember',
    tag: TAG,
    summary: 'Take the access of an admin away; the audit log still names them',
    params: memberParams,
    result: z.undefined(),
    async handle({ deps, actor, params }) {
      const member = await findMember(deps, params);
      const result = await change(deps, actor, member, { isActive: false });
      return result.kind === 'answer' ? answer(undefined) : result;
    },
  }),
  defineRoute({
    method: 'post',
    path: '/companies/{companyId}/members/{userId}/invitation',
    access: 'company',
    operationId: 'inviteMemberAgain',
    tag: TAG,
    summary: 'A new one-time link to choose a password with; nothing else changes',
    params: memberParams,
    result: invitation,
    async handle({ deps, actor, params, response }) {
      return inviteAgain({ deps, actor, response }, await findMember(deps, params));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/invitations/accept',
    access: 'everyone',
    operationId: 'acceptInvitation',
    tag: TAG,
    summary: 'Choose a password with the link of an invitation, which works once',
    body: acceptBody,
    result: accepted,
    async handle({ deps: { db, accounts, clock }, body, request }) {
      const invited = await findInvited(db, body.token, clock());
      const isOver = 'The invitation has been used or is over. Ask for a new one.';
      if (!invited) return refuse('NOT_FOUND', isOver);
      const problem = await passwordProblem(body.password, invited.email);
      if (problem !== null) {
        const issue = { code: 'PASSWORD_TOO_WEAK', path: 'password', message: problem };
        return refuse('FIELD_INVALID', problem, [issue]);
      }
      const passwordHash = await hashPassword(body.password);
      const address = countedAddress(request);
      const use = { token: body.token, passwordHash, address, now: clock() };
      const acceptance = await acceptInvitation(db, invited, use);
      if (acceptance === 'over') return refuse('NOT_FOUND', isOver);
      if (acceptance === 'taken') {
        const hasAccount = 'This address has an account already. Ask for an invitation to another.';
        return refuse('CONFLICT', hasAccount);
      }
      await accounts.limits.succeed(invited.email, address);
      return answer({ email: invited.email });
    },
  }),
];

async function change(
  { db, clock }: AdminDependencies,
  actor: Actor,
  before: Person | null,
  input: z.output<typeof personChange>,
): Promise<Answer<z.input<typeof person>>> {
  if (!before) return NO_SUCH_PERSON;
  if (before.id === actor.userId && input.isActive === false) {
    return refuse('CONFLICT', 'You cannot take away your own access: another admin has to.');
  }
  return answer(personAnswer(await updatePerson(db, auditName(actor), before, input, clock())));
}
