// What people change about their own account.

import {
  changePassword,
  disableTotp,
  enableTotp,
  findPerson,
  findProposedTotp,
  hashPassword,
  noteRefusedConfirmation,
  passwordProblem,
  proposeTotp,
  updatePerson,
} from '@fiscal/db/account';
import { DONE, endpointsFor, ok } from '../../../http/endpoint.ts';
import { countedAddress } from '../../../http/request/counted-address.ts';
import { versionSeen } from '../../../http/request/if-match.ts';
import { refuse, refuseField } from '../../../http/refusal/refusal.ts';
import { auditName } from '../../../access/actor.ts';
import { refuseStale } from '../../changed-meanwhile.ts';
import { fieldsOf } from '../../field-schemas.ts';
import type { AccountDependencies } from '../accounts.ts';
import {
  accountBody,
  passwordBody,
  person,
  totpCodeBody,
  totpProposal,
} from '../account-schemas.ts';
import { refuseToLose } from '../second-factor/second-factor.ts';
import { describeTotp, generateTotpSecret, stepOfCode } from '../second-factor/totp.ts';
import { refuseForAWhile } from '../sign-in-limits.ts';
import { checkPassword } from './own-password.ts';

const { post, put, patch, remove } = endpointsFor<AccountDependencies>()('/account', {
  tag: 'Panel: account',
  access: 'user',
});

const NO_SECRET =
  'This installation keeps no second factors: its operator has to set ADMIN_SECRET first.';

/** Name, language, password and authenticator app of the own account. */
export const ownAccountEndpoints = [
  patch('', {
    operationId: 'changeAccount',
    needsVersion: true,
    summary: 'Change name and language',
    body: accountBody,
    result: person,
    async handle({ deps, actor, body, request }) {
      const before = await findPerson(deps.db, actor.userId);
      if (!before) return refuse('SIGN_IN_REQUIRED', 'Sign in first.');
      const { db, clock } = deps;
      const seen = versionSeen(request);
      const after = await updatePerson(db, auditName(actor), before, body, clock(), seen);
      if (after) return ok(fieldsOf(person, after));
      const current = (await findPerson(db, actor.userId)) ?? before;
      return refuseStale(deps, actor, actor.userId, fieldsOf(person, current));
    },
  }),
  put('/password', {
    operationId: 'changePassword',
    summary: 'Change the password; every other session and every open link ends',
    body: passwordBody,
    async handle(call) {
      const { deps, actor, body, request } = call;
      const problem = await passwordProblem(body.next, actor.email);
      if (problem !== null) return refuseField('next', problem, 'PASSWORD_TOO_WEAK');
      const refusal = await checkPassword(call, 'current', body.current);
      if (refusal) {
        const address = countedAddress(request);
        await noteRefusedConfirmation(deps.db, { userId: actor.userId, by: 'password', address });
        return refusal;
      }
      const hash = await hashPassword(body.next);
      const isChanged = await changePassword(deps.db, actor.userId, hash, actor.sessionId);
      return isChanged ? DONE : refuse('SIGN_IN_REQUIRED', 'Sign in first.');
    },
  }),
  post('/totp', {
    operationId: 'proposeTotp',
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
      return ok(describeTotp(secret, actor.email));
    },
  }),
  put('/totp', {
    operationId: 'enableTotp',
    summary: 'Switch the second factor on with its first code; every other session ends',
    isForFactorSetUp: true,
    needsConfirmation: true,
    body: totpCodeBody,
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
      return DONE;
    },
  }),
  remove('/totp', {
    operationId: 'disableTotp',
    summary: 'Switch the app off as a second factor',
    needsConfirmation: true,
    async handle({ deps, actor }) {
      const refusal = await refuseToLose(deps, actor, 'totp');
      if (refusal) return refusal;
      await disableTotp(deps.db, actor.userId);
      return DONE;
    },
  }),
];
