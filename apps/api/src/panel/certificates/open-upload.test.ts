import { createPrivateKey } from 'node:crypto';
import { issueTaxpayer, makeAuthority, toPkcs12 } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { makeCertificate } from '../../../../../packages/efi/src/testing/certificates.ts';
import { writePkcs12 } from '../../../../../packages/efi/src/testing/pkcs12-files.ts';
import { runUploadProcess } from '../upload-process.ts';
import { readMessage, writeMessage } from './certificate-message.ts';
import { openUpload } from './open-upload.ts';

const PASSWORD = 'tajna-lozinka-čćž';
const COMPANY = { id: 'company', tin: '12345678' };
const MOST = Number.MAX_SAFE_INTEGER;
const NO_LIMIT = { timeoutMs: 2 ** 31 - 1, memoryBytes: MOST, outputBytes: MOST };

const authority = makeAuthority();
const seal = issueTaxpayer(authority, COMPANY.tin, 'Prodavnica d.o.o.');
const upload = {
  pkcs12: toPkcs12(seal, authority, PASSWORD, 'modern').toString('base64'),
  password: PASSWORD,
};

const open = (limits: Partial<typeof NO_LIMIT> = {}) =>
  openUpload(upload, COMPANY, new Date(), { ...NO_LIMIT, ...limits });

test('a file comes back opened from its process, with the key as bytes that can be erased', async () => {
  const found = await open();
  expect(found?.problems).toEqual([]);
  const key = createPrivateKey(seal.privateKeyPem).export({ type: 'pkcs8', format: 'der' });
  expect(key.equals(found!.opened!.privateKeyDer)).toBe(true);
  expect(found?.opened).toMatchObject({ tin: COMPANY.tin, keyBits: 2048, form: 'modern' });
  expect(found?.opened?.notAfter.getTime()).toBeGreaterThan(Date.now());
});

test('a file that takes too long or too much memory is given up in time', async () => {
  const code = 'CERTIFICATE_UNREADABLE';
  const unreadable = (why: string) => {
    const message = `The file ${why} to be opened; export it again.`;
    return { opened: null, problems: [{ code, path: 'pkcs12', message }] };
  };
  expect(await open({ timeoutMs: 1 })).toEqual(unreadable('takes too long'));
  expect(await open({ memoryBytes: 1 })).toEqual(unreadable('takes too much memory'));
});

test('a file of seconds of work holds up no other call while it is opened', async () => {
  const company = makeCertificate({ commonName: 'Kafana Kod Mora', tin: COMPANY.tin });
  const file = writePkcs12(company, 'tajna', { checksum: 'pbmac1', iterations: 600_000 });
  const costly = { pkcs12: file.toString('base64'), password: 'tajna' };
  let ticks = 0;
  const counting = setInterval(() => (ticks += 1), 1);
  const found = await openUpload(costly, COMPANY, new Date('2026-07-11T12:00:00Z'), NO_LIMIT);
  clearInterval(counting);
  expect(found?.opened?.tin).toBe(COMPANY.tin);
  // Opened in this process it would have left none.
  expect(ticks).toBeGreaterThan(10);
});

test('a process that can not be started is an error of the call, and its slot is free again', async () => {
  const { execPath } = process;
  process.execPath = '/nonexistent/node';
  try {
    await expect(open()).rejects.toThrow('ENOENT');
  } finally {
    process.execPath = execPath;
  }
  expect((await open())?.problems).toEqual([]);
});

test('no variable of the API reaches such a process but those that are allowed', async () => {
  process.env.ADMIN_SECRET = 'not for everybody';
  try {
    const from = new URL('../../../../../packages/runtime/src/index.ts', import.meta.url).href;
    const limits = { timeoutMs: 60_000, memoryBytes: Infinity, outputBytes: 10_000 };
    const input = Buffer.from('environment');
    const outcome = await runUploadProcess({
      from,
      entry: './testing/bounded-entry',
      input,
      limits,
    });
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
    const names = Object.keys(JSON.parse(outcome.output.toString()) as object);
    const allowed = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];
    expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(names).toContain('PATH');
  } finally {
    delete process.env.ADMIN_SECRET;
  }
});

test('a message has its bytes in no JSON, whatever they are', () => {
  const bytes = Buffer.from('0a7b0a00ff', 'hex');
  const read = readMessage(writeMessage({ password: 'dva\nreda' }, bytes));
  expect(read).toEqual({ values: { password: 'dva\nreda' }, bytes });
});
