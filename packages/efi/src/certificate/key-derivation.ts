// From a password to a key, in the two ways that PKCS#12 files know.
import { createHash, pbkdf2Sync } from 'node:crypto';
import { CertificateError } from './certificate-error.ts';
import {
  algorithmOf,
  bareAlgorithmOf,
  integerOf,
  isInteger,
  MalformedError,
  octetsOf,
  valuesOf,
} from './ber.ts';
import type { Node } from './ber.ts';

// Programs write 1 to 100 000. The count is the file's word and the work is ours: a file that asks
// for billions would stop the process that opens it.
const ITERATIONS_MAX = 600_000;

/**
 * What one file may cost in all, counted in rounds of PBKDF2: a second or two of a core. The
 * dearest files that programs write stay below it.
 */
const ROUNDS_MAX = 5_000_000;
/** PKCS#12's own derivation is not native: a round of it costs as much as some of PBKDF2. */
const ROUNDS_OF_A_HASH = 4;

/** Node's names of the digests. */
export type Digest = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';

/** What is left of the work that a file may ask for. */
export interface WorkLimit {
  /**
   * To be asked before the work is done.
   * @throws CertificateError where the file asks for too much.
   */
  take(rounds: number): void;
}

/** The limit of one file, whatever lies in it how deep. */
export function limitWork(): WorkLimit {
  let left = ROUNDS_MAX;
  return {
    take(rounds) {
      left -= rounds;
      if (left >= 0) return;
      throw new CertificateError(
        'CERTIFICATE_UNREADABLE',
        'The file asks for too much work to be opened; export it again.',
      );
    },
  };
}

/** Rounds of one derivation of PKCS#12's own kind. */
export function roundsOf({ digest, iterations, keyLength }: Pkcs12Derivation): number {
  return ROUNDS_OF_A_HASH * iterations * Math.ceil(keyLength / DIGEST_BYTES[digest]);
}

const DIGEST_BYTES: Readonly<Record<Digest, number>> = {
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

const PBKDF2 = '1.2.840.113549.1.5.12';

const HMACS: Readonly<Record<string, Digest>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

/** The file uses an algorithm that this program does not know; `what` says which one. */
export function unsupported(what: string): CertificateError {
  return new CertificateError(
    'CERTIFICATE_UNREADABLE',
    `The file is locked with ${what}, which is not supported; export it again, with AES-256.`,
  );
}

/**
 * Reads an iteration count. Throws `CertificateError` for one that asks for too much work, and
 * `MalformedError`.
 */
export function iterationsOf(node: Node | undefined): number {
  const iterations = integerOf(node);
  if (iterations > ITERATIONS_MAX) {
    throw new CertificateError(
      'CERTIFICATE_UNREADABLE',
      `The file asks for more than ${ITERATIONS_MAX} iterations to be opened; export it again.`,
    );
  }
  if (iterations === 0) {
    throw new MalformedError('An iteration count is 0.');
  }
  return iterations;
}

/** Node's name of the digest in an HMAC, from its AlgorithmIdentifier. */
export function hmacDigestOf(node: Node | undefined): Digest {
  const oid = bareAlgorithmOf(node);
  const digest = HMACS[oid];
  if (digest === undefined) throw unsupported(`the checksum algorithm ${oid}`);
  return digest;
}

/** PBKDF2 as one file uses it: salt, count and digest are fixed. */
export interface Pbkdf2 {
  /** Bytes of the key where the file says so, else null. */
  keyLength: number | null;
  /** What a key of so many bytes costs. */
  rounds(keyLength: number): number;
  derive(password: Buffer, keyLength: number): Buffer;
}

/**
 * Reads the AlgorithmIdentifier of a key derivation function, which must be PBKDF2 (RFC 8018, A.2).
 */
export function readPbkdf2(node: Node | undefined): Pbkdf2 {
  const { oid, parameters } = algorithmOf(node);
  if (oid !== PBKDF2) throw unsupported(`the key derivation ${oid}`);
  const [saltNode, iterationsNode, ...options] = valuesOf(parameters);
  const salt = octetsOf(saltNode);
  const iterations = iterationsOf(iterationsNode);
  const keyLength = isInteger(options[0]) ? integerOf(options.shift()) : null;
  const digest = options.length === 0 ? 'sha1' : hmacDigestOf(options[0]);
  return {
    keyLength,
    rounds: (length) => iterations * Math.ceil(length / DIGEST_BYTES[digest]),
    derive: (password, length) => pbkdf2Sync(password, salt, iterations, length, digest),
  };
}

/** What a key of PKCS#12's own derivation is for; the numbers are those of RFC 7292, B.3. */
export const KEY_PURPOSE = { encryption: 1, initializationVector: 2, checksum: 3 } as const;

/** One derivation of PKCS#12's own kind. */
export interface Pkcs12Derivation {
  digest: Digest;
  purpose: (typeof KEY_PURPOSE)[keyof typeof KEY_PURPOSE];
  salt: Buffer;
  iterations: number;
  /** Bytes. */
  keyLength: number;
}

/** The key derivation of RFC 7292, B.2; the steps there are numbered as here. */
export function derivePkcs12Key(password: Buffer, derivation: Pkcs12Derivation): Buffer {
  const { digest, purpose, salt, iterations, keyLength } = derivation;
  const blockLength = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
  const diversifier = Buffer.alloc(blockLength, purpose); // 1
  const input = Buffer.concat([inBlocks(salt, blockLength), inBlocks(password, blockLength)]); // 2–4
  let key = Buffer.alloc(0);
  while (key.length < keyLength) {
    let part = createHash(digest).update(diversifier).update(input).digest(); // 6A
    for (let round = 1; round < iterations; round += 1) {
      part = createHash(digest).update(part).digest();
    }
    key = Buffer.concat([key, part]); // 7
    const addend = Buffer.alloc(blockLength, part); // 6B
    for (let start = 0; start < input.length; start += blockLength) {
      addPlusOne(input.subarray(start, start + blockLength), addend); // 6C
    }
  }
  return key.subarray(0, keyLength); // 8
}

/** The bytes over and over, up to the end of the last block that they reach; nothing of nothing. */
function inBlocks(bytes: Buffer, blockLength: number): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / blockLength) * blockLength, bytes);
}

/** Sets `block` to `block + addend + 1`, both read as one number with the high byte first. */
function addPlusOne(block: Buffer, addend: Buffer): void {
  let carry = 1;
  for (let index = block.length - 1; index >= 0; index -= 1) {
    const sum = block.readUInt8(index) + addend.readUInt8(index) + carry;
    block.writeUInt8(sum & 0xff, index);
    carry = sum >> 8;
  }
}
