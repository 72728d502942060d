import { beforeAll, describe, expect, test } from '@jest/globals';
import { makeCertificate, makePkcs12 } from './testing/certificates.ts';
import type { TestCertificate, TestCertificateOptions } from './testing/certificates.ts';
import { writePkcs12 } from './testing/pkcs12-files.ts';
import { inspectUpload } from './uploaded-certificate.ts';

const PASSWORD = 'tajna';
const COMPANY = { tin: '12345678', now: new Date('2026-07-11T12:00:00Z') };

let company: TestCertificate;
beforeAll(() => {
  company = makeCertificate({ commonName: 'Kafana Kod Mora', tin: COMPANY.tin });
});

const inspect = (pkcs12: Uint8Array, password = PASSWORD) =>
  inspectUpload({ pkcs12, password, company: COMPANY });
const problemsOf = async (file: Uint8Array, password?: string) =>
  (await inspect(file, password)).problems.map(({ code }) => code);

test.each([
  ['legacy', '3des'],
  ['modern', 'aes256'],
] as const)('a %s file of the company opens without a problem', async (form, algorithm) => {
  const upload = await inspect(makePkcs12(company, PASSWORD, { algorithm }));
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
])('%s is said of what was opened', async (code, options) => {
  const certificate = makeCertificate({ commonName: 'Kafana', ...options });
  const file = makePkcs12(certificate, PASSWORD, { algorithm: 'aes256' });
  expect(await problemsOf(file)).toEqual([code]);
});

test('what does not open is a problem and no exception', async () => {
  const file = makePkcs12(company, PASSWORD, { algorithm: '3des' });
  expect(await problemsOf(file, 'kriva')).toEqual(['CERTIFICATE_PASSWORD_WRONG']);
  expect(await problemsOf(Buffer.from('no PKCS#12'))).toEqual(['CERTIFICATE_UNREADABLE']);
  expect((await inspect(Buffer.alloc(0))).opened).toBeNull();
});

describe('a file that asks for much work', () => {
  // As much as a file may ask for: seconds of work.
  const upload = () => ({
    pkcs12: writePkcs12(company, PASSWORD, { checksum: 'pbmac1', iterations: 600_000 }),
    password: PASSWORD,
    company: COMPANY,
  });

  test('holds up nobody while it is opened', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    const { opened, problems } = await inspectUpload(upload(), 600_000);
    clearInterval(counting);
    expect(problems).toEqual([]);
    expect(opened?.tin).toBe(COMPANY.tin);
    // Opened in this thread it would have left none.
    expect(turns).toBeGreaterThan(10);
  });

  test('is given up in time', async () => {
    const { opened, problems } = await inspectUpload(upload(), 1);
    expect(opened).toBeNull();
    expect(problems).toMatchObject([
      { code: 'CERTIFICATE_UNREADABLE', message: expect.stringContaining('takes too long') },
    ]);
  });
});
