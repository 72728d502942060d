import { beforeAll, expect, test } from '@jest/globals';
import { makeCertificate, makePkcs12 } from './testing/certificates.ts';
import type { TestCertificate, TestCertificateOptions } from './testing/certificates.ts';
import { inspectUpload } from './uploaded-certificate.ts';

const PASSWORD = 'tajna';
const COMPANY = { tin: '12345678', now: new Date('2026-07-11T12:00:00Z') };

let company: TestCertificate;
beforeAll(() => {
  company = makeCertificate({ commonName: 'Kafana Kod Mora', tin: COMPANY.tin });
});

const inspect = (pkcs12: Uint8Array, password = PASSWORD) =>
  inspectUpload({ pkcs12, password, company: COMPANY });
const problemsOf = (file: Uint8Array, password?: string) =>
  inspect(file, password).problems.map(({ code }) => code);

test.each([
  ['legacy', '3des'],
  ['modern', 'aes256'],
] as const)('a %s file of the company opens without a problem', (form, algorithm) => {
  const upload = inspect(makePkcs12(company, PASSWORD, { algorithm }));
  expect(upload.problems).toEqual([]);
  expect(upload.opened).toMatchObject({ form, tin: COMPANY.tin, keyBits: 2048 });
  expect(company.privateKeyDer.equals(upload.opened!.privateKeyDer)).toBe(true);
});

test.each<[string, Omit<TestCertificateOptions, 'commonName'>]>([
  ['CERTIFICATE_KEY_UNSUITABLE', { tin: COMPANY.tin, keyBits: 1024 }],
  ['CERTIFICATE_EXPIRED', { tin: COMPANY.tin, notAfter: new Date('2026-07-10') }],
  ['CERTIFICATE_NOT_YET_VALID', { tin: COMPANY.tin, notBefore: new Date('2026-07-12') }],
  ['CERTIFICATE_TIN_MISSING', {}],
  ['CERTIFICATE_TIN_MISMATCH', { tin: '87654321' }],
])('%s is said of what was opened', (code, options) => {
  const certificate = makeCertificate({ commonName: 'Kafana', ...options });
  const file = makePkcs12(certificate, PASSWORD, { algorithm: 'aes256' });
  expect(problemsOf(file)).toEqual([code]);
});

test('what does not open is a problem and no exception', () => {
  const file = makePkcs12(company, PASSWORD, { algorithm: '3des' });
  expect(problemsOf(file, 'kriva')).toEqual(['CERTIFICATE_PASSWORD_WRONG']);
  expect(problemsOf(Buffer.from('no PKCS#12'))).toEqual(['CERTIFICATE_UNREADABLE']);
  expect(inspect(Buffer.alloc(0)).opened).toBeNull();
});
