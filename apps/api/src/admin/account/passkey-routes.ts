// The passkeys of one's own account.

import { addPasskey, listPasskeys, removePasskey } from '@fiscal/db/account';
import type { ListedPasskey } from '@fiscal/db/account';
import { z } from 'zod';
import { answer, defineRoute, refuse } from '../kernel/route.ts';
import { refuseField } from './own-password.ts';
import { newPasskeyBody, passkey, passkeyList, passkeyOptions } from './passkey-schemas.ts';
import { refuseToLose } from './second-factor.ts';

const TAG = 'Panel: account';
const MOST_PASSKEYS = 10;

const NO_PASSKEYS =
  'Browsers have no passkeys for this address: the panel needs a host name and https.';

export const passkeyRoutes = [
  defineRoute({
    method: 'get',
    path: '/account/passkeys',
    access: 'user',
    operationId: 'listPasskeys',
    tag: TAG,
    summary: 'The passkeys of the account',
    result: passkeyList,
    async handle({ deps, actor }) {
      return answer({ passkeys: (await listPasskeys(deps.db, actor.userId)).map(passkeyAnswer) });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/account/passkeys/options',
    access: 'user',
    operationId: 'offerPasskey',
    tag: TAG,
    summary: 'What a browser makes a new passkey from',
    isForFactorSetUp: true,
    needsConfirmation: true,
    result: passkeyOptions,
    async handle({ deps: { accounts }, actor }) {
      if (!accounts.passkeys) return refuse('CONFLICT', NO_PASSKEYS);
      return answer({ ...(await accounts.passkeys.offer(actor)) });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/account/passkeys',
    access: 'user',
    operationId: 'addPasskey',
    tag: TAG,
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
      if (added) return answer(passkeyAnswer(added));
      return refuse('CONFLICT', `It is stored already, or there are ${MOST_PASSKEYS} of them.`);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/account/passkeys/{passkeyId}',
    access: 'user',
    operationId: 'removePasskey',
    tag: TAG,
    summary: 'Remove a passkey',
    needsConfirmation: true,
    params: z.object({ passkeyId: z.uuid() }),
    result: z.undefined(),
    async handle({ deps, actor, params }) {
      const refusal = await refuseToLose(deps, actor, 'passkey');
      if (refusal) return refusal;
      if (await removePasskey(deps.db, actor.userId, params.passkeyId)) return answer(undefined);
      return refuse('NOT_FOUND', 'There is no such passkey.');
    },
  }),
];

function passkeyAnswer({
  id,
  name,
  isBackedUp,
  createdAt,
  lastUsedAt,
}: ListedPasskey): z.input<typeof passkey> {
  return {
    ...{ id, name, isBackedUp },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
