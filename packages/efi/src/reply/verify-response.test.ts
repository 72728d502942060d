import { sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SignedXml } from 'xml-crypto';
import { REGISTER_CASH_DEPOSIT, REGISTER_INVOICE, REGISTER_TCR } from '../protocol.ts';
import { readEnvelope } from './soap.ts';
import { envelope, FIC, signedResponse } from '../testing/replies.ts';
import type { ReplyOptions } from '../testing/replies.ts';
import { makeCertificate as makeAnyCertificate } from '../testing/certificates.ts';
import type { TestCertificate, TestCertificateOptions } from '../testing/certificates.ts';
import { REQUEST_UUID } from '../testing/messages.ts';
import { verifyResponse } from './verify-response.ts';
import type { ExpectedResponse, ResponseVerdict } from './verify-response.ts';
import { UnreadableXmlError } from './xml-reader.ts';

/** Short keys, because nothing here depends on their length and they are made much faster. */
function makeCertificate(options: TestCertificateOptions): TestCertificate {
  return makeAnyCertificate({ keyBits: 1024, ...options });
}

const ADMINISTRATION = { commonName: 'Poreska uprava', tin: '11044760' };
const ca = makeCertificate({ commonName: 'Test CA', isCa: true });
const authority = makeCertificate({ ...ADMINISTRATION, issuer: ca });

function verdictOn(text: string, change: Partial<ExpectedResponse> = {}): ResponseVerdict {
  const expected: ExpectedResponse = {
    operation: REGISTER_INVOICE,
    requestUuid: REQUEST_UUID,
    trustAnchors: [ca.certificate],
    pinnedFingerprints: [],
    now: new Date('2026-07-11T13:51:05Z'),
    ...change,
  };
  return readEnvelope<ResponseVerdict>(text, {
    fault: () => {
      throw new Error('The test sent a fault.');
    },
    message: (message) => verifyResponse(message, expected),
  });
}

function good(change: Partial<ReplyOptions> = {}): string {
  return envelope(signedResponse({ signer: authority, requestUuid: REQUEST_UUID, ...change }));
}

function reasonOf(text: string, change: Partial<ExpectedResponse> = {}): string {
  const verdict = verdictOn(text, change);
  return verdict.kind === 'rejected' ? verdict.reason : verdict.kind;
}

/** Changes SignedInfo and signs it anew, rightly: only its own words are wrong. */
function signedAnew(from: string, to: string): string {
  const text = good();
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  const signedInfo = /<SignedInfo>.*<\/SignedInfo>/s.exec(changed)?.[0] ?? '';
  const canonical = signedInfo
    .replace('<SignedInfo>', '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">')
    .replace(/<(\w+)([^<>]*?) ?\/>/g, '<$1$2></$1>');
  const signature = sign('sha256', Buffer.from(canonical), authority.privateKey);
  return changed.replace(
    /<SignatureValue>.*<\/SignatureValue>/s,
    `<SignatureValue>${signature.toString('base64')}</SignatureValue>`,
  );
}

describe('a reply is believed', () => {
  test('if it is signed by a certificate of a trusted CA and is the reply to our request', () => {
    expect(verdictOn(good())).toEqual({
      kind: 'verified',
      identifier: FIC,
      responseUuid: '33333333-3333-4333-8333-333333333333',
      sendDateTime: '2026-07-11T15:51:05+02:00',
    });
  });

  test('if the signing certificate itself is the anchor', () => {
    expect(reasonOf(good(), { trustAnchors: [authority.certificate] })).toBe('verified');
  });

  test('if its signature was made anew, with white space around the digest', () => {
    expect(reasonOf(signedAnew('<DigestValue>', '<DigestValue> '))).toBe('verified');
  });

  test('whatever the case of the UUID it repeats', () => {
    expect(reasonOf(good({ requestUuid: REQUEST_UUID.toUpperCase() }))).toBe('verified');
  });

  test('with a comment in its code, which neither is signed nor shortens the code', () => {
    const text = good().replace(FIC, `${FIC.slice(0, 8)}<!-- -->${FIC.slice(8)}`);
    expect(verdictOn(text)).toMatchObject({ kind: 'verified', identifier: FIC });
  });

  test('with white space and letters outside ASCII in it', () => {
    const text = good({ result: `\n <FIC note="Šćepan Đ 日本 🎂">\n${FIC}</FIC>\n` });
    expect(verdictOn(text)).toMatchObject({ kind: 'verified', identifier: FIC });
  });

  test('however long the text under its signature', () => {
    const text = good({ result: `<FIC note="${'č€🎂'.repeat(20_000)}">${FIC}</FIC>` });
    expect(reasonOf(text)).toBe('verified');
  });

  test.each([
    [REGISTER_TCR, '<TCRCode>ab123cd456</TCRCode>', 'ab123cd456'],
    [REGISTER_CASH_DEPOSIT, `<FCDC>${FIC}</FCDC>`, FIC],
  ])('also to %p', (operation, result, identifier) => {
    const text = good({ root: operation.response, result });
    expect(verdictOn(text, { operation })).toMatchObject({ kind: 'verified', identifier });
  });
});

describe('a reply is not believed', () => {
  test('if anything in it was changed after it was signed', () => {
    const text = good();
    for (const [from, to] of [
      [FIC, FIC.replace('1', '2')],
      ['RequestUUID', 'RequestUuid'],
      ['2026-07-11T15:51:05', '2026-07-11T15:51:06'],
      ['</FIC>', '</FIC><FIC>x</FIC>'],
      ['Version="1"', 'Version="2"'],
    ] as const) {
      const changed = text.replace(from, to);
      expect(changed).not.toBe(text);
      expect(reasonOf(changed)).toBe('bad-signature');
    }
  });

  test('if any character of it was changed, wherever that is', () => {
    const text = good();
    const start = text.indexOf('<RegisterInvoiceResponse');
    fc.assert(
      fc.property(
        fc.integer({ min: start, max: text.indexOf('</env:Body>') - 1 }),
        fc.constantFrom('0', 'A', ' ', '<', '"', 'ž'),
        (position, character) => {
          const changed = text.slice(0, position) + character + text.slice(position + 1);
          let verdict: ResponseVerdict;
          try {
            verdict = verdictOn(changed);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableXmlError);
            return;
          }
          // White space inside tags and base64 changes nothing that is signed or read.
          if (verdict.kind === 'verified') {
            expect(verdict).toEqual(verdictOn(text));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('if its signer is not trusted', () => {
    const issuer = makeCertificate({ commonName: 'Test CA', isCa: true });
    for (const other of [{ ...ADMINISTRATION, issuer }, ADMINISTRATION]) {
      expect(reasonOf(good({ signer: makeCertificate(other) }))).toBe('not-anchored');
    }
  });

  test('if another key made the signature than the one in the certificate', () => {
    const other = makeCertificate({ commonName: 'Other' });
    const text = good({ signer: { ...other, certificate: authority.certificate } });
    expect(reasonOf(text)).toBe('bad-signature');
  });

  test.each([
    ['signature method', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['digest method', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    ['transform', { transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'] }],
    ['identifier of what is signed', { id: 'Other' }],
  ])('if it has another %s', (_, change) => {
    expect(reasonOf(good(change))).toBe('bad-signature');
  });

  test.each([
    ['signature method', 'xmldsig-more#rsa-sha256', 'xmldsig-more#rsa-sha512'],
    ['digest method', 'xmlenc#sha256', 'xmlenc#sha512'],
    [
      'canonicalization',
      'Method Algorithm="http://www.w3.org/2001/10/xml-exc',
      'Method Algorithm="x',
    ],
    [
      'transform',
      'Transform Algorithm="http://www.w3.org/2001/10/xml-exc',
      'Transform Algorithm="x',
    ],
    ['form of a transform', '</Transforms>', '<Transform Algorithm="x"/></Transforms>'],
    [
      'prefix list',
      'exc-c14n#"/></Transforms>',
      'exc-c14n#"><InclusiveNamespaces xmlns="http://www.w3.org/2001/10/xml-exc-c14n#" ' +
        'PrefixList="x"></InclusiveNamespaces></Transform></Transforms>',
    ],
    ['number of references', '</Reference>', '</Reference><Reference URI="#x"></Reference>'],
    ['reference', 'URI="#Response"', 'URI=""'],
  ])('if it declares another %s than the one it uses', (_, from, to) => {
    expect(reasonOf(signedAnew(from, to))).toBe('bad-signature');
  });

  test('if it carries no signature, or two', () => {
    const text = good();
    const signature = /<Signature .*<\/Signature>/s.exec(text)?.[0] ?? '';
    expect(reasonOf(text.replace(signature, ''))).toBe('bad-signature');
    expect(reasonOf(text.replace(signature, signature + signature))).toBe('bad-signature');
    const inHeader = `<env:Header>${signature}</env:Header>`;
    expect(reasonOf(text.replace('<env:Header/>', inHeader))).toBe('bad-signature');
  });

  test.each([
    [
      'moved into a forged reply',
      (signed: string, forged: string) =>
        forged.replace('</RegisterInvoiceResponse>', `<x>${signed}</x></RegisterInvoiceResponse>`),
    ],
    [
      'kept inside its signature, which stands in a forged reply',
      (signed: string, forged: string) => {
        const signature = /<Signature .*<\/Signature>/s.exec(signed)?.[0] ?? '';
        const inner = signed.replace(signature, '');
        return forged.replace(
          '</RegisterInvoiceResponse>',
          `${signature.replace('</KeyInfo>', `</KeyInfo><Object>${inner}</Object>`)}</RegisterInvoiceResponse>`,
        );
      },
    ],
    [
      'signed by a signature that was put under a forged reply',
      (signed: string, forged: string) => {
        const signature = /<Signature .*<\/Signature>/s.exec(signed)?.[0] ?? '';
        return forged.replace(
          '</RegisterInvoiceResponse>',
          `${signature}</RegisterInvoiceResponse>`,
        );
      },
    ],
  ])('if a real reply was %s', (_, wrap) => {
    const signed = signedResponse({ signer: authority, requestUuid: REQUEST_UUID });
    const forged = signed
      .replace(/<Signature .*<\/Signature>/s, '')
      .replace(FIC, 'ffffffff-ffff-4fff-8fff-ffffffffffff');
    expect(reasonOf(envelope(wrap(signed, forged)))).toBe('bad-signature');
  });

  test('if a header of the envelope carries the signed reply and the body a forged one', () => {
    const signed = signedResponse({ signer: authority, requestUuid: REQUEST_UUID });
    const signature = /<Signature .*<\/Signature>/s.exec(signed)?.[0] ?? '';
    const text = envelope(signed.replace(FIC, FIC.replace('1', '2'))).replace(
      '<env:Header/>',
      `<env:Header>${signed.replace(signature, '')}</env:Header>`,
    );
    expect(reasonOf(text)).toBe('bad-signature');
  });

  test('if it is the reply to another request', () => {
    expect(reasonOf(good({ requestUuid: FIC }))).toBe('wrong-request');
  });

  test('if it is signed and still not what a reply must be', () => {
    expect(reasonOf(good({ result: '<FIC>none</FIC>' }))).toBe('unreadable');
    expect(reasonOf(good({ result: `<FCDC>${FIC}</FCDC>` }))).toBe('unreadable');
    expect(reasonOf(good({ result: `<FIC>${FIC}</FIC><FIC>${FIC}</FIC>` }))).toBe('unreadable');
    expect(reasonOf(good(), { operation: REGISTER_TCR })).toBe('unreadable');
  });
});

describe('xml-crypto, as referee', () => {
  function referee(text: string): boolean {
    const signature = /<Signature .*<\/Signature>/s.exec(text)?.[0] ?? '';
    const verifier = new SignedXml({ publicCert: authority.certificate.toString() });
    try {
      verifier.loadSignature(signature);
      return verifier.checkSignature(text);
    } catch {
      return false;
    }
  }

  test('agrees on what is signed and what is not', () => {
    const text = good({ result: `<FIC a="1" b="č">${FIC}</FIC>` });
    for (const changed of [
      text,
      text.replace(FIC, FIC.replace('1', '2')),
      text.replace('a="1" b="č"', 'b="č"   a="1"'),
      text.replace('<FIC a', '<FIC xmlns:unused="urn:x" a'),
      text.replace('</FIC>', '<!-- comment --></FIC>'),
      text.replace('<FIC a="1"', '<FIC a="&#49;"'),
      text.replace('<FIC a="1"', '<FIC a="2"'),
      text.replace('</Header>', '</Header>\n'),
    ]) {
      expect(reasonOf(changed)).toBe(referee(changed) ? 'verified' : 'bad-signature');
    }
  });
});
