// Passkeys (WebAuthn, level 2): asks browsers to make one or to sign with one, and checks what
// comes back. A passkey belongs to the host name of the panel; where that is an address, browsers
// know none.

import { isIP } from 'node:net';
import { keepChallenge, listPasskeys, notePasskeyUse, takeChallenge } from '@fiscal/db/account';
import type { ChallengePurpose, Passkey } from '@fiscal/db/account';
import { storageUnavailabilityOf } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import type { Logger } from '@fiscal/runtime';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { z } from 'zod';
import type { passkeyAssertion, passkeyAttestation } from './passkey-schemas.ts';

const NAME = 'Fiscal Invoicing Service';
const SIGNED_WITHIN_MS = 5 * 60_000;

/** The person who makes a passkey or signs with one. */
interface Owner {
  userId: string;
  email: string;
}

type Attestation = z.output<typeof passkeyAttestation>;
type Assertion = z.output<typeof passkeyAssertion>;

/** Options are what `navigator.credentials` takes, with bytes as base64url. */
export interface Passkeys {
  /** To make one. Those that the person has are excluded. */
  offer(owner: Owner): Promise<object>;
  /** The new credential; null if it is not what was asked for. */
  accept(
    owner: Owner,
    response: Attestation,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'> | null>;
  /** To sign with one; null if the person has none. */
  ask(owner: Owner, purpose: SignedPurpose): Promise<object | null>;
  /** Whether one of the person's passkeys has signed what was asked for, once. */
  check(owner: Owner, purpose: SignedPurpose, response: Assertion): Promise<boolean>;
}

export type SignedPurpose = Exclude<ChallengePurpose, 'register'>;

interface PasskeyOptions {
  db: Database;
  /** Where browsers find the panel. */
  origin: string;
  clock: () => Date;
  logger: Logger;
}

/** Null where browsers have no passkeys for the origin. */
export function openPasskeys(options: PasskeyOptions): Passkeys | null {
  const host = hostOf(options.origin);
  return host === null ? null : passkeysAt(host, options);
}

/** The relying party's id: browsers take names alone, with https or on one's own machine. */
function hostOf(origin: string): string | null {
  const { hostname, protocol } = new URL(origin);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? hostname : null;
}

function passkeysAt(rpID: string, options: PasskeyOptions): Passkeys {
  const challenges = challengesOf(rpID, options);
  return { ...registrationAt(rpID, options, challenges), ...signingAt(rpID, options, challenges) };
}

type Challenges = ReturnType<typeof challengesOf>;

function challengesOf(rpID: string, { db, origin, clock, logger }: PasskeyOptions) {
  return {
    /** Gives the options as they are; their challenge may be signed from now on. */
    keep: async <Options extends { challenge: string }>(
      userId: string,
      purpose: ChallengePurpose,
      options: Options,
    ): Promise<Options> => {
      const now = clock();
      const over = new Date(now.getTime() + SIGNED_WITHIN_MS);
      await keepChallenge(db, { userId, purpose, challenge: options.challenge }, now, over);
      return options;
    },
    asked: (userId: string, purpose: ChallengePurpose) => ({
      expectedChallenge: (challenge: string) =>
        takeChallenge(db, { userId, purpose, challenge }, clock()),
      expectedOrigin: origin,
      expectedRPID: rpID,
    }),
    /** The library throws whatever is not as it should be; why stands in the log alone. */
    refused: (error: unknown) => {
      // A storage that is away is no fault of the passkey.
      if (storageUnavailabilityOf(error) !== null) throw error;
      logger.warn({ err: error }, 'a passkey was refused');
      return null;
    },
  };
}

function registrationAt(
  rpID: string,
  { db }: PasskeyOptions,
  { keep, asked, refused }: Challenges,
): Pick<Passkeys, 'offer' | 'accept'> {
  return {
    async offer({ userId, email }) {
      const options = await generateRegistrationOptions({
        rpName: NAME,
        rpID,
        userName: email,
        userID: Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex')),
        excludeCredentials: (await listPasskeys(db, userId)).map(descriptorOf),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        timeout: SIGNED_WITHIN_MS,
      });
      return keep(userId, 'register', options);
    },
    async accept({ userId }, response) {
      const expected = { ...asked(userId, 'register'), requireUserVerification: false };
      const { registrationInfo } =
        (await verifyRegistrationResponse({ response, ...expected }).catch(refused)) ?? {};
      if (!registrationInfo) return null;
      const { credential, credentialBackedUp: isBackedUp } = registrationInfo;
      const { id, publicKey, counter } = credential;
      return { credentialId: Buffer.from(id, 'base64url'), publicKey, counter, isBackedUp };
    },
  };
}

function signingAt(
  rpID: string,
  { db, clock }: PasskeyOptions,
  { keep, asked, refused }: Challenges,
): Pick<Passkeys, 'ask' | 'check'> {
  return {
    async ask({ userId }, purpose) {
      const known = await listPasskeys(db, userId);
      if (known.length === 0) return null;
      const options = await generateAuthenticationOptions({
        rpID,
        allowCredentials: known.map(descriptorOf),
        userVerification: isAlone(purpose) ? 'required' : 'preferred',
        timeout: SIGNED_WITHIN_MS,
      });
      return keep(userId, purpose, options);
    },
    async check({ userId }, purpose, response) {
      const passkey = (await listPasskeys(db, userId)).find(({ credentialId }) =>
        Buffer.from(credentialId).equals(Buffer.from(response.id, 'base64url')),
      );
      if (!passkey) return false;
      const { publicKey, counter } = passkey;
      const verified = await verifyAuthenticationResponse({
        response,
        ...asked(userId, purpose),
        requireUserVerification: isAlone(purpose),
        credential: { id: response.id, publicKey: Uint8Array.from(publicKey), counter },
      }).catch(refused);
      if (verified?.verified !== true) return false;
      await notePasskeyUse(db, passkey.id, verified.authenticationInfo.newCounter, clock());
      return true;
    },
  };
}

/**
 * At sign-in the password comes before it. Where it is all, its owner's PIN or finger is needed.
 */
function isAlone(purpose: SignedPurpose): boolean {
  return purpose === 'confirm';
}

function descriptorOf({ credentialId, transports }: Passkey) {
  return { id: Buffer.from(credentialId).toString('base64url'), transports };
}
