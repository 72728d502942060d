// Passkeys of the browser. What speaks WebAuthn is loaded when the first one is made or used.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Schema } from './contract.ts';

type Options = Schema<'AdminPasskeyOptions'>;

/** Has the browser make a passkey. @throws Error if its owner gives up, or the browser refuses. */
export async function makePasskey(options: Options): Promise<Schema<'AdminPasskeyAttestation'>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Has a passkey sign. @throws Error if its owner gives up, or the browser has none of them. */
export async function signWithPasskey(options: Options): Promise<Schema<'AdminPasskeyAssertion'>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature },
  };
}

/** The browser's own failure: the person has given up, waited too long, or has no such passkey. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** The authenticator holds a passkey of this account already. */
export function isThereAlready(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}
