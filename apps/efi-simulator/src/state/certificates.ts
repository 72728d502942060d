// The certificates the authority knows: the registered CAs, the certificates seen in messages and
// what was said of their status. It reads and remembers; checks/certificate.ts decides.

import { X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { refuse } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';

/** A taxpayer's certificate, parsed once. */
export interface TaxpayerCertificate {
  readonly x509: X509Certificate;
  readonly publicKey: KeyObject;
  /** Of `organizationIdentifier=VATME-<TIN>` in the subject; null without one. */
  readonly tin: string | null;
  /** What the chain says, whatever the time: 34 or 35, or null. */
  readonly chainRefusal: CheckResult;
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Said of one certificate by the control endpoint. */
export type CertificateStatus = 'good' | 'revoked' | 'unknown';

/** RSA key of 2048 bits: the IICSignature has 512 hexadecimal digits. Protocol §2.1. */
const KEY_BITS = 2048;

function hasUsableKey(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'rsa' && key.asymmetricKeyDetails?.modulusLength === KEY_BITS;
}

function tinOf(x509: X509Certificate): string | null {
  return /^organizationIdentifier=VATME-([0-9]{8}|[0-9]{13})$/m.exec(x509.subject)?.[1] ?? null;
}

/** Serial numbers are compared without leading zeros, colons and case. */
function normalizeSerial(serialNumber: string): string {
  return serialNumber.replaceAll(':', '').replace(/^0+/, '').toUpperCase();
}

/** Splits a PEM bundle into its certificates. @throws Error if one of them cannot be read. */
export function readCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** Register of certificates of one simulator. */
export class CertificateRegister {
  readonly #authorities: readonly X509Certificate[];
  readonly #parsed = new Map<string, TaxpayerCertificate>();
  readonly #byTin = new Map<string, Map<string, TaxpayerCertificate>>();
  readonly #status = new Map<string, CertificateStatus>();

  /** @param registeredCas the CAs whose certificates taxpayers may use. */
  constructor(registeredCas: readonly X509Certificate[]) {
    this.#authorities = registeredCas;
  }

  /** Parses the DER of a certificate, or finds it parsed; null if it is no X.509 certificate. */
  read(der: Buffer): TaxpayerCertificate | null {
    const key = der.toString('latin1');
    const known = this.#parsed.get(key);
    if (known) return known;
    const certificate = this.#parse(der);
    if (certificate) this.#parsed.set(key, certificate);
    return certificate;
  }

  /** True if the certificate was already remembered for its TIN. */
  isKnown(certificate: TaxpayerCertificate): boolean {
    if (certificate.tin === null) return false;
    return this.#byTin.get(certificate.tin)?.has(certificate.x509.fingerprint256) ?? false;
  }

  /** Remembers a certificate of a taxpayer for the IICs signed with it. */
  remember(certificate: TaxpayerCertificate): void {
    if (certificate.tin === null) return;
    const ofTin = this.#byTin.get(certificate.tin) ?? new Map<string, TaxpayerCertificate>();
    ofTin.set(certificate.x509.fingerprint256, certificate);
    this.#byTin.set(certificate.tin, ofTin);
  }

  /** Every certificate remembered for a TIN, renewed and expired ones included. */
  knownFor(tin: string): readonly TaxpayerCertificate[] {
    return [...(this.#byTin.get(tin)?.values() ?? [])];
  }

  /** Sets what the authority's sources say of a certificate. */
  setStatus(serialNumber: string, status: CertificateStatus): void {
    this.#status.set(normalizeSerial(serialNumber), status);
  }

  /** What the authority's sources say of a certificate. */
  statusOf(certificate: TaxpayerCertificate): CertificateStatus {
    return this.#status.get(normalizeSerial(certificate.x509.serialNumber)) ?? 'good';
  }

  #parse(der: Buffer): TaxpayerCertificate | null {
    try {
      const x509 = new X509Certificate(der);
      return {
        x509,
        publicKey: x509.publicKey,
        tin: tinOf(x509),
        chainRefusal: this.#chainRefusal(x509),
        notBefore: x509.validFromDate.getTime(),
        notAfter: x509.validToDate.getTime(),
      };
    } catch {
      return null;
    }
  }

  #chainRefusal(x509: X509Certificate): CheckResult {
    const issuers = this.#authorities.filter((authority) => x509.checkIssued(authority));
    if (issuers.length === 0) return refuse(35);
    if (!issuers.some((issuer) => x509.verify(issuer.publicKey))) return refuse(34);
    return x509.ca || !hasUsableKey(x509.publicKey) ? refuse(34) : null;
  }
}
