// What every message must pass, whichever request it is: one thing broken at a time, and the code,
// and where it is known the wording, of the authority. Protocol §6, §7.1.

import { afterAll, describe, expect, test } from '@jest/globals';
import { goodInvoice, withInvoice } from '../testing/drafts.ts';
import { makeCa } from '../testing/keys.ts';
import { writeInvoice } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Keys } from '../testing/running.ts';

const keys = await makeKeys();
const running = await startRunning(keys);

afterAll(() => running.stop());

describe('a message that cannot be read', () => {
  test('is refused with 1 above 150 kB', async () => {
    const soap = writeInvoice(goodInvoice(), { identity: keys.taxpayer });
    const padded = soap.replace(
      '<SOAP-ENV:Header/>',
      `<!--${'x'.repeat(150_000)}--><SOAP-ENV:Header/>`,
    );
    expect(await running.send(padded)).toMatchObject({ status: 500, code: 1, requestUuid: null });
  });

  test('is refused with 1 when it is too large to be read at all', async () => {
    expect(await running.send('x'.repeat(5_000_000))).toMatchObject({ status: 500, code: 1 });
  });

  test('is refused with 0 when it is empty or no UTF-8', async () => {
    expect(await running.send('')).toMatchObject({ code: 0 });
    expect(await running.send(Buffer.from([0x3c, 0xff, 0xfe]))).toMatchObject({ code: 0 });
    expect(await running.send(Buffer.from('<!DOCTYPE a><a/>', 'utf16le'))).toMatchObject({
      code: 0,
    });
  });

  test('is refused with 10 when it is not well-formed', async () => {
    const soap = writeInvoice(goodInvoice(), { identity: keys.taxpayer });
    expect(await running.send(soap.replace('</SOAP-ENV:Body>', ''))).toMatchObject({ code: 10 });
  });

  test('gets no answer at all when it declares a document type', async () => {
    const soap = writeInvoice(goodInvoice(), { identity: keys.taxpayer });
    const attack = soap.replace('?>', '?><!DOCTYPE x [<!ENTITY e "e">]>');
    await expect(running.send(attack)).rejects.toThrow('fetch failed');
  });

  test('is refused with HTTP 415 when it is not text/xml, with 405 when it is no POST', async () => {
    const json = await fetch(`${running.url}/fs-v1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    expect((await fetch(`${running.url}/fs-v1`)).status).toBe(405);
  });
});

describe('the schema', () => {
  test('refuses with 11 a missing attribute, in the words of the live service', async () => {
    const draft = goodInvoice();
    const [first, ...others] = draft.items!;
    const items = [{ ...first, U: undefined }, ...others];
    const answer = await running.sendInvoice({ ...draft, items });
    expect(answer).toMatchObject({
      code: 11,
      message: "Attribute 'U' must appear on element 'I'.",
    });
  });

  test('refuses with 11 an empty list, in the words of the live service', async () => {
    const answer = await running.sendInvoice({ ...goodInvoice(), items: [] });
    expect(answer).toMatchObject({
      code: 11,
      message: "The content of element 'Items' is not complete.",
    });
  });

  test('refuses with 11 a value out of its form, and says which', async () => {
    const answer = await running.sendInvoice(withInvoice({ TotPrice: '59.1' }));
    expect(answer.code).toBe(11);
    expect(answer.message).toContain("attribute 'TotPrice'");
  });
});

describe('the certificate', () => {
  async function refusalOf(identity: Keys['taxpayer']): Promise<number | null> {
    return (await running.sendInvoice(goodInvoice(), { identity })).code;
  }

  test('is refused with 35 when its CA is not registered', async () => {
    expect(await refusalOf(await keys.strangerCa.issue())).toBe(35);
  });

  test('is refused with 36 when it has expired', async () => {
    expect(
      await refusalOf(await keys.ca.issue({ notAfter: new Date('2026-07-11T13:51:03Z') })),
    ).toBe(36);
  });

  test('is refused with 34 when it is not valid yet, is a CA or has a small key', async () => {
    expect(await refusalOf(await keys.ca.issue({ notBefore: new Date('2026-07-12') }))).toBe(34);
    expect(await refusalOf(await keys.ca.issue({ isCa: true }))).toBe(34);
    // The IIC is signed with the usual key: the schema wants 512 digits of it.
    const identity = await keys.ca.issue({ modulusLength: 3072 });
    const answer = await running.sendInvoice(goodInvoice(), {
      identity,
      iicIdentity: keys.taxpayer,
    });
    expect(answer.code).toBe(34);
  });

  test('is refused with 34 when only the name of its issuer is that of a registered CA', async () => {
    const impostor = await makeCa('Test CA');
    expect(await refusalOf(await impostor.issue())).toBe(34);
  });

  test('is refused with 37 when its TIN is not that of the issuer', async () => {
    expect(await refusalOf(await keys.ca.issue({ tin: '87654321' }))).toBe(37);
  });

  test('is refused with 38 when it is revoked and with 39 when its status is unknown', async () => {
    const revoked = await keys.ca.issue();
    const { serialNumber } = revoked;
    await running.control('POST', '/revoke', { serialNumber: serialNumber.toUpperCase() });
    expect(await refusalOf(revoked)).toBe(38);
    await running.control('POST', '/revoke', { serialNumber, status: 'unknown' });
    expect(await refusalOf(revoked)).toBe(39);
    await running.control('POST', '/revoke', { serialNumber, status: 'good' });
    expect(await refusalOf(revoked)).toBeNull();
  });
});

describe('the signature', () => {
  async function refusalAfter(spoil: (soap: string) => string): Promise<number | null> {
    return (await running.sendInvoice(goodInvoice(), { spoil })).code;
  }
  const signatureOf = (soap: string) => /<Signature [\s\S]*<\/Signature>/.exec(soap)![0];

  test('is missed with 21', async () => {
    expect(await refusalAfter((soap) => soap.replace(signatureOf(soap), ''))).toBe(21);
  });

  test('is refused with 22 when there is no request to sign', async () => {
    expect(await refusalAfter((soap) => soap.replaceAll('RegisterInvoiceRequest', 'Other'))).toBe(
      22,
    );
    expect(await refusalAfter((soap) => soap.replace(/<Register[\s\S]*Request>/, ''))).toBe(22);
  });

  test('is refused with 23 when it stands somewhere else', async () => {
    const moved = await refusalAfter((soap) => {
      const signature = signatureOf(soap);
      return soap
        .replace(signature, '')
        .replace('<SOAP-ENV:Header/>', `<SOAP-ENV:Header>${signature}</SOAP-ENV:Header>`);
    });
    expect(moved).toBe(23);
  });

  test('is refused with 24 when there are two', async () => {
    const doubled = await refusalAfter((soap) =>
      soap.replace('</Signature>', `</Signature>${signatureOf(soap)}`),
    );
    expect(doubled).toBe(24);
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
    const answer = await running.sendInvoice(withInvoice({ IIC: '0'.repeat(32) }));
    expect(answer).toMatchObject({ code: 11, message: 'IIC is not valid' });
  });

  test('is refused when its signature is over other values or of another key', async () => {
    const stranger = await keys.ca.issue();
    const ofAnotherKey = await running.sendInvoice(goodInvoice(), { iicIdentity: stranger });
    expect(ofAnotherKey).toMatchObject({ code: 11, message: 'IICSignature is not valid' });
    const changed = await running.sendInvoice(goodInvoice(), {
      change: (request) => request.replace('TotPrice="59.10"', 'TotPrice="59.11"'),
    });
    expect(changed).toMatchObject({ code: 11, message: 'IICSignature is not valid' });
  });
});
