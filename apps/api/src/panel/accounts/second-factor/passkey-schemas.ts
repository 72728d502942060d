// What browsers give of passkeys (WebAuthn's JSON forms), and what the panel gets of them. All
// else in the JSON forms is left out.

import { z } from 'zod';
import { CLEAN, instant } from '../../field-schemas.ts';

const bytes = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]*$/, 'must be base64url');

const credential = {
  // WebAuthn §5.8.3: at most 1023 bytes.
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** RegistrationResponseJSON */
export const passkeyAttestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4_000),
      attestationObject: bytes(20_000),
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
  })
  .meta({ id: 'AdminPasskeyAttestation' });

/** AuthenticationResponseJSON */
export const passkeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4_000),
      authenticatorData: bytes(4_000),
      signature: bytes(8_000),
    }),
  })
  .meta({ id: 'AdminPasskeyAssertion' });

/** For `navigator.credentials`, in WebAuthn's JSON form. */
export const passkeyOptions = z
  .record(z.string(), z.unknown())
  .meta({ id: 'AdminPasskeyOptions', description: 'Options in the JSON form of WebAuthn.' });

export const newPasskeyBody = z
  .object({
    name: z.string().trim().min(1).max(100).regex(CLEAN, 'must not contain control characters'),
    response: passkeyAttestation,
  })
  .meta({ id: 'AdminNewPasskey' });

export const passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    isBackedUp: z.boolean(),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'AdminPasskey' });

export const passkeyList = z
  .object({ passkeys: z.array(passkey) })
  .meta({ id: 'AdminPasskeyList' });
