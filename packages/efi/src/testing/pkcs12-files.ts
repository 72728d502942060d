// Writes PKCS#12 files of every form, for tests that must not depend on an installed program. The
// structure is written by hand (RFC 7292, 4) and PKCS#12's own keys are derived by node-forge,
// which the code under test does not use for that.
import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import forge from 'node-forge';
import type { TestCertificate } from './certificates.ts';

/** How a part is locked; the names are those of the `openssl pkcs12` options, shortened. */
export type Lock = 'aes128' | 'aes192' | 'aes256' | '3des' | 'rc2-40' | 'rc2-128' | 'none';

/** What the file is like; AES-256 with a checksum in SHA-256 unless said otherwise. */
export interface Pkcs12Options {
  key?: Lock;
  certificates?: Lock;
  /** A digest for PKCS#12's own checksum. */
  checksum?: 'sha1' | 'sha256' | 'sha512' | 'pbmac1' | 'none';
  iterations?: number;
  /** Says so many for the key, which then opens with no password; writing does not compute them. */
  claimedForKey?: number;
  /** Locks the key's part as well, so that its own count can not be seen before. */
  isKeyInside?: boolean;
  /** Bytes for PBKDF2; UTF-8 if absent. */
  pbkdf2Password?: Buffer;
  /** Text that becomes UTF-16 for PKCS#12's own derivation; null: no bytes at all. */
  pkcs12Password?: string | null;
  chain?: TestCertificate[];
}

type Asn1 = forge.asn1.Asn1;
const { Class, Type } = forge.asn1;

interface Password {
  pbkdf2: Buffer;
  pkcs12: string | null;
  iterations: number;
}

const HMAC_SHA256 = '1.2.840.113549.2.9';
const AES: Readonly<Record<string, [oid: string, keyLength: number]>> = {
  aes128: ['2.16.840.1.101.3.4.1.2', 16],
  aes192: ['2.16.840.1.101.3.4.1.22', 24],
  aes256: ['2.16.840.1.101.3.4.1.42', 32],
};
const LEGACY: Readonly<Record<string, [oid: string, keyLength: number]>> = {
  '3des': ['1.2.840.113549.1.12.1.3', 24],
  'rc2-128': ['1.2.840.113549.1.12.1.5', 16],
  'rc2-40': ['1.2.840.113549.1.12.1.6', 5],
};
const DIGESTS = {
  sha1: ['1.3.14.3.2.26', 20],
  sha256: ['2.16.840.1.101.3.4.2.1', 32],
  sha512: ['2.16.840.1.101.3.4.2.3', 64],
} as const;

/** A file that holds the key, its certificate and the chain. */
export function writePkcs12(
  holder: TestCertificate,
  text: string,
  options: Pkcs12Options = {},
): Buffer {
  const password: Password = {
    pbkdf2: options.pbkdf2Password ?? Buffer.from(text, 'utf8'),
    pkcs12: options.pkcs12Password === undefined ? text : options.pkcs12Password,
    iterations: options.iterations ?? 10,
  };
  const { key = 'aes256', certificates = 'aes256', checksum = 'sha256', chain = [] } = options;
  const certificateBags = [holder, ...chain].map(({ certificateDer }) =>
    bag(
      '1.2.840.113549.1.12.10.1.3',
      sequence(oid('1.2.840.113549.1.9.22.1'), tag(octets(certificateDer))),
    ),
  );
  const content = derOf(
    sequence(
      safe(derOf(sequence(...certificateBags)), certificates, password),
      safe(
        derOf(sequence(keyBag(holder.privateKeyDer, key, password, options.claimedForKey))),
        options.isKeyInside === true ? certificates : 'none',
        password,
      ),
    ),
  );
  const data = sequence(oid('1.2.840.113549.1.7.1'), tag(octets(content)));
  const parts = [integer(3), data];
  if (checksum === 'pbmac1') parts.push(pbmac1(content, password));
  else if (checksum !== 'none') parts.push(macData(content, checksum, password));
  return derOf(sequence(...parts));
}

function safe(content: Buffer, lock: Lock, password: Password): Asn1 {
  if (lock === 'none') return sequence(oid('1.2.840.113549.1.7.1'), tag(octets(content)));
  const [algorithm, encrypted] = encrypt(content, lock, password);
  const implicit = forge.asn1.create(
    Class.CONTEXT_SPECIFIC,
    Type.NONE,
    false,
    encrypted.toString('latin1'),
  );
  const contentInfo = sequence(oid('1.2.840.113549.1.7.1'), algorithm, implicit);
  return sequence(oid('1.2.840.113549.1.7.6'), tag(sequence(integer(0), contentInfo)));
}

function keyBag(der: Buffer, lock: Lock, password: Password, claimed?: number): Asn1 {
  if (lock === 'none') {
    return bag('1.2.840.113549.1.12.10.1.1', forge.asn1.fromDer(der.toString('latin1')));
  }
  const [algorithm, encrypted] = encrypt(der, lock, password, claimed);
  return bag('1.2.840.113549.1.12.10.1.2', sequence(algorithm, octets(encrypted)));
}

function encrypt(
  content: Buffer,
  lock: Lock,
  password: Password,
  claimed = password.iterations,
): [Asn1, Buffer] {
  const salt = randomBytes(8);
  const [aesOid, aesKeyLength] = AES[lock] ?? [];
  if (aesOid !== undefined && aesKeyLength !== undefined) {
    const iv = randomBytes(16);
    const key = pbkdf2Sync(password.pbkdf2, salt, password.iterations, aesKeyLength, 'sha256');
    const cipher = createCipheriv(`aes-${aesKeyLength * 8}-cbc`, key, iv);
    const algorithm = sequence(
      oid('1.2.840.113549.1.5.13'),
      sequence(pbkdf2(salt, claimed, null), sequence(oid(aesOid), octets(iv))),
    );
    return [algorithm, Buffer.concat([cipher.update(content), cipher.final()])];
  }
  const [legacyOid = '', keyLength = 0] = LEGACY[lock] ?? [];
  const derive = (id: number, length: number) => derivePkcs12(password, salt, id, length);
  const key = derive(1, keyLength);
  const cipher =
    lock === '3des'
      ? forge.cipher.createCipher('3DES-CBC', key.toString('latin1'))
      : forge.rc2.createEncryptionCipher(key.toString('latin1'), keyLength * 8);
  const iv = derive(2, 8).toString('latin1');
  if ('mode' in cipher) cipher.start({ iv });
  else cipher.start(iv);
  cipher.update(forge.util.createBuffer(content.toString('latin1')));
  cipher.finish();
  const algorithm = sequence(oid(legacyOid), sequence(octets(salt), integer(claimed)));
  return [algorithm, Buffer.from(cipher.output.getBytes(), 'latin1')];
}

function macData(content: Buffer, digest: keyof typeof DIGESTS, password: Password): Asn1 {
  const [digestOid, length] = DIGESTS[digest];
  const salt = randomBytes(8);
  const key = derivePkcs12(password, salt, 3, length, digest);
  const value = createHmac(digest, key).update(content).digest();
  return sequence(
    sequence(sequence(oid(digestOid), nothing()), octets(value)),
    octets(salt),
    integer(password.iterations),
  );
}

/** RFC 9879, 4; salt and count of MacData itself are not used. */
function pbmac1(content: Buffer, password: Password): Asn1 {
  const salt = randomBytes(8);
  const key = pbkdf2Sync(password.pbkdf2, salt, password.iterations, 32, 'sha256');
  const value = createHmac('sha256', key).update(content).digest();
  const algorithm = sequence(
    oid('1.2.840.113549.1.5.14'),
    sequence(pbkdf2(salt, password.iterations, 32), sequence(oid(HMAC_SHA256), nothing())),
  );
  return sequence(sequence(algorithm, octets(value)), octets(Buffer.from('NOT USED')), integer(1));
}

function pbkdf2(salt: Buffer, iterations: number, keyLength: number | null): Asn1 {
  const length = keyLength === null ? [] : [integer(keyLength)];
  return sequence(
    oid('1.2.840.113549.1.5.12'),
    sequence(octets(salt), integer(iterations), ...length, sequence(oid(HMAC_SHA256), nothing())),
  );
}

function derivePkcs12(
  { pkcs12, iterations }: Password,
  salt: Buffer,
  id: number,
  length: number,
  digest: keyof typeof DIGESTS = 'sha1',
): Buffer {
  const key = forge.pkcs12.generateKey(
    pkcs12,
    forge.util.createBuffer(salt.toString('latin1')),
    id,
    iterations,
    length,
    forge.md[digest].create(),
  );
  return Buffer.from(key.getBytes(), 'latin1');
}

function bag(type: string, value: Asn1): Asn1 {
  return sequence(oid(type), tag(value));
}

function sequence(...values: Asn1[]): Asn1 {
  return forge.asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, values);
}

function tag(value: Asn1): Asn1 {
  return forge.asn1.create(Class.CONTEXT_SPECIFIC, Type.NONE, true, [value]);
}

function oid(dotted: string): Asn1 {
  return forge.asn1.create(
    Class.UNIVERSAL,
    Type.OID,
    false,
    forge.asn1.oidToDer(dotted).getBytes(),
  );
}

function octets(bytes: Buffer): Asn1 {
  return forge.asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes.toString('latin1'));
}

function integer(value: number): Asn1 {
  return forge.asn1.create(
    Class.UNIVERSAL,
    Type.INTEGER,
    false,
    forge.asn1.integerToDer(value).getBytes(),
  );
}

function nothing(): Asn1 {
  return forge.asn1.create(Class.UNIVERSAL, Type.NULL, false, '');
}

function derOf(node: Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');
}
