import { sign, verify, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  CERTIFICATE_ISSUE_CODES,
  inspectCertificate,
  openCertificate,
  tinOf,
} from './certificate.ts';
import { createSigner } from '../signing/signer.ts';
import { makeCertificate, makePkcs12 } from '../testing/certificates.ts';
import type { TestCertificate } from '../testing/certificates.ts';
import { hasReferenceData, needsReferenceData, referenceText } from '../testing/reference.ts';

const PASSWORD = 'lozinka č 123';
let ca: TestCertificate;
let company: TestCertificate;

beforeAll(() => {
  ca = makeCertificate({ commonName: 'Test CA', isCa: true });
  company = makeCertificate({ commonName: 'Kafana Kod Mora', tin: '12345678', issuer: ca });
});

function codeOf(action: () => unknown): unknown {
  try {
    action();
    return 'nothing was thrown';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

describe('opening a certificate file', () => {
  test.each(['3des', 'aes256'] as const)('works with %s', (algorithm) => {
    const opened = openCertificate(
      makePkcs12(company, PASSWORD, { algorithm, chain: [ca] }),
      PASSWORD,
    );
    expect(opened.certificateDer.equals(company.certificateDer)).toBe(true);
    expect(opened.chain.map((each) => each.equals(ca.certificateDer))).toEqual([true]);
    expect(opened).toMatchObject({
      subject: 'C=ME, CN=Kafana Kod Mora, organizationIdentifier=VATME-12345678',
      issuer: 'C=ME, CN=Test CA',
      serialNumber: company.certificate.serialNumber,
      tin: '12345678',
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2030-01-01T00:00:00Z'),
      keyBits: 2048,
      fingerprintSha256: company.certificate.fingerprint256,
    });
  });

  test('gives a key that signs what the certificate verifies', () => {
    const opened = openCertificate(
      makePkcs12(company, PASSWORD, { algorithm: 'aes256' }),
      PASSWORD,
    );
    const signer = createSigner(opened);
    const signature = sign('sha256', Buffer.from('račun'), signer.privateKey);
    const { publicKey } = company.certificate;
    expect(verify('sha256', Buffer.from('račun'), publicKey, signature)).toBe(true);
    expect(signer).toMatchObject({
      certificateBase64: company.certificateDer.toString('base64'),
      tin: '12345678',
      notAfter: new Date('2030-01-01T00:00:00Z'),
    });
  });

  test('finds the certificate of the key wherever it stands among the others', () => {
    const file = makePkcs12({ ...ca, forgeKey: company.forgeKey }, PASSWORD, {
      algorithm: '3des',
      chain: [company],
    });
    expect(openCertificate(file, PASSWORD).tin).toBe('12345678');
  });

  test('takes the certificate that lasts longest where it was renewed for the same key', () => {
    const notAfter = new Date('2031-01-01T00:00:00Z');
    const names = { commonName: 'Kafana Kod Mora', tin: '12345678', issuer: ca, keyOf: company };
    const renewed = makeCertificate({ ...names, notAfter });
    for (const [first, second] of [
      [company, renewed],
      [renewed, company],
    ] as const) {
      const file = makePkcs12(first, PASSWORD, { algorithm: 'aes256', chain: [second] });
      expect(openCertificate(file, PASSWORD).notAfter).toEqual(notAfter);
    }
  });

  test('says so if the password is wrong', () => {
    const file = makePkcs12(company, PASSWORD, { algorithm: '3des' });
    expect(codeOf(() => openCertificate(file, 'kriva'))).toBe('CERTIFICATE_PASSWORD_WRONG');
    expect(codeOf(() => openCertificate(file, ''))).toBe('CERTIFICATE_PASSWORD_WRONG');
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('-----BEGIN CERTIFICATE-----')],
    ['another DER structure', Buffer.from('3003020105', 'hex')],
    ['far too much', Buffer.alloc(200_000, 0x30)],
  ])('says so if the file is %s', (_, file) => {
    expect(codeOf(() => openCertificate(file, PASSWORD))).toBe('CERTIFICATE_UNREADABLE');
  });

  test('says so if its key and its certificates do not belong together', () => {
    const other = makeCertificate({ commonName: 'Somebody else', issuer: ca });
    const mismatch = makePkcs12({ ...company, forgeKey: other.forgeKey }, PASSWORD, {
      algorithm: '3des',
    });
    expect(codeOf(() => openCertificate(mismatch, PASSWORD))).toBe('CERTIFICATE_KEY_MISMATCH');
  });
});

describe('a signer', () => {
  test('is never made of a key and a certificate that do not belong together', () => {
    const other = makeCertificate({ commonName: 'Somebody else' });
    const material = {
      privateKeyDer: company.privateKeyDer,
      certificateDer: other.certificateDer,
    };
    expect(codeOf(() => createSigner(material))).toBe('CERTIFICATE_KEY_MISMATCH');
  });

  test.each(['privateKeyDer', 'certificateDer'] as const)(
    'is never made of a broken %s',
    (part) => {
      const material = { ...company, [part]: Buffer.from('broken') };
      expect(codeOf(() => createSigner(material))).toBe('CERTIFICATE_UNREADABLE');
    },
  );
});

describe('inspecting a certificate', () => {
  const good = {
    tin: '12345678',
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2030-01-01T00:00:00Z'),
    keyBits: 2048,
    certificateDer: Buffer.alloc(4096),
  };
  const now = new Date('2026-07-11T12:00:00Z');

  test('finds nothing wrong with a good one', () => {
    expect(inspectCertificate(good, { tin: '12345678', now })).toEqual([]);
    const thisSecond = { ...good, notBefore: now, notAfter: now };
    expect(inspectCertificate(thisSecond, { tin: '12345678', now })).toEqual([]);
  });

  const cases = [
    ['CERTIFICATE_EXPIRED', { notAfter: new Date('2026-07-11T11:59:59Z') }],
    ['CERTIFICATE_NOT_YET_VALID', { notBefore: new Date('2026-07-11T12:00:01Z') }],
    ['CERTIFICATE_KEY_UNSUITABLE', { keyBits: 4096 }],
    ['CERTIFICATE_KEY_UNSUITABLE', { keyBits: null }],
    ['CERTIFICATE_TIN_MISSING', { tin: null }],
    ['CERTIFICATE_TIN_MISMATCH', { tin: '87654321' }],
    ['CERTIFICATE_TOO_LARGE', { certificateDer: Buffer.alloc(4097) }],
  ] as const;

  test.each(cases)('reports %s', (code, change) => {
    const issues = inspectCertificate({ ...good, ...change }, { tin: '12345678', now });
    expect(issues.map((issue) => issue.code)).toEqual([code]);
  });

  test('has a case above for every code it reports', () => {
    expect(new Set(cases.map(([code]) => code))).toEqual(new Set(CERTIFICATE_ISSUE_CODES));
  });

  test('reports everything at once', () => {
    const bad = { ...good, tin: null, keyBits: 1024, notAfter: new Date('2020-01-01') };
    expect(inspectCertificate(bad, { tin: '12345678', now })).toHaveLength(3);
  });

  test.each(['x\n', 'x + ', ''])('takes no TIN from another part of the subject: %j', (before) => {
    const forged = makeCertificate({
      commonName: `${before}organizationIdentifier=VATME-12345678`,
      keyBits: 1024,
    });
    expect(tinOf(forged.certificate)).toBeNull();
  });

  test.each(['123456789', '1234567'])('takes no TIN of another length: %s', (tin) => {
    expect(
      tinOf(makeCertificate({ commonName: 'Kafana', tin, keyBits: 1024 }).certificate),
    ).toBeNull();
  });
});

const suite = hasReferenceData ? describe : describe.skip;
suite(needsReferenceData('certificates that were really in use'), () => {
  test.each([
    ['samples/register-invoice-request-2021-10-13.xml', '12345678'],
    ['samples/register-invoice-response-2021-10-13.xml', '11044760'],
  ])('name their TIN: %s', (file, tin) => {
    const base64 = /<X509Certificate>([^<]+)</.exec(referenceText(file))?.[1] ?? '';
    expect(tinOf(new X509Certificate(Buffer.from(base64, 'base64')))).toBe(tin);
  });
});
