// The replies before two referees that share nothing with the simulator: xmlsec1 and xml-crypto.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { goodInvoice, NOW_TEXT } from '../testing/drafts.ts';
import { isSignatureGood } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const keys = await makeKeys();
const { certificate } = keys.administration;
const { stop, script, sendInvoice, sendDeposit, sendTcr } = await startRunning(keys);

/** One signed reply of each request, by the name of its element. */
const replies = {
  RegisterInvoiceResponse: (await sendInvoice(goodInvoice())).text,
  RegisterCashDepositResponse: (await sendDeposit()).text,
  RegisterTCRResponse: (await sendTcr()).text,
};

afterAll(() => stop());

const changed = (reply: string) => reply.replace('+02:00"', '+01:00"');

describe('a signed reply', () => {
  test.each(Object.entries(replies))(
    '%s verifies with xml-crypto, and no longer after one change',
    (_name, reply) => {
      expect(isSignatureGood(reply, certificate)).toBe(true);
      expect(isSignatureGood(changed(reply), certificate)).toBe(false);
    },
  );

  test('has no white space between its tags and the time of the reply in local time', () => {
    const reply = replies.RegisterInvoiceResponse;
    expect(reply.split('\n')[0]).toBe('<?xml version="1.0" encoding="UTF-8"?>');
    expect(reply.slice(reply.indexOf('<env:'))).not.toMatch(/>\s+<(?!\/X509Certificate)/);
    expect(reply).toContain(`SendDateTime="${NOW_TEXT}"`);
  });
});

const hasXmlsec = spawnSync('xmlsec1', ['--version']).status === 0;
const withXmlsec = hasXmlsec ? describe : describe.skip;

withXmlsec('with xmlsec1 (Debian package xmlsec1)', () => {
  const directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  test.each(Object.entries(replies))('%s verifies', (name, reply) => {
    const [file, key] = [join(directory, `${name}.xml`), join(directory, 'key.pem')];
    writeFileSync(key, certificate);
    const options = ['--verify', '--pubkey-cert-pem', key, '--id-attr:Id', name, file];
    const verify = () => execFileSync('xmlsec1', options, { stdio: 'pipe' });
    writeFileSync(file, reply);
    expect(verify).not.toThrow();
    writeFileSync(file, changed(reply));
    expect(verify).toThrow();
  });
});

test('a fault is not signed, names the request and escapes its text', async () => {
  await script({ type: 'fault', code: 11, message: 'a < b & c' });
  const draft = goodInvoice(2);
  const { text, ...reply } = await sendInvoice(draft);
  const requestUuid = draft.header.UUID;
  expect(reply).toMatchObject({ status: 500, code: 11, message: 'a < b & c', requestUuid });
  expect(text).toContain('a &lt; b &amp; c');
  expect(text).toMatch(
    /<env:Fault><faultcode>env:CLIENT<\/faultcode><faultstring xml:lang="en">.*<\/faultstring><detail><code>11<\/code><requestUUID>[0-9a-f-]{36}<\/requestUUID><responseUUID>[0-9a-f-]{36}<\/responseUUID><\/detail><\/env:Fault>/,
  );
  expect(text).not.toContain('Signature');
});
