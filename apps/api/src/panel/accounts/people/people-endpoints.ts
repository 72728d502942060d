// Who may sign in, and where they are signed in: operators manage everybody, a company's admins their own.
// Who loses a password is invited again by one of them; who loses the second factor needs an operator.

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
import type { z } from 'zod';
import type { Dependencies } from '../../../dependencies.ts';
import { countedAddress } from '../../../http/counted-address.ts';
import { answer, DONE, endpointsUnder } from '../../../http/endpoint.ts';
import type { Answer } from '../../../http/endpoint.ts';
import { versionSeen } from '../../../http/if-match.ts';
import { refuse, refuseField } from '../../../http/refusal.ts';
import { auditName } from '../../actor.ts';
import type { Actor } from '../../actor.ts';
import { refuseStale } from '../../changed-meanwhile.ts';
import { fieldsOf } from '../../field-schemas.ts';
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
  sessionList,
} from '../account-schemas.ts';
import { invite, inviteAgain } from '../invitations/invitations.ts';
import { resetFactorOf } from '../second-factor/second-factor.ts';
import { findOf, NO_SUCH_PERSON } from './find-person.ts';
import { endSessions, listSessionsOf } from './people-sessions.ts';

const OF_ALL = { path: '/users', access: 'operator', noun: 'User', who: 'a person' } as const;
const OF_COMPANY = {
  path: '/companies/{companyId}/members',
  access: 'company',
  noun: 'Member',
  who: 'an admin of the company',
} as const;

/** What operators do about everybody, and a company's admins about their own. */
function endpointsAbout({ path, access, noun, who }: typeof OF_ALL | typeof OF_COMPANY) {
  const { get, post, patch, remove } = endpointsUnder(path, { tag: 'Panel: people', access });
  return [
    get('', {
      operationId: `list${noun}s`,
      summary: noun === 'User' ? 'Everybody who may sign in' : 'The admins of the company',
      result: people,
      async handle({ deps, params }) {
        const { companyId = null } = params as { companyId?: string };
        const rows = await listPeople(deps.db, companyId);
        return answer({ people: rows.map((row) => fieldsOf(person, row)) });
      },
    }),
    patch('/{userId}', {
      operationId: `change${noun}`,
      needsVersion: true,
      summary: `Rename ${who}, take access away or give it back`,
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
      handle: async ({ deps, actor, params }) =>
        endSessions(deps, actor, await findOf(deps, params), null),
    }),
    remove('/{userId}/sessions/{sessionId}', {
      operationId: `end${noun}Session`,
      summary: `Sign ${who} out in one browser`,
      handle: async ({ deps, actor, params }) =>
        endSessions(deps, actor, await findOf(deps, params), params.sessionId),
    }),
  ];
}

const ofAll = endpointsUnder('', { tag: 'Panel: people', access: 'operator' });
const ofCompany = endpointsUnder(OF_COMPANY.path, { tag: 'Panel: people', access: 'company' });

export const peopleEndpoints = [
  ...endpointsAbout(OF_ALL),
  ...endpointsAbout(OF_COMPANY),
  ofAll.post('/users', {
    operationId: 'inviteUser',
    summary: 'Invite an operator or a company admin',
    body: newUserBody,
    result: invitedPerson,
    status: 201,
    handle(call) {
      if ((call.body.role === 'operator') === (call.body.companyId === null)) {
        return invite(call, call.body);
      }
      const message = 'A company admin belongs to a company, an operator to none.';
      return refuseField('companyId', message);
    },
  }),
  ofAll.remove('/users/{userId}/second-factor', {
    operationId: 'resetSecondFactor',
    summary: 'Take away the second factor that somebody else has lost; their sessions end',
    handle: async ({ deps, actor, params }) =>
      resetFactorOf(deps, actor, await findOf(deps, params)),
  }),
  ofCompany.post('', {
    operationId: 'inviteMember',
    summary: 'Invite an admin of the company',
    body: newMemberBody,
    result: invitedPerson,
    status: 201,
    handle(call) {
      const { companyId } = call.params;
      return invite(call, { ...call.body, role: 'company_admin', companyId });
    },
  }),
  ofCompany.remove('/{userId}', {
    operationId: 'removeMember',
    summary: 'Take the access of an admin away; the audit log still names them',
    async handle({ deps, actor, params }) {
      const changed = await change(
        deps,
        actor,
        await findOf(deps, params),
        { isActive: false },
        null,
      );
      return changed.kind === 'answer' ? DONE : changed;
    },
  }),
  ofAll.post('/invitations/accept', {
    access: 'everyone',
    operationId: 'acceptInvitation',
    summary: 'Choose a password with the link of an invitation, which works once',
    body: acceptBody,
    result: accepted,
    async handle({ deps: { db, accounts, clock }, body, request }) {
      const invited = await findInvited(db, body.token, clock());
      const isOver = 'The invitation has been used or is over. Ask for a new one.';
      if (!invited) return refuse('NOT_FOUND', isOver);
      const problem = await passwordProblem(body.password, invited.email);
      if (problem !== null) return refuseField('password', problem, 'PASSWORD_TOO_WEAK');
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
  deps: Dependencies,
  actor: Actor,
  before: Person | null,
  input: z.output<typeof personChange>,
  seen: number | null,
): Promise<Answer<z.input<typeof person>>> {
  if (!before) return NO_SUCH_PERSON;
  if (before.id === actor.userId && input.isActive === false) {
    return refuse('CONFLICT', 'You cannot take away your own access: another admin has to.');
  }
  const { db, clock } = deps;
  const changed = await updatePerson(db, auditName(actor), before, input, clock(), seen);
  if (changed) return answer(fieldsOf(person, changed));
  const current = (await findPerson(db, before.id)) ?? before;
  return refuseStale(deps, actor, before.id, fieldsOf(person, current));
}
