// Who may sign in: operators manage everybody, a company's admins their own. Whoever loses a password
// or the second factor is invited again by one of them.

import {
  acceptInvitation,
  changePerson,
  findInvited,
  findPerson,
  hashPassword,
  invitePerson,
  listPeople,
  passwordProblem,
  renewInvitation,
} from '@fiscal/db';
import type { NewPerson, Person } from '@fiscal/db';
import { z } from 'zod';
import { countedAddress } from '../../counted-address.ts';
import { auditName } from '../kernel/actor.ts';
import type { Actor } from '../kernel/actor.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import { answer, companyParams, defineRoute, refuse } from '../kernel/route.ts';
import type { Answer } from '../kernel/route.ts';
import { invitationAnswer, newInvitation, personAnswer } from './person-answer.ts';
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
const memberParams = companyParams.extend({ userId: z.uuid() });

const NOBODY = 'There is no such person.';

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
    async handle({ deps, actor, body }) {
      if ((body.role === 'operator') !== (body.companyId === null)) {
        const message = 'A company admin belongs to a company, an operator to none.';
        const issue = { code: 'FIELD_INVALID', path: 'companyId', message };
        return refuse('FIELD_INVALID', message, [issue]);
      }
      return invite(deps, actor, body);
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
    summary: 'A new one-time link to choose a password with',
    params: userParams,
    result: invitation,
    async handle({ deps, actor, params }) {
      return inviteAgain(deps, actor, await findPerson(deps.db, params.userId));
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
    async handle({ deps, actor, params, body }) {
      const { companyId } = params;
      return invite(deps, actor, { ...body, role: 'company_admin', companyId });
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
    summary: 'A new one-time link to choose a password with',
    params: memberParams,
    result: invitation,
    async handle({ deps, actor, params }) {
      return inviteAgain(deps, actor, await findMember(deps, params));
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
      const hash = await hashPassword(body.password);
      if (!(await acceptInvitation(db, invited, body.token, hash, clock()))) {
        return refuse('NOT_FOUND', isOver);
      }
      await accounts.limits.succeed(invited.email, countedAddress(request));
      return answer({ email: invited.email });
    },
  }),
];

/** Null where the person belongs to another company. */
async function findMember(
  { db }: AdminDependencies,
  { companyId, userId }: z.output<typeof memberParams>,
): Promise<Person | null> {
  const found = await findPerson(db, userId);
  return found?.companyId === companyId ? found : null;
}

async function invite({ db, clock }: AdminDependencies, actor: Actor, input: NewPerson) {
  const made = newInvitation(clock());
  const invited = await invitePerson(db, auditName(actor), input, made);
  if (invited === 'taken') return refuse('CONFLICT', 'The e-mail address cannot be invited.');
  if (invited === 'no-company') return refuse('NOT_FOUND', 'There is no such company.');
  return answer({ person: personAnswer(invited), invitation: invitationAnswer(made) });
}

async function inviteAgain(
  { db, clock }: AdminDependencies,
  actor: Actor,
  invited: Person | null,
): Promise<Answer<z.input<typeof invitation>>> {
  if (!invited) return refuse('NOT_FOUND', NOBODY);
  if (invited.status === 'disabled') {
    return refuse('CONFLICT', 'The person has no access. Give it back first.');
  }
  const made = newInvitation(clock());
  await renewInvitation(db, auditName(actor), invited.id, made);
  return answer(invitationAnswer(made));
}

async function change(
  { db, clock }: AdminDependencies,
  actor: Actor,
  before: Person | null,
  input: z.output<typeof personChange>,
): Promise<Answer<z.input<typeof person>>> {
  if (!before) return refuse('NOT_FOUND', NOBODY);
  if (before.id === actor.userId && input.isActive === false) {
    return refuse('CONFLICT', 'Nobody takes their own access away: another admin has to.');
  }
  return answer(personAnswer(await changePerson(db, auditName(actor), before, input, clock())));
}
