// How the parts of a PKCS#12 file are locked: PBES2 (RFC 8018), or one of the ciphers from before
// it (RFC 7292, C).
import { createDecipheriv } from 'node:crypto';
import forge from 'node-forge';
import { algorithmOf, MalformedError, octetsOf, valuesOf } from './ber.ts';
import type { Node } from './ber.ts';
import {
  derivePkcs12Key,
  iterationsOf,
  KEY_PURPOSE,
  readPbkdf2,
  roundsOf,
  unsupported,
} from './key-derivation.ts';
import type { PasswordForm } from './password-forms.ts';

/** A part of the file that the password opens. */
export interface LockedPart {
  /** `legacy`: with RC2 or 3DES and PKCS#12's own key derivation. */
  form: 'modern' | 'legacy';
  /** What opening it once costs. */
  rounds: number;
  /** What is in it. Throws `MalformedError` where the password, or the part itself, is wrong. */
  open(password: PasswordForm): Buffer;
}

type Decrypt = (key: Buffer, iv: Buffer, encrypted: Buffer) => Buffer;

interface Cipher {
  keyLength: number;
  decrypt: Decrypt;
}

const TRIPLE_DES: Cipher = { keyLength: 24, decrypt: natively('des-ede3-cbc') };

const PBES2 = '1.2.840.113549.1.5.13';
const PBES2_CIPHERS: Readonly<Record<string, Cipher>> = {
  '2.16.840.1.101.3.4.1.2': { keyLength: 16, decrypt: natively('aes-128-cbc') },
  '2.16.840.1.101.3.4.1.22': { keyLength: 24, decrypt: natively('aes-192-cbc') },
  '2.16.840.1.101.3.4.1.42': { keyLength: 32, decrypt: natively('aes-256-cbc') },
  '1.2.840.113549.3.7': TRIPLE_DES,
};

// Node's OpenSSL knows RC2 no more.
const LEGACY_CIPHERS: Readonly<Record<string, Cipher>> = {
  '1.2.840.113549.1.12.1.3': TRIPLE_DES,
  '1.2.840.113549.1.12.1.5': { keyLength: 16, decrypt: decryptRc2 },
  '1.2.840.113549.1.12.1.6': { keyLength: 5, decrypt: decryptRc2 },
};
const LEGACY_IV_LENGTH = 8;

/**
 * Reads how a part is locked, without opening it. Throws `MalformedError`, and `CertificateError`
 * for an algorithm that is not known or asks for too much work.
 */
export function readLockedPart(algorithm: Node | undefined, encrypted: Buffer): LockedPart {
  const { oid, parameters } = algorithmOf(algorithm);
  return oid === PBES2 ? readPbes2(parameters, encrypted) : readLegacy(oid, parameters, encrypted);
}

function readPbes2(parameters: Node | undefined, encrypted: Buffer): LockedPart {
  const [derivation, scheme] = valuesOf(parameters);
  const pbkdf2 = readPbkdf2(derivation);
  const { oid, parameters: ivNode } = algorithmOf(scheme);
  const cipher = PBES2_CIPHERS[oid];
  if (cipher === undefined) throw unsupported(`the cipher ${oid}`);
  const { keyLength, decrypt } = cipher;
  if (pbkdf2.keyLength !== null && pbkdf2.keyLength !== keyLength) {
    throw new MalformedError('The key has not the length that its cipher needs.');
  }
  const iv = octetsOf(ivNode);
  return {
    form: 'modern',
    rounds: pbkdf2.rounds(keyLength),
    open: (password) => decrypt(pbkdf2.derive(password.pbkdf2, keyLength), iv, encrypted),
  };
}

function readLegacy(oid: string, parameters: Node | undefined, encrypted: Buffer): LockedPart {
  const cipher = LEGACY_CIPHERS[oid];
  if (cipher === undefined) throw unsupported(`the cipher ${oid}`);
  const [saltNode, iterationsNode] = valuesOf(parameters);
  const fixed = {
    digest: 'sha1' as const,
    salt: octetsOf(saltNode),
    iterations: iterationsOf(iterationsNode),
  };
  const { keyLength } = cipher;
  const key = { ...fixed, purpose: KEY_PURPOSE.encryption, keyLength };
  const purpose = KEY_PURPOSE.initializationVector;
  const iv = { ...fixed, purpose, keyLength: LEGACY_IV_LENGTH };
  return {
    form: 'legacy',
    rounds: roundsOf(key) + roundsOf(iv),
    open: ({ pkcs12 }) =>
      cipher.decrypt(derivePkcs12Key(pkcs12, key), derivePkcs12Key(pkcs12, iv), encrypted),
  };
}

function natively(algorithm: string): Decrypt {
  return (key, iv, encrypted) => {
    try {
      const decipher = createDecipheriv(algorithm, key, iv);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]);
    } catch (cause) {
      throw new MalformedError('A part does not decrypt.', { cause });
    }
  };
}

function decryptRc2(key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  const decipher = forge.rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
  decipher.start(iv.toString('latin1'));
  decipher.update(forge.util.createBuffer(encrypted.toString('latin1')));
  if (!decipher.finish()) throw new MalformedError('A part does not decrypt.');
  return Buffer.from(decipher.output.getBytes(), 'latin1');
}
