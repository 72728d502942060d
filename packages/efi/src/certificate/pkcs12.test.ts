import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import forge from 'node-forge';
import { inspectCertificate, openCertificate } from './certificate.ts';
import { openPkcs12 } from './pkcs12.ts';
import { makeCertificate, makePkcs12 } from '../testing/certificates.ts';
import type { TestCertificate } from '../testing/certificates.ts';
import { writePkcs12 } from '../testing/pkcs12-files.ts';
import type { Pkcs12Options } from '../testing/pkcs12-files.ts';
import { hasProgram } from '../testing/reference.ts';

const PASSWORD = 'tajna';
let company: TestCertificate;

beforeAll(() => {
  company = makeCertificate({ commonName: 'Kafana Kod Mora', tin: '12345678' });
});

function codeOf(action: () => unknown): unknown {
  try {
    action();
    return 'nothing was thrown';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

/** Changes the `place`th iteration count of the file; gives how many places were missing. */
function askForTwoBillion(node: forge.asn1.Asn1, place: number): number {
  let left = place;
  if (typeof node.value === 'string') {
    if (node.type === forge.asn1.Type.INTEGER && node.value === '\u0008\u0000') {
      left -= 1;
      node.value = left === 0 ? '\u007f\u00ff\u00ff\u00ff' : node.value;
    } else if (node.type === forge.asn1.Type.OCTETSTRING && node.value.length > 100) {
      try {
        const inside = forge.asn1.fromDer(node.value);
        left = askForTwoBillion(inside, left);
        node.value = forge.asn1.toDer(inside).getBytes();
      } catch {
        // Encrypted bytes.
      }
    }
  } else {
    for (const child of node.value) {
      left = left === 0 ? 0 : askForTwoBillion(child, left);
    }
  }
  return left;
}

describe('a hostile file', () => {
  test.each([1, 2])('does not work for hours because place %i asks for it', (place) => {
    const file = makePkcs12(company, PASSWORD, { algorithm: 'aes256' });
    const pfx = forge.asn1.fromDer(file.toString('latin1'));
    expect(askForTwoBillion(pfx, place)).toBe(0);
    const greedy = Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'latin1');
    expect(codeOf(() => openPkcs12(greedy, PASSWORD))).toBe('CERTIFICATE_UNREADABLE');
  });

  test.each<[string, Pkcs12Options, password: string]>([
    [
      'a key that six forms of the password are tried on',
      { key: 'rc2-40', checksum: 'none' },
      'šifra',
    ],
    ['a key behind a checksum', { key: '3des' }, PASSWORD],
    ['a key inside an encrypted part', { key: '3des', isKeyInside: true }, PASSWORD],
    [
      'a key inside an encrypted part, without a checksum',
      { key: '3des', isKeyInside: true, checksum: 'none' },
      'šifra',
    ],
  ])('is refused before the work of its 600 000 rounds is done: %s', (_, options, password) => {
    const file = writePkcs12(company, password, { ...options, claimedForKey: 600_000 });
    expect(() => openPkcs12(file, password)).toThrow('asks for too much work');
    const modest = writePkcs12(company, password, { ...options, claimedForKey: 10 });
    expect(openPkcs12(modest, password).privateKeys).toEqual([company.privateKeyDer]);
  });

  test('says so if the file is damaged anywhere, and never opens it wrongly', () => {
    const file = makePkcs12(company, PASSWORD, { algorithm: 'aes256', iterations: 1 });
    for (let position = 0; position < file.length; position += 37) {
      const damaged = Buffer.from(file);
      damaged.writeUInt8(damaged.readUInt8(position) ^ 0x55, position);
      expect(codeOf(() => openPkcs12(damaged, PASSWORD))).toMatch(/^CERTIFICATE_/);
    }
  });
});

const withOpenssl = hasProgram('openssl', 'version') ? describe : describe.skip;
withOpenssl('files of the openssl program (needs openssl on the PATH)', () => {
  function export_(
    args: string[],
    key: TestCertificate['privateKey'],
    certificate: string,
  ): Buffer {
    const directory = mkdtempSync(join(tmpdir(), 'efi-'));
    try {
      writeFileSync(join(directory, 'key.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
      writeFileSync(join(directory, 'certificate.pem'), certificate);
      execFileSync(
        'openssl',
        [
          'pkcs12',
          '-export',
          '-in',
          'certificate.pem',
          '-passout',
          'pass:tajna',
          '-out',
          'out.p12',
        ].concat(args),
        { cwd: directory, stdio: 'pipe' },
      );
      return readFileSync(join(directory, 'out.p12'));
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  test.each([
    ['RC2-40 and 3DES', ['-inkey', 'key.pem', '-legacy']],
    ['AES-256 and SHA-256', ['-inkey', 'key.pem']],
    ['AES-256 without a checksum', ['-inkey', 'key.pem', '-nomac']],
  ])('open with %s', (_, args) => {
    const file = export_(args, company.privateKey, company.certificate.toString());
    const opened = openCertificate(file, 'tajna');
    expect(opened.certificateDer.equals(company.certificateDer)).toBe(true);
    expect(opened.privateKeyDer.equals(company.privateKeyDer)).toBe(true);
    expect(codeOf(() => openCertificate(file, 'kriva'))).toBe('CERTIFICATE_PASSWORD_WRONG');
  });

  test('are refused with a reason if they hold no key', () => {
    const file = export_(['-nokeys'], company.privateKey, company.certificate.toString());
    expect(codeOf(() => openCertificate(file, 'tajna'))).toBe('CERTIFICATE_WITHOUT_KEY');
  });

  test('name their TIN also where it shares a line with the name of the company', () => {
    const directory = mkdtempSync(join(tmpdir(), 'efi-'));
    try {
      const key = company.privateKey.export({ type: 'pkcs8', format: 'pem' });
      writeFileSync(join(directory, 'k.pem'), key);
      const subject = '/C=ME/O=Firma \\+ sin+organizationIdentifier=VATME-87654321/CN=Čačak';
      const certificate = execFileSync(
        'openssl',
        ['req', '-x509', '-utf8', '-key', 'k.pem', '-subj', subject, '-days', '30'],
        { cwd: directory, stdio: 'pipe' },
      ).toString();
      const file = export_(['-inkey', 'key.pem'], company.privateKey, certificate);
      const opened = openCertificate(file, 'tajna');
      expect(opened.tin).toBe('87654321');
      expect(opened.certificateDer.equals(new X509Certificate(certificate).raw)).toBe(true);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('with a key that is not RSA open, and inspection says what is wrong', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const directory = mkdtempSync(join(tmpdir(), 'efi-'));
    try {
      writeFileSync(join(directory, 'k.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
      const certificate = execFileSync(
        'openssl',
        ['req', '-x509', '-key', 'k.pem', '-subj', '/CN=EC', '-days', '30'],
        { cwd: directory, stdio: 'pipe' },
      );
      const file = export_(['-inkey', 'key.pem'], privateKey, certificate.toString());
      const opened = openCertificate(file, 'tajna');
      expect(opened.keyBits).toBeNull();
      const issues = inspectCertificate(opened, { tin: '12345678', now: opened.notBefore });
      expect(issues.map((issue) => issue.code)).toContain('CERTIFICATE_KEY_UNSUITABLE');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
