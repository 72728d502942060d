// The passkeys of one's own account.

import { addPasskey, listPasskeys, removePasskey } from '@fiscal/db/account';
import { DONE, endpointsFor, ok } from '../../../http/endpoint.ts';
import { noSuch, refuse, refuseField } from '../../../http/refusal/refusal.ts';
import { fieldsOf } from '../../field-schemas.ts';
import type { AccountDependencies } from '../accounts.ts';
import { newPasskeyBody, passkey, passkeyList, passkeyOptions } from './passkey-schemas.ts';
import { refuseToLose } from './second-factor.ts';

const { get, post, remove } = endpointsFor<AccountDependencies>()('/account/passkeys', {
  tag: 'Panel: account',
  access: 'user',
});

const MOST_PASSKEYS = 10;

const NO_PASSKEYS =
  'Browsers have no passkeys for this address: the panel needs a host name and https.';

export const passkeyEndpoints = [
  get('', {
    operationId: 'listPasskeys',
    summary: 'The passkeys of the account',
    result: passkeyList,
    async handle({ deps, actor }) {
      const rows = await listPasskeys(deps.db, actor.userId);
      return ok({ passkeys: rows.map((row) => fieldsOf(passkey, row)) });
    },
  }),
  post('/options', {
    operationId: 'offerPasskey',
    summary: 'What a browser makes a new passkey from',
    isForFactorSetUp: true,
    needsConfirmation: true,
    result: passkeyOptions,
    async handle({ deps: { accounts }, actor }) {
      if (!accounts.passkeys) return refuse('CONFLICT', NO_PASSKEYS);
      return ok({ ...(await accounts.passkeys.offer(actor)) });
    },
  }),
  post('', {
    operationId: 'addPasskey',
    summary: 'Add a passkey as a second factor; every other session ends',
    isForFactorSetUp: true,
    needsConfirmation: true,
    body: newPasskeyBody,
    result: passkey,
    status: 201,
    async handle({ deps: { db, accounts, clock }, actor, body: { name, response } }) {
      if (!accounts.passkeys) return refuse('CONFLICT', NO_PASSKEYS);
      const made = await accounts.passkeys.accept(actor, response);
      if (!made) return refuseField('response', 'This is no passkey that was asked for just now.');
      const { transports } = response.response;
      const added = await addPasskey(
        db,
        actor,
        { ...made, name, transports },
        MOST_PASSKEYS,
        clock(),
      );
      if (added) return ok(fieldsOf(passkey, added));
      return refuse('CONFLICT', `It is stored already, or there are ${MOST_PASSKEYS} of them.`);
    },
  }),
  remove('/{passkeyId}', {
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    needsConfirmation: true,
    async handle({ deps, actor, params }) {
      const refusal = await refuseToLose(deps, actor, 'passkey');
      if (refusal) return refusal;
      if (await removePasskey(deps.db, actor.userId, params.passkeyId)) return DONE;
      return noSuch('passkey');
    },
  }),
];
