// Throw-away certificates for the tests of this package: made in memory, never stored, never in
// git.
import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import forge from 'node-forge';

/** A certificate with its key, in every form the tests need. */
export interface TestCertificate {
  privateKey: KeyObject;
  privateKeyDer: Buffer;
  certificate: X509Certificate;
  certificateDer: Buffer;
  /** The same for node-forge, which writes PKCS#12 files. */
  forgeKey: forge.pki.rsa.PrivateKey;
  forgeCertificate: forge.pki.Certificate;
}

/** What the certificate says. */
export interface TestCertificateOptions {
  commonName: string;
  /** Goes into `organizationIdentifier=VATME-<TIN>`; left out if absent. */
  tin?: string;
  /** Who issues it; itself if absent. */
  issuer?: TestCertificate;
  isCa?: boolean;
  /** For a TLS server at this address. */
  ipAddress?: string;
  /** As node-forge names its bits; default: those of an e-seal, or of a CA. Null leaves it out. */
  keyUsage?: object | null;
  /** More parts of the subject, in node-forge's form. */
  subject?: forge.pki.CertificateField[];
  keyBits?: number;
  /** Takes the key of this one instead of making a new one. */
  keyOf?: TestCertificate;
  notBefore?: Date;
  notAfter?: Date;
}

let lastSerialNumber = 0;

/** Makes an RSA key and a certificate for it, valid from 2026 to 2030 unless said otherwise. */
export function makeCertificate(options: TestCertificateOptions): TestCertificate {
  const privateKey =
    options.keyOf?.privateKey ??
    generateKeyPairSync('rsa', { modulusLength: options.keyBits ?? 2048 }).privateKey;
  const forgeKey = forge.pki.privateKeyFromPem(
    privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  );
  const forgeCertificate = forge.pki.createCertificate();
  lastSerialNumber += 1;
  forgeCertificate.serialNumber = `0${lastSerialNumber.toString(16)}`.slice(-2);
  forgeCertificate.publicKey = forge.pki.setRsaPublicKey(forgeKey.n, forgeKey.e);
  forgeCertificate.validity.notBefore = options.notBefore ?? new Date('2026-01-01T00:00:00Z');
  forgeCertificate.validity.notAfter = options.notAfter ?? new Date('2030-01-01T00:00:00Z');
  const subject: forge.pki.CertificateField[] = [
    { name: 'countryName', value: 'ME' },
    { name: 'commonName', value: options.commonName },
  ];
  if (options.tin !== undefined) {
    subject.push({ type: '2.5.4.97', value: `VATME-${options.tin}` });
  }
  subject.push(...(options.subject ?? []));
  forgeCertificate.setSubject(subject);
  forgeCertificate.setIssuer(options.issuer?.forgeCertificate.subject.attributes ?? subject);
  forgeCertificate.setExtensions([
    { name: 'basicConstraints', cA: options.isCa ?? false },
    ...(options.ipAddress === undefined
      ? []
      : [
          { name: 'subjectAltName', altNames: [{ type: 7, ip: options.ipAddress }] },
          { name: 'extKeyUsage', serverAuth: true },
        ]),
    ...keyUsageOf(options),
  ]);
  signNatively(forgeCertificate, options.issuer?.privateKey ?? privateKey);
  const certificate = new X509Certificate(forge.pki.certificateToPem(forgeCertificate));
  return {
    privateKey,
    privateKeyDer: privateKey.export({ type: 'pkcs8', format: 'der' }),
    certificate,
    certificateDer: certificate.raw,
    forgeKey,
    forgeCertificate,
  };
}

function keyUsageOf({ keyUsage, isCa = false }: TestCertificateOptions): object[] {
  if (keyUsage === null) return [];
  const usual = isCa
    ? { keyCertSign: true, cRLSign: true }
    : { digitalSignature: true, nonRepudiation: true };
  return [{ name: 'keyUsage', critical: true, ...(keyUsage ?? usual) }];
}

/** Node-forge's own RSA takes two seconds for a signature where jest runs it. */
function signNatively(certificate: forge.pki.Certificate, privateKey: KeyObject): void {
  const signature = () => {
    const { tbsCertificate } = certificate as unknown as { tbsCertificate: forge.asn1.Asn1 };
    const der = Buffer.from(forge.asn1.toDer(tbsCertificate).getBytes(), 'latin1');
    return sign('sha256', der, privateKey).toString('latin1');
  };
  certificate.sign(
    { sign: signature } as unknown as forge.pki.rsa.PrivateKey,
    forge.md.sha256.create(),
  );
}

/** A PKCS#12 file as programs of different age write it. */
export function makePkcs12(
  holder: TestCertificate,
  password: string,
  options: { algorithm: '3des' | 'aes256'; chain?: TestCertificate[]; iterations?: number },
): Buffer {
  const certificates = [holder, ...(options.chain ?? [])].map((each) => each.forgeCertificate);
  const pfx = forge.pkcs12.toPkcs12Asn1(holder.forgeKey, certificates, password, {
    algorithm: options.algorithm,
    count: options.iterations ?? 2048,
  });
  return Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'latin1');
}
