import { beforeAll, describe, expect, test } from '@jest/globals';
import { makeCertificate as makeAnyCertificate } from '../testing/certificates.ts';
import type { TestCertificate, TestCertificateOptions } from '../testing/certificates.ts';
import { parseTrustAnchors, whyNotTrusted } from './trust-anchors.ts';

/** Short keys, because nothing here depends on their length and they are made much faster. */
function makeCertificate(options: TestCertificateOptions): TestCertificate {
  return makeAnyCertificate({ keyBits: 1024, ...options });
}

const NOW = new Date('2026-07-11T13:51:05Z');
let ca: TestCertificate;
let authority: TestCertificate;

beforeAll(() => {
  ca = makeCertificate({ commonName: 'Test CA', isCa: true });
  authority = makeCertificate({ commonName: 'Poreska uprava', tin: '11044760', issuer: ca });
});

function isTrusted(holder: TestCertificate, anchors: TestCertificate[], now = NOW): boolean {
  const certificates = anchors.map((anchor) => anchor.certificate);
  return whyNotTrusted(holder.certificate, [], certificates, now) === null;
}

describe('a certificate is trusted', () => {
  test('if an anchor issued it, or is it', () => {
    expect(isTrusted(authority, [ca])).toBe(true);
    expect(isTrusted(authority, [authority])).toBe(true);
  });

  test('if one of several anchors is the right one', () => {
    const other = makeCertificate({ commonName: 'Other CA', isCa: true });
    const pem = `# anchors\n${other.certificate.toString()}\n${ca.certificate.toString()}`;
    const anchors = parseTrustAnchors(pem);
    expect(anchors).toHaveLength(2);
    expect(whyNotTrusted(authority.certificate, [], anchors, NOW)).toBeNull();
  });

  test('from its first second to its last', () => {
    expect(isTrusted(authority, [ca], new Date('2026-01-01T00:00:00Z'))).toBe(true);
    expect(isTrusted(authority, [ca], new Date('2030-01-01T00:00:00Z'))).toBe(true);
  });
});

describe('a certificate is not trusted', () => {
  test('if there is no anchor', () => {
    expect(isTrusted(authority, [])).toBe(false);
  });

  test('before its first second and after its last, also if it is an anchor', () => {
    for (const anchor of [ca, authority]) {
      expect(isTrusted(authority, [anchor], new Date('2025-12-31T23:59:59Z'))).toBe(false);
      expect(isTrusted(authority, [anchor], new Date('2030-01-01T00:00:01Z'))).toBe(false);
    }
  });

  test('and the reason names the signer, its issuer and its fingerprint', () => {
    const other = makeCertificate({ commonName: 'Other CA', isCa: true });
    const why = whyNotTrusted(authority.certificate, [], [other.certificate], NOW);
    expect(why?.reason).toBe('not-anchored');
    expect(why?.detail).toMatch(
      /signed by .*CN=Poreska uprava.*, issued by .*CN=Test CA.*, SHA-256 ([0-9A-F]{2}:){31}/,
    );
    const stranger = makeCertificate({ commonName: 'Kafana', tin: '12345678', issuer: ca });
    expect(whyNotTrusted(stranger.certificate, [], [ca.certificate], NOW)?.reason).toBe(
      'bad-signature',
    );
  });

  test('if the CA has expired', () => {
    const notAfter = new Date('2026-07-01T00:00:00Z');
    const oldCa = makeCertificate({ commonName: 'Old CA', isCa: true, notAfter });
    const holder = makeCertificate({
      commonName: 'Poreska uprava',
      tin: '11044760',
      issuer: oldCa,
    });
    expect(isTrusted(holder, [oldCa])).toBe(false);
  });

  test('if a CA of the same name issued it', () => {
    const impostor = makeCertificate({ commonName: 'Test CA', isCa: true });
    const holder = makeCertificate({
      commonName: 'Poreska uprava',
      tin: '11044760',
      issuer: impostor,
    });
    expect(isTrusted(holder, [ca])).toBe(false);
  });

  test('if a CA of another name with the same key issued it', () => {
    const renamed = makeCertificate({ commonName: 'Renamed CA', isCa: true, keyOf: ca });
    expect(isTrusted(authority, [renamed])).toBe(false);
  });

  test('if a company issued it that is no CA, whether the CA or the company is the anchor', () => {
    const company = makeCertificate({ commonName: 'Kafana', tin: '12345678', issuer: ca });
    const forged = makeCertificate({
      commonName: 'Poreska uprava',
      tin: '11044760',
      issuer: company,
    });
    expect(isTrusted(forged, [ca])).toBe(false);
    expect(isTrusted(forged, [company])).toBe(false);
    // Nor does a key usage make it one, or that it has none.
    for (const keyUsage of [null, { keyCertSign: true }]) {
      const any = makeCertificate({ commonName: 'Kafana', tin: '12345678', keyUsage, issuer: ca });
      const own = { commonName: 'Poreska uprava', tin: '11044760', issuer: any };
      expect(isTrusted(makeCertificate(own), [any])).toBe(false);
    }
  });
});

describe('trust anchors', () => {
  test.each([
    ['nothing', ''],
    ['something else', 'EFI_TEST_TRUST_ANCHORS'],
    ['a broken certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  ])('are not read from %s', (_, pem) => {
    expect(() => parseTrustAnchors(pem)).toThrow(
      expect.objectContaining({ code: 'TRUST_ANCHORS_UNREADABLE' }),
    );
  });
});
