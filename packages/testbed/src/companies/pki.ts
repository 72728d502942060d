// A throw-away certification authority and what it issues: e-seals of taxpayers and the certificate
// the tax administration signs its replies with. Nothing of it is worth anything outside a run; the
// keys are kept for their owner only and never leave the folder of the run.

import { constants, generateKeyPairSync, privateEncrypt, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import forge from 'node-forge';
import { oncePerProcess } from '../once-per-process.ts';
import { writePrivateFile } from '../processes/folders.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The tax administration's own number, as it stands in its real certificate. */
const administrationTin = '11044760';

/** A certificate with its key, both PEM. */
export interface Identity {
  certificatePem: string;
  /** PKCS#8. */
  privateKeyPem: string;
}

/** The files of an authority that exist on the disk. */
export interface Pki {
  authority: Identity;
  administration: Identity;
  /** PEM file of the authority's certificate: the trust anchor. */
  authorityFile: string;
  /** PEM files of the tax administration. */
  administrationCertificateFile: string;
  administrationKeyFile: string;
}

/** Opens the authority in `directory`, or makes one there on the first run. */
export function openPki(directory: string): Pki {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const authority = readOrMake(directory, 'ca', () =>
    oncePerProcess('throw-away authority', makeAuthority),
  );
  const administration = readOrMake(directory, 'tax-administration', () =>
    oncePerProcess(`tax administration of ${authority.certificatePem}`, () =>
      issueTaxAdministration(authority),
    ),
  );
  return {
    authority,
    administration,
    authorityFile: join(directory, 'ca.pem'),
    administrationCertificateFile: join(directory, 'tax-administration.pem'),
    administrationKeyFile: join(directory, 'tax-administration.key.pem'),
  };
}

/** A certification authority that only this run knows. */
export function makeAuthority(): Identity {
  const names = [
    name('commonName', 'Throw-away test CA'),
    name('organizationName', 'Not a certification authority'),
    name('countryName', 'ME'),
  ];
  return issue(names, undefined, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
}

/** Both PEM: SPKI and PKCS#8. */
type KeyPair = ReturnType<typeof makeKeyPair>;

/** What may differ from a sound certificate. */
export interface CertificateOptions {
  /** Of the RSA key; 2048 by default. */
  keyBits?: number;
  /** In place of a new one. */
  keyPair?: KeyPair;
  /** From now on, ten years by default; negative: it has expired. */
  validDays?: number;
}

/** The e-seal of a taxpayer: RSA 2048, organizationIdentifier=VATME-<TIN>. Protocol §9. */
export function issueTaxpayer(
  authority: Identity,
  tin: string,
  organization: string,
  options: CertificateOptions = {},
): Identity {
  const subject = holder(tin, organization, `${organization} e-seal`);
  return issue(subject, authority, sealExtensions(), options);
}

/**
 * The certificate of a TLS server that is reached by these DNS names, and by no other name. It may
 * be a client with it, too: the nodes of a Redis cluster ask each other for one.
 */
export function issueServer(
  authority: Identity,
  names: readonly string[],
  options: CertificateOptions = {},
): Identity {
  const extensions = [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
    { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
  ];
  return issue([name('commonName', names[0] ?? 'server')], authority, extensions, options);
}

/** The certificate that replies of the tax administration are signed with. Protocol §9. */
function issueTaxAdministration(authority: Identity): Identity {
  const names = holder(administrationTin, 'Poreska uprava', 'Poreska uprava');
  return issue(names, authority, sealExtensions());
}

/**
 * The certificate with its key and its CA as PKCS#12, DER. `legacy`: 3DES, as older tools write it;
 * `modern`: AES-256.
 */
export function toPkcs12(
  identity: Identity,
  authority: Identity,
  password: string,
  form: 'modern' | 'legacy' = 'modern',
): Buffer {
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(identity.privateKeyPem),
    [identity, authority].map(({ certificatePem }) => forge.pki.certificateFromPem(certificatePem)),
    password,
    // Few iterations: node-forge counts them slowly, and the key protects nothing.
    { algorithm: form === 'modern' ? 'aes256' : '3des', friendlyName: 'e-seal', count: 64 },
  );
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');
}

function readOrMake(directory: string, stem: string, make: () => Identity): Identity {
  const certificateFile = join(directory, `${stem}.pem`);
  const keyFile = join(directory, `${stem}.key.pem`);
  if (existsSync(certificateFile) && existsSync(keyFile)) {
    return {
      certificatePem: readFileSync(certificateFile, 'utf8'),
      privateKeyPem: readFileSync(keyFile, 'utf8'),
    };
  }
  const identity = make();
  writePrivateFile(keyFile, identity.privateKeyPem);
  writePrivateFile(certificateFile, identity.certificatePem);
  return identity;
}

/** The same for every taxpayer of a process that asks for it: making one is slow. */
export function sharedKeyPair(): KeyPair {
  return oncePerProcess('key pair of taxpayers', () => makeKeyPair(2048));
}

function makeKeyPair(modulusLength: number) {
  return generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

function issue(
  subject: forge.pki.CertificateField[],
  authority: Identity | undefined,
  extensions: object[],
  { keyBits = 2048, validDays = 3_650, keyPair }: CertificateOptions = {},
): Identity {
  const { privateKey, publicKey } = keyPair ?? makeKeyPair(keyBits);
  const issuer = authority && forge.pki.certificateFromPem(authority.certificatePem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // The first bits are 01: a serial number is a positive integer, without a byte that is not
  // needed.
  certificate.serialNumber = `4${randomBytes(16).toString('hex').slice(1)}`;
  const end = Date.now() + validDays * dayMs;
  // Long before its end, and before now: clocks differ, and tests sell in the year that has passed.
  certificate.validity.notBefore = new Date(Math.min(Date.now(), end) - 400 * dayMs);
  certificate.validity.notAfter = new Date(end);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? issuer.subject.attributes : subject);
  certificate.setExtensions(extensions);
  const signingKey = authority?.privateKeyPem ?? privateKey;
  certificate.sign(nativeSigner(signingKey), forge.md.sha256.create());
  return { certificatePem: forge.pki.certificateToPem(certificate), privateKeyPem: privateKey };
}

function holder(tin: string, organization: string, common: string): forge.pki.CertificateField[] {
  return [
    name('commonName', common),
    // organizationIdentifier, which node-forge knows by its number only.
    { type: '2.5.4.97', value: `VATME-${tin}`, ...utf8 },
    name('organizationName', organization),
    name('countryName', 'ME'),
  ];
}

const utf8 = { valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class };

function name(field: string, value: string): forge.pki.CertificateField {
  return field === 'countryName' ? { name: field, value } : { name: field, value, ...utf8 };
}

function sealExtensions(): object[] {
  return [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ];
}

/** DER of a DigestInfo up to its SHA-256 digest (RFC 8017, 9.2). */
const SHA256_PREFIX = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/**
 * Signs with OpenSSL: forge's own RSA takes a second a signature, and every test file waits for it.
 */
function nativeSigner(privateKeyPem: string): forge.pki.rsa.PrivateKey {
  const key = { key: privateKeyPem, padding: constants.RSA_PKCS1_PADDING };
  const sign = (digest: forge.md.MessageDigest) => {
    const bytes = Buffer.from(digest.digest().getBytes(), 'binary');
    return privateEncrypt(key, Buffer.concat([SHA256_PREFIX, bytes])).toString('binary');
  };
  return { sign } as unknown as forge.pki.rsa.PrivateKey;
}
