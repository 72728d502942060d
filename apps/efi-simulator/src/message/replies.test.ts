// The answers before two referees that share nothing with the simulator: xmlsec1 and xml-crypto.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SignedXml } from 'xml-crypto';
import { goodDeposit, goodInvoice, goodTcr, NOW, NOW_TEXT } from '../testing/drafts.ts';
import { header, writeDeposit, writeInvoice, writeTcr } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const keys = await makeKeys();
const running = await startRunning(keys);

/** One signed answer of each request, by the name of its element. */
const answers = new Map<string, string>();
const signing = { identity: keys.taxpayer };
const messages = {
  RegisterInvoiceResponse: writeInvoice(goodInvoice(), signing),
  RegisterCashDepositResponse: writeDeposit(header(NOW_TEXT), goodDeposit(), signing),
  RegisterTCRResponse: writeTcr(header(NOW_TEXT), goodTcr(), signing),
};
for (const [name, soap] of Object.entries(messages)) {
  answers.set(name, (await running.send(soap)).text);
}

afterAll(() => running.stop());

function verifiesWithXmlCrypto(soap: string, certificate: string): boolean {
  const verifier = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  const signature = /<Signature [\s\S]*<\/Signature>/.exec(soap)?.[0] ?? '';
  verifier.loadSignature(signature);
  try {
    return verifier.checkSignature(soap);
  } catch {
    return false;
  }
}

const NAMES = ['RegisterInvoiceResponse', 'RegisterCashDepositResponse', 'RegisterTCRResponse'];

describe('a signed answer', () => {
  test.each(NAMES)('%s verifies with xml-crypto, and no longer after one change', (name) => {
    const answer = answers.get(name)!;
    expect(verifiesWithXmlCrypto(answer, keys.administration.certificate)).toBe(true);
    const changed = answer.replace('+02:00"', '+01:00"');
    expect(changed).not.toBe(answer);
    expect(verifiesWithXmlCrypto(changed, keys.administration.certificate)).toBe(false);
  });

  test('has no white space between its tags and the moment of answering in local time', () => {
    const answer = answers.get('RegisterInvoiceResponse')!;
    expect(answer.split('\n')[0]).toBe('<?xml version="1.0" encoding="UTF-8"?>');
    expect(answer.slice(answer.indexOf('<env:'))).not.toMatch(/>\s+<(?!\/X509Certificate)/);
    expect(answer).toContain(`SendDateTime="${NOW_TEXT}"`);
    expect(new Date(NOW).toISOString()).toBe('2026-07-11T13:51:04.000Z');
  });
});

const hasXmlsec = spawnSync('xmlsec1', ['--version']).status === 0;
const withXmlsec = hasXmlsec ? describe : describe.skip;

withXmlsec('with xmlsec1 (Debian package xmlsec1)', () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));
    writeFileSync(join(directory, 'key.pem'), keys.administration.certificate);
  });

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  test.each(NAMES)('%s verifies', (name) => {
    const file = join(directory, `${name}.xml`);
    writeFileSync(file, answers.get(name)!);
    const key = join(directory, 'key.pem');
    const options = ['--verify', '--pubkey-cert-pem', key, '--id-attr:Id', name, file];
    expect(() => execFileSync('xmlsec1', options, { stdio: 'pipe' })).not.toThrow();
    writeFileSync(file, answers.get(name)!.replace('+02:00"', '+01:00"'));
    expect(() => execFileSync('xmlsec1', options, { stdio: 'pipe' })).toThrow();
  });
});

test('a fault is not signed, names the request and escapes its text', async () => {
  await running.control('POST', '/script', {
    replies: [{ behaviour: { type: 'fault', code: 11, message: 'a < b & c' } }],
  });
  const draft = goodInvoice(2);
  const answer = await running.send(writeInvoice(draft, { identity: keys.taxpayer }));
  expect(answer).toMatchObject({
    status: 500,
    code: 11,
    message: 'a < b & c',
    requestUuid: draft.header.UUID,
  });
  expect(answer.text).toContain('a &lt; b &amp; c');
  expect(answer.text).toMatch(
    /<env:Fault><faultcode>env:CLIENT<\/faultcode><faultstring xml:lang="en">.*<\/faultstring><detail><code>11<\/code><requestUUID>[0-9a-f-]{36}<\/requestUUID><responseUUID>[0-9a-f-]{36}<\/responseUUID><\/detail><\/env:Fault>/,
  );
  expect(answer.text).not.toContain('Signature');
});
