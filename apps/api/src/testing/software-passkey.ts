// An authenticator of a few lines: makes one ES256 credential and signs with it, as a browser would
// hand it on. What it says wrongly, a test has asked for.

import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What a test may want to be said otherwise. */
interface Said {
  origin: string;
  rpId: string;
  /** How many signatures it claims to have made. */
  counter: number;
  /** Whether its owner gave a PIN or a finger. */
  isVerified: boolean;
}

/** Options as the API gives them. */
type Options = Record<string, unknown>;

/** @param usual where its owner really is. */
export function softwarePasskey(usual: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const shared = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };

  function clientData(type: string, options: Options, origin: string): Buffer {
    const { challenge } = options as { challenge: string };
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(said: Said, attested: Buffer): Buffer {
    const flags = 1 | (said.isVerified ? 4 : 0) | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(said.counter);
    return Buffer.concat([sha256(said.rpId), Buffer.from([flags]), counter, attested]);
  }

  function attestedCredential(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = Buffer.concat([
      // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 32]),
      Buffer.from(y, 'base64url'),
    ]);
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), credentialId, cose]);
  }

  return {
    /** What `navigator.credentials.create` gives. */
    make(options: Options, change: Partial<Said> = {}) {
      const said = { ...usual, counter: 0, isVerified: true, ...change };
      const data = authenticatorData(said, attestedCredential());
      const attestationObject = attestationOf(data);
      const client = clientData('webauthn.create', options, said.origin);
      const response = {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      };
      return { ...shared, response };
    },
    /** What `navigator.credentials.get` gives. */
    sign(options: Options, change: Partial<Said> = {}) {
      const said = { ...usual, counter: 1, isVerified: true, ...change };
      const data = authenticatorData(said, Buffer.alloc(0));
      const client = clientData('webauthn.get', options, said.origin);
      const signed = Buffer.concat([data, sha256(client)]);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      };
      return { ...shared, response };
    },
  };
}

/** {"fmt": "none", "attStmt": {}, "authData": bytes} */
function attestationOf(data: Buffer): Buffer {
  const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
  return Buffer.concat([head, Buffer.from([data.length]), data]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
