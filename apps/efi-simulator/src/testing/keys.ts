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

/** A certificate with its private key, both PEM. */
export interface Identity {
  /** PKCS#8. */
  readonly key: string;
  readonly certificate: string;
  readonly serialNumber: string;
}

/** What all certificates have. */
function usual(name: string, isCa: boolean, tin?: string) {
  const organization = tin === undefined ? [] : [{ '2.5.4.97': [`VATME-${tin}`] }];
  return {
    serialNumber: `4a${randomBytes(7).toString('hex')}`,
    name: [{ C: ['ME'] }, { O: [name] }, ...organization, { CN: [name] }],
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2050-01-01T00:00:00Z'),
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.BasicConstraintsExtension(isCa, undefined, true)],
  };
}

function newKeys(modulusLength = 2048) {
  return webcrypto.subtle.generateKey({ ...ALGORITHM, modulusLength }, true, ['sign', 'verify']);
}

/** Makes a root authority that issues certificates. */
export async function makeCa(name: string) {
  const keys = await newKeys();
  const ca = await x509.X509CertificateGenerator.createSelfSigned({ keys, ...usual(name, true) });
  return {
    certificate: ca.toString('pem'),
    /** Of the test taxpayer, unless the choices say otherwise. */
    issue: async ({
      tin = '12345678',
      isCa = false,
      modulusLength = 2048,
      ...dates
    }: {
      tin?: string;
      isCa?: boolean;
      modulusLength?: number;
      notBefore?: Date;
      notAfter?: Date;
    } = {}): Promise<Identity> => {
      const own = await newKeys(modulusLength);
      const { name: subject, ...parts } = usual('Test d.o.o.', isCa, tin);
      const certificate = await x509.X509CertificateGenerator.create({
        ...parts,
        ...dates,
        subject,
        issuer: ca.subjectName,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
      });
      return {
        key: KeyObject.from(own.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
        certificate: certificate.toString('pem'),
        serialNumber: parts.serialNumber,
      };
    },
  };
}
