// Proving once more who one is. What changes factors asks for it (`needsConfirmation`); a sign-in
// counts as well, for a few minutes.

import { confirmSession, findCredentials, noteRefusedConfirmation } from '@fiscal/db/account';
import type { ConfirmationFactor } from '@fiscal/db/account';
import { z } from 'zod';
import { countedAddress } from '../../../http/request/counted-address.ts';
import { DONE, endpointsFor, ok } from '../../../http/endpoint.ts';
import type { Result } from '../../../http/endpoint.ts';
import { refuse, refuseField } from '../../../http/refusal/refusal.ts';
import type { AccountDependencies } from '../accounts.ts';
import { confirmationBody } from '../account-schemas.ts';
import { passkeyOptions } from '../second-factor/passkey-schemas.ts';
import { takeCode } from '../second-factor/second-factor.ts';
import { refuseForAWhile } from '../sign-in-limits.ts';
import { checkPassword } from './own-password.ts';
import type { OwnCall } from './own-password.ts';

const { post } = endpointsFor<AccountDependencies>()('/account/confirmation', {
  tag: 'Panel: account',
  access: 'user',
});

type Proof = z.output<typeof confirmationBody>;

/** Proof of identity within a session, by password, app or passkey. */
export const confirmationEndpoints = [
  post('/passkey-options', {
    operationId: 'askForPasskey',
    summary: 'What a passkey has to sign, to prove who one is',
    isForFactorSetUp: true,
    result: passkeyOptions,
    async handle({ deps: { accounts }, actor }) {
      const options = await accounts.passkeys?.ask(actor, 'confirm');
      if (!options) return refuse('CONFLICT', 'The account has no passkey for this address.');
      return ok({ ...options });
    },
  }),
  post('', {
    operationId: 'confirmIdentity',
    summary: 'Prove who one is: password, code of the app or passkey; good for five minutes',
    isForFactorSetUp: true,
    body: confirmationBody,
    async handle(call) {
      const { deps, actor, body, request } = call;
      const { userId, sessionId } = actor;
      const by = factorOf(body);
      const refusal = await check(call, body);
      if (refusal) {
        const address = countedAddress(request);
        await noteRefusedConfirmation(deps.db, { userId, by, address });
        return refusal;
      }
      await confirmSession(deps.db, { userId, sessionId, by }, deps.clock());
      return DONE;
    },
  }),
];

function factorOf({ password, totp }: Proof): ConfirmationFactor {
  if (password !== undefined) return 'password';
  return totp === undefined ? 'passkey' : 'totp';
}

/** @returns why not; null if it is proved. */
async function check(
  call: OwnCall,
  { password, totp, passkey }: Proof,
): Promise<Result<never> | null> {
  const { deps, actor, request, response } = call;
  const { browsers, limits, passkeys } = deps.accounts;
  if (password !== undefined) return checkPassword(call, 'password', password);
  if (passkey !== undefined) {
    if (await passkeys?.check(actor, 'confirm', passkey)) return null;
    return refuseField('passkey', 'The passkey is not one of this account, or it came too late.');
  }
  const browser = browsers.find(request, actor.email, deps.clock());
  const refused = await limits.attemptCode(actor.email, browser);
  if (refused) return refuseForAWhile(response, refused);
  const credentials = await findCredentials(deps.db, { userId: actor.userId });
  if (credentials && totp !== undefined && (await takeCode(deps, credentials, totp))) {
    await limits.forgiveCode(actor.email, browser);
    return null;
  }
  return refuseField('totp', 'The code is not right, or was used before.');
}
