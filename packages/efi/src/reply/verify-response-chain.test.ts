// Which of the certificates in a reply is believed. KeyInfo is under no signature: an attacker
// who can change a reply on its way can put anything into it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { REGISTER_INVOICE } from '../protocol.ts';
import { readEnvelope } from './soap.ts';
import { envelope, FIC, signedResponse } from '../testing/replies.ts';
import { makeCertificate as makeAnyCertificate } from '../testing/certificates.ts';
import type { TestCertificate, TestCertificateOptions } from '../testing/certificates.ts';
import { REQUEST_UUID } from '../testing/messages.ts';
import { verifyResponse } from './verify-response.ts';
import type { ResponseVerdict } from './verify-response.ts';

const NOW = new Date('2026-07-11T13:51:05Z');
const EXPIRED = new Date('2026-07-01T00:00:00Z');

/** Short keys, because nothing here depends on their length and they are made much faster. */
function makeCertificate(options: TestCertificateOptions): TestCertificate {
  return makeAnyCertificate({ keyBits: 1024, ...options });
}

let root: TestCertificate;
let intermediate: TestCertificate;
/** Issued by the root. */
let authority: TestCertificate;
/** Issued by the intermediate. */
let remoteAuthority: TestCertificate;
let attacker: TestCertificate;
let attackersCa: TestCertificate;
let attackersLeaf: TestCertificate;
beforeAll(() => {
  root = makeCertificate({ commonName: 'Test CA', isCa: true });
  intermediate = makeCertificate({ commonName: 'Test CA 2', isCa: true, issuer: root });
  authority = makeCertificate({ commonName: 'Poreska uprava', tin: '11044760', issuer: root });
  remoteAuthority = makeCertificate({
    commonName: 'Poreska uprava',
    tin: '11044760',
    issuer: intermediate,
  });
  attacker = makeCertificate({ commonName: 'Poreska uprava', tin: '11044760' });
  attackersCa = makeCertificate({ commonName: 'Test CA', isCa: true });
  attackersLeaf = makeCertificate({
    commonName: 'Poreska uprava',
    tin: '11044760',
    issuer: attackersCa,
  });
});

const base64 = ({ certificateDer }: TestCertificate) => certificateDer.toString('base64');
const x509Certificate = (each: TestCertificate) =>
  `<X509Certificate>${base64(each)}</X509Certificate>`;
const x509Data = (...certificates: TestCertificate[]) =>
  `<X509Data>${certificates.map(x509Certificate).join('')}</X509Data>`;

/** A reply signed by `signer`, with this text as the content of its KeyInfo. */
function reply(signer: TestCertificate, keyInfo: string): string {
  const text = signedResponse({ signer, requestUuid: REQUEST_UUID });
  const changed = text.replace(/(<KeyInfo[^>]*>).*(<\/KeyInfo>)/s, `$1${keyInfo}$2`);
  expect(changed).toContain(keyInfo);
  return envelope(changed);
}

function verdictOn(text: string, anchors: TestCertificate[] = [root]): ResponseVerdict {
  const trustAnchors = anchors.map(({ certificate }) => certificate);
  const expected = {
    operation: REGISTER_INVOICE,
    requestUuid: REQUEST_UUID,
    trustAnchors,
    pinnedFingerprints: [],
    now: NOW,
  };
  return readEnvelope<ResponseVerdict>(text, {
    fault: () => {
      throw new Error('The test sent a fault.');
    },
    message: (message) => verifyResponse(message, expected),
  });
}

const VERIFIED = { kind: 'verified', identifier: FIC };
const NOT_BELIEVED = {
  kind: 'rejected',
  reason: expect.stringMatching(/^(?:bad-signature|not-anchored)$/) as unknown,
};

describe('a reply with more than one certificate is believed', () => {
  test.each<[string, () => string]>([
    ['its chain', () => x509Data(authority, root)],
    ['its chain, the CA first', () => x509Data(root, authority)],
    ['its certificate twice', () => x509Data(authority, authority)],
    ['each certificate in an X509Data of its own', () => x509Data(root) + x509Data(authority)],
    [
      'certificates that have nothing to do with it',
      () => x509Data(attackersCa, authority, attacker),
    ],
    [
      'one beside it that cannot be read',
      () =>
        `<X509Data><X509Certificate>AAAA</X509Certificate>${x509Certificate(authority)}</X509Data>`,
    ],
  ])('with %s', (_, keyInfo) => {
    expect(verdictOn(reply(authority, keyInfo()))).toMatchObject(VERIFIED);
  });

  test.each<[string, string, string]>([
    [
      'issuer and serial number',
      '',
      '<X509IssuerSerial><X509IssuerName>CN=Test CA</X509IssuerName>' +
        '<X509SerialNumber>1</X509SerialNumber></X509IssuerSerial>',
    ],
    ['the name of its subject', '', '<X509SubjectName>CN=Poreska uprava</X509SubjectName>'],
    [
      'a bare key, which is ignored',
      '<KeyName>x</KeyName><KeyValue><RSAKeyValue><Modulus>AQAB</Modulus>' +
        '<Exponent>AQAB</Exponent></RSAKeyValue></KeyValue>',
      '',
    ],
  ])('with %s beside the certificate', (_, beside, inside) => {
    for (const data of [inside + x509Certificate(authority), x509Certificate(authority) + inside]) {
      const keyInfo = `<X509Data>${data}</X509Data>`;
      expect(verdictOn(reply(authority, beside + keyInfo))).toMatchObject(VERIFIED);
      expect(verdictOn(reply(authority, keyInfo + beside))).toMatchObject(VERIFIED);
    }
  });

  test('with the CA between it and the trust anchor, and without it only if that is the anchor', () => {
    for (const chain of [
      [remoteAuthority, intermediate],
      [root, intermediate, remoteAuthority],
    ]) {
      expect(verdictOn(reply(remoteAuthority, x509Data(...chain)))).toMatchObject(VERIFIED);
    }
    const alone = reply(remoteAuthority, x509Data(remoteAuthority));
    expect(verdictOn(alone)).toMatchObject(NOT_BELIEVED);
    expect(verdictOn(alone, [intermediate])).toMatchObject(VERIFIED);
  });

  test('with its renewal for the same key, whichever of the two is still valid', () => {
    const old = { commonName: 'Poreska uprava', tin: '11044760', issuer: root, keyOf: authority };
    const expired = makeCertificate({ ...old, notAfter: EXPIRED });
    for (const both of [
      [authority, expired],
      [expired, authority],
    ]) {
      expect(verdictOn(reply(authority, x509Data(...both)))).toMatchObject(VERIFIED);
    }
    expect(verdictOn(reply(authority, x509Data(expired)))).toMatchObject(NOT_BELIEVED);
  });
});

describe('a reply with more than one certificate is not believed', () => {
  test('if an attacker signed it, wherever the real certificate stands beside', () => {
    for (const keyInfo of [
      x509Data(attacker, authority),
      x509Data(authority, attacker),
      x509Data(authority, attacker, root),
      x509Data(attacker) + x509Data(authority),
      x509Data(authority) + x509Data(attacker),
      x509Data(attackersLeaf, attackersCa, authority, root),
    ]) {
      for (const signer of [attacker, attackersLeaf]) {
        expect(verdictOn(reply(signer, keyInfo))).toMatchObject(NOT_BELIEVED);
      }
    }
  });

  test('if the key that signed it is named without a certificate', () => {
    const key = '<KeyValue><RSAKeyValue><Modulus>AQAB</Modulus></RSAKeyValue></KeyValue>';
    expect(verdictOn(reply(attacker, key + x509Data(authority)))).toMatchObject(NOT_BELIEVED);
    expect(verdictOn(reply(authority, key))).toMatchObject(NOT_BELIEVED);
  });

  test('if the anchor came with it: a CA of the same name, or a root of its own', () => {
    for (const chain of [
      [attackersLeaf, attackersCa],
      [attackersLeaf, attackersCa, root, authority],
      [attacker, attacker],
    ]) {
      const [signer] = chain as [TestCertificate];
      expect(verdictOn(reply(signer, x509Data(...chain)))).toMatchObject(NOT_BELIEVED);
      expect(verdictOn(reply(signer, x509Data(...chain)), [])).toMatchObject(NOT_BELIEVED);
    }
  });

  test('if a company that is no CA issued the certificate', () => {
    const company = makeCertificate({ commonName: 'Kafana', tin: '12345678', issuer: root });
    const forged = makeCertificate({
      commonName: 'Poreska uprava',
      tin: '11044760',
      issuer: company,
    });
    expect(verdictOn(reply(forged, x509Data(forged, company)))).toMatchObject(NOT_BELIEVED);
  });

  test('if the CA in between has expired', () => {
    const names = { commonName: 'Test CA 3', isCa: true, issuer: root };
    const expired = makeCertificate({ ...names, notAfter: EXPIRED });
    const leaf = makeCertificate({
      commonName: 'Poreska uprava',
      tin: '11044760',
      issuer: expired,
    });
    expect(verdictOn(reply(leaf, x509Data(leaf, expired)))).toMatchObject(NOT_BELIEVED);
    const renewed = makeCertificate({ ...names, keyOf: expired });
    expect(verdictOn(reply(leaf, x509Data(leaf, expired, renewed)))).toMatchObject(VERIFIED);
  });

  test('if a CA signed it, be it under an anchor or an anchor itself', () => {
    const text = reply(intermediate, x509Data(intermediate, root));
    for (const anchors of [[root], [intermediate]]) {
      expect(verdictOn(text, anchors)).toMatchObject({
        ...NOT_BELIEVED,
        detail: expect.stringContaining('certification authority'),
      });
    }
  });

  test('if its CAs certify each other and nothing leads to an anchor, after little work', () => {
    const one = makeCertificate({ commonName: 'One', isCa: true });
    const two = makeCertificate({ commonName: 'Two', isCa: true, issuer: one });
    const circle = [
      two,
      ...Array.from({ length: 8 }, () =>
        makeCertificate({ commonName: 'One', isCa: true, issuer: two, keyOf: one }),
      ),
    ];
    const leaf = makeCertificate({ commonName: 'Poreska uprava', tin: '11044760', issuer: two });
    expect(verdictOn(reply(leaf, x509Data(leaf, ...circle)))).toMatchObject(NOT_BELIEVED);
  });

  test('if it carries ten thousand certificates, of which none is looked at', () => {
    const many = x509Certificate(authority).repeat(10_000);
    expect(verdictOn(reply(authority, `<X509Data>${many}</X509Data>`))).toMatchObject({
      ...NOT_BELIEVED,
      detail: expect.stringContaining('10000 certificates'),
    });
    expect(verdictOn(reply(authority, x509Data(authority).repeat(11)))).toMatchObject(NOT_BELIEVED);
  });

  test('if it has two signatures, of which one is right', () => {
    const text = reply(authority, x509Data(authority, root));
    const forged = reply(attacker, x509Data(attacker, authority));
    const signatureIn = (whole: string) => /<Signature .*<\/Signature>/s.exec(whole)?.[0] ?? '';
    for (const both of [
      signatureIn(text) + signatureIn(forged),
      signatureIn(forged) + signatureIn(text),
    ]) {
      expect(verdictOn(text.replace(signatureIn(text), both))).toMatchObject(NOT_BELIEVED);
    }
    const hidden = x509Data(authority, root) + signatureIn(forged);
    expect(verdictOn(reply(authority, hidden))).toMatchObject(NOT_BELIEVED);
  });
});
