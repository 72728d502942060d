import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CertificateError } from './certificate-error.ts';
import { openPkcs12 } from './pkcs12.ts';
import { makeCertificate, makePkcs12 } from '../testing/certificates.ts';
import type { TestCertificate } from '../testing/certificates.ts';
import { writePkcs12 } from '../testing/pkcs12-files.ts';
import type { Lock, Pkcs12Options } from '../testing/pkcs12-files.ts';
import { hasProgram } from '../testing/reference.ts';
import { passwordForms } from './password-forms.ts';

const PASSWORDS = [
  ['ASCII', 'tajna'],
  ['š', 'šifra'],
  ['ü', 'schlüssel'],
  ['€', '100 €'],
  ['an emoji', 'ključ 🔑'],
  ['nothing', ''],
  ['letters of all kinds', 'tajna-lozinka-čćž Ђ\u212b'],
  ['more than a block', 'čćžšđ'.repeat(20)],
] as const;
const LOCKS: Lock[] = ['aes128', 'aes192', 'aes256', '3des', 'rc2-40', 'rc2-128', 'none'];

let company: TestCertificate;
beforeAll(() => {
  company = makeCertificate({ commonName: 'Kafana Kod Mora', tin: '12345678', keyBits: 1024 });
});

/** What opening the file with the password comes to. */
function outcome(file: Buffer, password: string): string {
  try {
    const { privateKeys, certificates, form } = openPkcs12(file, password);
    expect(privateKeys.map((key) => key.equals(company.privateKeyDer))).toEqual([true]);
    expect(certificates.map((each) => each.equals(company.certificateDer))).toEqual([true]);
    return form;
  } catch (error) {
    if (error instanceof CertificateError) return error.code;
    throw error;
  }
}

const write = (password: string, options?: Pkcs12Options) =>
  writePkcs12(company, password, options);

describe.each(PASSWORDS)('a password with %s', (_, password) => {
  test.each(LOCKS)('opens what %s locks, and a wrong one is reported', (lock) => {
    const file = write(password, { key: lock, certificates: lock });
    const isModern = lock === 'none' || lock.startsWith('aes');
    expect(outcome(file, password)).toBe(isModern ? 'modern' : 'legacy');
    expect(outcome(file, `${password}x`)).toBe('CERTIFICATE_PASSWORD_WRONG');
  });

  test.each([
    ['rc2-40', '3des', 'sha1'],
    ['none', 'aes256', 'sha512'],
    ['aes256', '3des', 'pbmac1'],
    ['rc2-128', 'aes128', 'none'],
    ['aes256', 'aes256', 'none'],
  ] as const)('opens certificates in %s, a key in %s and %s', (certificates, key, checksum) => {
    const file = write(password, { certificates, key, checksum });
    expect(outcome(file, password)).toMatch(/^(modern|legacy)$/);
    expect(outcome(file, `${password}x`)).toBe('CERTIFICATE_PASSWORD_WRONG');
  });

  test.each(['3des', 'aes256'] as const)('opens what node-forge locks with %s', (algorithm) => {
    const file = makePkcs12(company, password, { algorithm, iterations: 10 });
    expect(outcome(file, password)).toBe(algorithm === '3des' ? 'legacy' : 'modern');
    expect(outcome(file, `${password}x`)).toBe('CERTIFICATE_PASSWORD_WRONG');
  });
});

describe('a password opens the file', () => {
  test.each(['aes256', '3des'] as const)('in whichever spelling it was typed: %s', (lock) => {
    const composed = 'š ü é'.normalize('NFC');
    const decomposed = composed.normalize('NFD');
    expect(composed).not.toBe(decomposed);
    for (const written of [composed, decomposed]) {
      const file = write(written, { key: lock, certificates: lock });
      for (const typed of [composed, decomposed]) {
        expect(outcome(file, typed)).toMatch(/^(modern|legacy)$/);
      }
      expect(outcome(file, 's u e')).toBe('CERTIFICATE_PASSWORD_WRONG');
    }
  });

  test('as it was typed, where composing it would change it', () => {
    const typed = '\u212b'; // The sign for ångström, which NFC turns into a letter.
    expect(outcome(write(typed), typed)).toBe('modern');
    expect(outcome(write('\u00c5'), typed)).toBe('modern');
  });

  test('where each byte of its UTF-8 was taken for a letter', () => {
    const pkcs12Password = Buffer.from('šifra €', 'utf8').toString('latin1');
    for (const lock of ['3des', 'aes256'] as const) {
      const file = write('šifra €', { key: lock, certificates: lock, pkcs12Password });
      expect(outcome(file, 'šifra €')).toMatch(/^(modern|legacy)$/);
    }
  });

  test('where an empty one was taken for none', () => {
    const options = { pkcs12Password: null, key: '3des', certificates: 'rc2-40' } as const;
    expect(outcome(write('', options), '')).toBe('legacy');
    expect(outcome(write('', options), 'x')).toBe('CERTIFICATE_PASSWORD_WRONG');
  });
});

test('a password in ASCII is tried in one form, so that a wrong one costs no more work', () => {
  expect(passwordForms('tajna 123')).toHaveLength(1);
  expect(passwordForms('š')).toHaveLength(6);
});

describe('a broken file is no wrong password', () => {
  test('where the checksum is right and the key was locked with another password', () => {
    const file = write('šifra', { pbkdf2Password: Buffer.from('druga') });
    expect(outcome(file, 'šifra')).toBe('CERTIFICATE_UNREADABLE');
    expect(outcome(file, 'kriva')).toBe('CERTIFICATE_PASSWORD_WRONG');
  });

  test('where the file is cut off, whatever the password', () => {
    const file = write('šifra');
    for (const password of ['šifra', 'kriva']) {
      expect(outcome(file.subarray(0, -1), password)).toBe('CERTIFICATE_UNREADABLE');
    }
  });

  test('where PBMAC1 does not say how long its key is', () => {
    const file = write('šifra', { checksum: 'pbmac1' });
    const keyLength = file.lastIndexOf(Buffer.from('02012030', 'hex'));
    file.writeUInt8(8, keyLength + 2);
    expect(outcome(file, 'šifra')).toBe('CERTIFICATE_UNREADABLE');
  });
});

const withOpenssl = hasProgram('openssl', 'version') ? describe : describe.skip;
withOpenssl('files of the openssl program (needs openssl on the PATH)', () => {
  function exported(password: string, options: string): Buffer {
    const directory = mkdtempSync(join(tmpdir(), 'efi-'));
    try {
      const key = company.privateKey.export({ type: 'pkcs8', format: 'pem' });
      writeFileSync(join(directory, 'key.pem'), key);
      writeFileSync(join(directory, 'certificate.pem'), company.certificate.toString());
      const files = '-in certificate.pem -inkey key.pem -out out.p12'.split(' ');
      const chosen = options === '' ? [] : options.split(' ');
      execFileSync(
        'openssl',
        ['pkcs12', '-export', '-passout', `pass:${password}`, ...files, ...chosen],
        { cwd: directory, stdio: 'pipe', env: { ...process.env, LC_ALL: 'C.UTF-8' } },
      );
      return readFileSync(join(directory, 'out.p12'));
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  test.each(PASSWORDS)('open with a password with %s', (_, password) => {
    for (const [options, form] of [
      ['', 'modern'],
      ['-nomac', 'modern'],
      ['-macalg sha512 -certpbe NONE', 'modern'],
      ['-legacy', 'legacy'],
      ['-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1', 'legacy'],
      ['-keypbe AES-256-CBC -certpbe PBE-SHA1-3DES', 'legacy'],
      ['-keypbe PBE-SHA1-3DES -certpbe AES-128-CBC', 'legacy'],
    ] as const) {
      const file = exported(password, options);
      expect([options, outcome(file, password)]).toEqual([options, form]);
      expect(outcome(file, `${password}x`)).toBe('CERTIFICATE_PASSWORD_WRONG');
    }
  });
});
