// Throw-away authorities and taxpayers for tests. Nothing here is ever used outside a test.

import 'reflect-metadata';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

const YEAR_MS = 365 * 86_400_000;

/** A certificate with its private key. */
export interface Identity {
  /** PEM, PKCS#8. */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
  readonly serialNumber: string;
}

/** How a certificate differs from the usual. */
export interface CertificateChoices {
  readonly tin?: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly isCa?: boolean;
  readonly modulusLength?: number;
}

/** A certification authority of a test. */
export interface TestCa {
  readonly certificate: string;
  issue: (choices?: CertificateChoices) => Promise<Identity>;
}

function serialNumber(): string {
  return `4a${randomBytes(7).toString('hex')}`;
}

function pemOf(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();
}

function subject(name: string, tin: string | undefined): x509.JsonName {
  const organization = tin === undefined ? [] : [{ '2.5.4.97': [`VATME-${tin}`] }];
  return [{ C: ['ME'] }, { O: [name] }, ...organization, { CN: [name] }];
}

/** Makes a root authority that issues certificates. */
export async function makeCa(name: string): Promise<TestCa> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: subject(name, undefined),
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2050-01-01T00:00:00Z'),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    certificate: ca.toString('pem'),
    issue: async (choices = {}) => {
      const { tin = '12345678', modulusLength = 2048, isCa = false } = choices;
      const own = await webcrypto.subtle.generateKey({ ...ALGORITHM, modulusLength }, true, [
        'sign',
        'verify',
      ]);
      const serial = serialNumber();
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: serial,
        subject: subject('Test d.o.o.', tin),
        issuer: ca.subjectName,
        notBefore: choices.notBefore ?? new Date('2020-01-01T00:00:00Z'),
        notAfter: choices.notAfter ?? new Date(Date.now() + 10 * YEAR_MS),
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        extensions: [new x509.BasicConstraintsExtension(isCa, undefined, true)],
      });
      return {
        key: pemOf(own.privateKey),
        certificate: certificate.toString('pem'),
        serialNumber: serial,
      };
    },
  };
}
