// What people change about their own account.

import {
  changePassword,
  disableTotp,
  enableTotp,
  findPerson,
  findProposedTotp,
  hashPassword,
  passwordProblem,
  proposeTotp,
  updatePerson,
} from '@fiscal/db/account';
import { z } from 'zod';
import { auditName } from '../kernel/actor.ts';
import { answer, defineRoute, refuse } from '../kernel/route.ts';
import { checkPassword, refuseField } from './own-password.ts';
import { accountBody, passwordBody, person, totpCodeBody, totpProposal } from './schemas.ts';
import { personAnswer } from './person-answer.ts';
import { refuseForAWhile } from './refuse-for-a-while.ts';
import { refuseToLose } from './second-factor.ts';
import { describeTotp, generateTotpSecret, stepOfCode } from './totp.ts';

const TAG = 'Panel: account';

const NO_SECRET =
  'This installation keeps no second factors: whoever runs it has to set ADMIN_SECRET first.';

export const ownAccountRoutes = [
  defineRoute({
    method: 'patch',
    path: '/account',
    access: 'user',
    operationId: 'changeAccount',
    tag: TAG,
    summary: 'Change name and language',
    body: accountBody,
    result: person,
    async handle({ deps, actor, body }) {
      const before = await findPerson(deps.db, actor.userId);
      if (!before) return refuse('SIGN_IN_REQUIRED', 'Sign in first.');
      const after = await updatePerson(deps.db, auditName(actor), before, body, deps.clock());
      return answer(personAnswer(after));
    },
  }),
  defineRoute({
    method: 'put',
    path: '/account/password',
    access: 'user',
    operationId: 'changePassword',
    tag: TAG,
    summary: 'Change the password; every other session ends',
    body: passwordBody,
    result: z.undefined(),
    async handle(call) {
      const { deps, actor, body } = call;
      const problem = await passwordProblem(body.next, actor.email);
      if (problem !== null) return refuseField('next', problem, 'PASSWORD_TOO_WEAK');
      const refusal = await checkPassword(call, 'current', body.current);
      if (refusal) return refusal;
      const hash = await hashPassword(body.next);
      await changePassword(deps.db, actor.userId, hash, actor.sessionId);
      return answer(undefined);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/account/totp',
    access: 'user',
    operationId: 'proposeTotp',
    tag: TAG,
    summary: 'A new secret for an authenticator app; it counts after its first code',
    isForFactorSetUp: true,
    needsConfirmation: true,
    result: totpProposal,
    async handle({ deps: { db, accounts }, actor }) {
      if (!accounts.totpVault) return refuse('CONFLICT', NO_SECRET);
      const secret = generateTotpSecret();
      const sealed = accounts.totpVault.seal(secret, actor.userId);
      if (!(await proposeTotp(db, actor.userId, sealed))) {
        return refuse('CONFLICT', 'The account has an app already. Switch it off first.');
      }
      return answer(describeTotp(secret, actor.email));
    },
  }),
  defineRoute({
    method: 'put',
    path: '/account/totp',
    access: 'user',
    operationId: 'enableTotp',
    tag: TAG,
    summary: 'Switch the second factor on with its first code; every other session ends',
    isForFactorSetUp: true,
    needsConfirmation: true,
    body: totpCodeBody,
    result: z.undefined(),
    async handle({ deps: { db, accounts, clock }, actor, body, request, response }) {
      if (!accounts.totpVault) return refuse('CONFLICT', NO_SECRET);
      const sealed = await findProposedTotp(db, actor.userId);
      if (!sealed) return refuse('CONFLICT', 'There is no secret yet that waits for its code.');
      const browser = accounts.browsers.find(request, actor.email, clock());
      const refused = await accounts.limits.attemptCode(actor.email, browser);
      if (refused) return refuseForAWhile(response, refused);
      const secret = accounts.totpVault.open(sealed, actor.userId);
      const step = stepOfCode(secret, body.code, clock());
      if (step === null) return refuseField('code', 'The code is not right. Is the clock?');
      await accounts.limits.forgiveCode(actor.email, browser);
      await enableTotp(db, actor.userId, step, actor.sessionId, clock());
      return answer(undefined);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/account/totp',
    access: 'user',
    operationId: 'disableTotp',
    tag: TAG,
    summary: 'Switch the app off as a second factor',
    needsConfirmation: true,
    result: z.undefined(),
    async handle({ deps, actor }) {
      const refusal = await refuseToLose(deps, actor, 'totp');
      if (refusal) return refusal;
      await disableTotp(deps.db, actor.userId);
      return answer(undefined);
    },
  }),
];
