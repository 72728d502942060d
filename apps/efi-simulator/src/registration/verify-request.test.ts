// What every message must pass, whichever request it is: one thing broken at a time, and the code,
// and where it is known the wording, of the authority. Protocol §6, §7.1.

import { afterAll, describe, expect, test } from '@jest/globals';
import { goodInvoice, withInvoice } from '../testing/drafts.ts';
import { makeCa } from '../testing/keys.ts';
import type { Identity } from '../testing/keys.ts';
import { writeInvoice } from '../testing/request-builder.ts';
import type { InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const keys = await makeKeys();
const running = await startRunning(keys);

afterAll(() => running.stop());

const good = () => writeInvoice(goodInvoice(), { identity: keys.taxpayer });

describe('a message that cannot be read', () => {
  const padding = `<!--${'x'.repeat(150_000)}-->`;

  test.each<[number, string, string | Buffer]>([
    [1, 'is above 150 kB', good().replace('<SOAP-ENV:Header/>', `$&${padding}`)],
    [1, 'is too large to be read at all', 'x'.repeat(5_000_000)],
    [0, 'is empty', ''],
    [0, 'is no UTF-8', Buffer.from([0x3c, 0xff, 0xfe])],
    [0, 'is UTF-16', Buffer.from('<!DOCTYPE a><a/>', 'utf16le')],
    [10, 'is not well-formed', good().replace('</SOAP-ENV:Body>', '')],
  ])('is refused with %d when it %s', async (code, _what, soap) => {
    const reply = await running.send(soap);
    expect(reply).toMatchObject({ status: 500, code, requestUuid: null });
  });

  test('gets no reply at all when it declares a document type', async () => {
    const attack = good().replace('?>', '?><!DOCTYPE x [<!ENTITY e "e">]>');
    await expect(running.send(attack)).rejects.toThrow('fetch failed');
  });

  test('is refused with HTTP 415 when it is not text/xml, with 405 when it is no POST', async () => {
    const url = `${running.url}/fs-v1`;
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(415);
    expect((await fetch(url)).status).toBe(405);
  });
});

describe('the schema', () => {
  const draft = goodInvoice();
  const [first, ...others] = draft.items!;

  test.each<[string, InvoiceDraft]>([
    // The first two in the words of the live service.
    [
      "Attribute 'U' must appear on element 'I'.",
      { ...draft, items: [{ ...first, U: undefined }, ...others] },
    ],
    ["The content of element 'Items' is not complete.", { ...draft, items: [] }],
    ["attribute 'TotPrice'", withInvoice({ TotPrice: '59.1' })],
  ])('refuses with 11: %s', async (words, wrong) => {
    const message = expect.stringContaining(words);
    expect(await running.sendInvoice(wrong)).toMatchObject({ code: 11, message });
  });
});

describe('the certificate', () => {
  const impostor = makeCa('Test CA');

  test.each<[number, string, () => Promise<Identity>]>([
    [35, 'its CA is not registered', () => keys.otherCa.issue()],
    [36, 'it has expired', () => keys.ca.issue({ notAfter: new Date('2026-07-11T13:51:03Z') })],
    [34, 'it is not valid yet', () => keys.ca.issue({ notBefore: new Date('2026-07-12') })],
    [34, 'it is a CA', () => keys.ca.issue({ isCa: true })],
    [34, 'its key has another length', () => keys.ca.issue({ modulusLength: 3072 })],
    [34, 'only the name of its issuer is registered', async () => (await impostor).issue()],
    [37, 'its TIN is not that of the issuer', () => keys.ca.issue({ tin: '87654321' })],
  ])('is refused with %d when %s', async (code, _what, issue) => {
    // The IIC is signed with the usual key: the schema wants 512 digits of it.
    const signing = { identity: await issue(), iicIdentity: keys.taxpayer };
    expect(await running.sendInvoice(goodInvoice(), signing)).toMatchObject({ code });
  });

  test('is refused with 38 when it is revoked and with 39 when its status is unknown', async () => {
    const identity = await keys.ca.issue();
    const { serialNumber } = identity;
    for (const [code, body] of [
      [38, { serialNumber: serialNumber.toUpperCase() }],
      [39, { serialNumber, status: 'unknown' }],
      [null, { serialNumber, status: 'good' }],
    ] as const) {
      await running.control('POST', '/revoke', body);
      expect(await running.sendInvoice(goodInvoice(), { identity })).toMatchObject({ code });
    }
  });
});

describe('the signature', () => {
  async function refusalAfter(spoil: (soap: string) => string): Promise<number | null> {
    return (await running.sendInvoice(goodInvoice(), { spoil })).code;
  }
  const signatureOf = (soap: string) => /<Signature [\s\S]*<\/Signature>/.exec(soap)![0];
  const toHeader = (soap: string) => {
    const signature = signatureOf(soap);
    const header = `<SOAP-ENV:Header>${signature}</SOAP-ENV:Header>`;
    return soap.replace(signature, '').replace('<SOAP-ENV:Header/>', header);
  };

  test.each<[number, string, (soap: string) => string]>([
    [21, 'is missing', (soap) => soap.replace(signatureOf(soap), '')],
    [22, 'signs another request', (soap) => soap.replaceAll('RegisterInvoiceRequest', 'Other')],
    [22, 'signs no request', (soap) => soap.replace(/<Register[\s\S]*Request>/, '')],
    [23, 'stands somewhere else', toHeader],
    [24, 'stands there twice', (soap) => soap.replace('</Signature>', `$&${signatureOf(soap)}`)],
  ])('is refused with %d when it %s', async (code, _what, spoil) => {
    expect(await refusalAfter(spoil)).toBe(code);
  });

  test.each([
    [20, 'has no canonical form', 'Version="1"', 'Version="1" xmlns:r="relative/name"'],
    [25, 'signs another element', 'URI="#Request"', 'URI="#Other"'],
    [26, 'uses another signature method', 'xmldsig-more#rsa-sha256', 'xmldsig-more#rsa-sha512'],
    [
      27,
      'uses another canonicalization',
      '<CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
      '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"',
    ],
    [28, 'uses another digest', 'xmlenc#sha256', 'xmlenc#sha512'],
    [29, 'was made over something else', '<SignatureValue>', '<SignatureValue>AAAA'],
    [30, 'does not cover the changed content', 'COCA COLA ZERO', 'COCA COLA ZERO.'],
    [
      31,
      'lacks a transform',
      '<Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>',
      '',
    ],
    [32, 'carries more than a certificate', '<KeyInfo>', '<KeyInfo><KeyName>me</KeyName>'],
    [
      32,
      'carries a chain',
      '<X509Certificate>',
      '<X509SubjectName>me</X509SubjectName><X509Certificate>',
    ],
    [33, 'carries no X.509', /<X509Certificate>[^<]*/, '<X509Certificate>AAAA'],
    [
      33,
      'carries a name in place of a certificate',
      /<X509Data>.*<\/X509Data>/s,
      '<KeyName>me</KeyName>',
    ],
    [33, 'carries no key information', /<KeyInfo>.*<\/KeyInfo>/s, ''],
  ])('is refused with %d when it %s', async (code, _what, search, replacement) => {
    expect(await refusalAfter((soap) => soap.replace(search, replacement))).toBe(code);
  });
});

describe('the IIC', () => {
  test('is refused when it is not the MD5 of the signature', async () => {
    const reply = await running.sendInvoice(withInvoice({ IIC: '0'.repeat(32) }));
    expect(reply).toMatchObject({ code: 11, message: 'IIC is not valid' });
  });

  test('is refused when its signature is over other values or of another key', async () => {
    const other = await keys.ca.issue();
    const ofAnotherKey = await running.sendInvoice(goodInvoice(), { iicIdentity: other });
    expect(ofAnotherKey).toMatchObject({ code: 11, message: 'IICSignature is not valid' });
    const changed = await running.sendInvoice(goodInvoice(), {
      change: (request) => request.replace('TotPrice="59.10"', 'TotPrice="59.11"'),
    });
    expect(changed).toMatchObject({ code: 11, message: 'IICSignature is not valid' });
  });
});
