import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { SignedXml } from 'xml-crypto';
import { registerCashDepositRequest } from '../messages/register-cash-deposit-request.ts';
import { registerInvoiceRequest } from '../messages/register-invoice-request.ts';
import { registerTcrRequest } from '../messages/register-tcr-request.ts';
import { validateRequest } from '../schema/validate-request.ts';
import { signRequest, signValidRequest } from './sign-request.ts';
import { createSigner } from './signer.ts';
import type { Signer } from './signer.ts';
import { isMessageTooLarge, messageBytes, wrapInEnvelope } from '../messages/envelope.ts';
import { makeCertificate } from '../testing/certificates.ts';
import type { TestCertificate } from '../testing/certificates.ts';
import {
  CASH_INVOICE,
  CORRECTIVE,
  INITIAL_DEPOSIT,
  INVOICE_OUTSIDE_VAT,
  NON_CASH_INVOICE,
  PAYMENT_MESSAGES,
  TCR,
  ZERO_RATE_INVOICE,
} from '../testing/messages.ts';
import { EXEMPT_MESSAGES } from '../testing/exempt-messages.ts';
import {
  hasProgram,
  hasReferenceData,
  judgeFile,
  needsReferenceData,
  referencePath,
} from '../testing/reference.ts';

const REQUESTS: [name: string, root: string, xml: string][] = [
  ['a cash invoice', 'RegisterInvoiceRequest', registerInvoiceRequest(CASH_INVOICE)],
  ['a non-cash invoice', 'RegisterInvoiceRequest', registerInvoiceRequest(NON_CASH_INVOICE)],
  [
    'an invoice in UTF-8',
    'RegisterInvoiceRequest',
    registerInvoiceRequest({ ...NON_CASH_INVOICE, textEncoding: 'utf8', note: 'č\u{1F600}"&<>' }),
  ],
  ['a corrective', 'RegisterInvoiceRequest', registerInvoiceRequest(CORRECTIVE)],
  ['outside VAT', 'RegisterInvoiceRequest', registerInvoiceRequest(INVOICE_OUTSIDE_VAT)],
  ['a rate of 0 %', 'RegisterInvoiceRequest', registerInvoiceRequest(ZERO_RATE_INVOICE)],
  ...Object.entries({ ...EXEMPT_MESSAGES, ...PAYMENT_MESSAGES }).map(
    ([name, message]): (typeof REQUESTS)[number] => [
      name,
      'RegisterInvoiceRequest',
      registerInvoiceRequest(message),
    ],
  ),
  ['a deposit', 'RegisterCashDepositRequest', registerCashDepositRequest(INITIAL_DEPOSIT)],
  ['a cash register', 'RegisterTCRRequest', registerTcrRequest(TCR)],
];

let holder: TestCertificate;
let signer: Signer;

beforeAll(() => {
  holder = makeCertificate({ commonName: 'Kafana Kod Mora', tin: '12345678' });
  signer = createSigner(holder);
});

function verifiesWithXmlCrypto(xml: string, signatureXml: string): boolean {
  const verifier = new SignedXml({ publicCert: holder.certificate.toString() });
  verifier.loadSignature(signatureXml);
  try {
    return verifier.checkSignature(xml);
  } catch {
    return false;
  }
}

function signatureOf(xml: string): string {
  return xml.slice(xml.indexOf('<Signature '), xml.indexOf('</Signature>') + '</Signature>'.length);
}

describe('a signed request', () => {
  test.each(REQUESTS)('of %s verifies in the eyes of xml-crypto', (_, __, xml) => {
    const signed = signRequest(xml, signer);
    expect(verifiesWithXmlCrypto(signed, signatureOf(signed))).toBe(true);
    const enveloped = wrapInEnvelope(signed);
    expect(verifiesWithXmlCrypto(enveloped, signatureOf(enveloped))).toBe(true);
  });

  test('no longer verifies once a single character of it was changed', () => {
    const signed = signRequest(registerInvoiceRequest(CASH_INVOICE), signer);
    const changed = signed.replace('TotPrice="24.30"', 'TotPrice="24.31"');
    expect(changed).not.toBe(signed);
    expect(verifiesWithXmlCrypto(changed, signatureOf(changed))).toBe(false);
  });

  test('is the unsigned request with the signature as last child of its root', () => {
    const xml = registerTcrRequest(TCR);
    const signed = signRequest(xml, signer);
    expect(signed.replace(signatureOf(signed), '')).toBe(xml);
    expect(signed).toMatch(/<\/Signature><\/RegisterTCRRequest>$/);
  });

  test('carries the end-entity certificate and no other key information', () => {
    const signed = signRequest(registerTcrRequest(TCR), signer);
    const certificate = holder.certificateDer.toString('base64');
    expect(signed).toContain(
      `<KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>`,
    );
  });

  test.each(REQUESTS)('of %s passes our schema', (_, __, xml) => {
    expect(validateRequest(signRequest(xml, signer))).toEqual([]);
  });

  test('made with a key of another size does not pass our schema', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const signed = signRequest(registerTcrRequest(TCR), { ...signer, privateKey });
    expect(validateRequest(signed).join()).toContain('SignatureValue');
  });
});

const withXmlsec = hasProgram('xmlsec1', '--version') ? describe : describe.skip;
withXmlsec('a signed request (needs xmlsec1 on the PATH)', () => {
  test.each(REQUESTS)('of %s verifies in the eyes of xmlsec1', (_, root, xml) => {
    const judge = (content: string) =>
      judgeFile('xmlsec1', content, (path) => [
        '--verify',
        '--insecure',
        '--id-attr:Id',
        root,
        path,
      ]);
    const signed = wrapInEnvelope(signRequest(xml, signer));
    expect(judge(signed)).toEqual({ accepted: true, said: '' });
    expect(judge(signed.replace(' UUID="2', ' UUID="3')).accepted).toBe(false);
  });
});

const withXmllint =
  hasReferenceData && hasProgram('xmllint', '--version') ? describe : describe.skip;
withXmllint(
  needsReferenceData("a signed request (needs xmllint, and the authority's schema)"),
  () => {
    test.each(REQUESTS)("of %s passes the authority's schema", (_, __, xml) => {
      const schema = referencePath('schema/libxml2/eficg-fiscalization-service.xsd');
      const judge = (content: string) =>
        judgeFile('xmllint', content, (path) => ['--noout', '--schema', schema, path]);
      const signed = signRequest(xml, signer);
      expect(judge(signed)).toEqual({ accepted: true, said: '' });
      expect(judge(signed.replace(' Version="1"', '')).accepted).toBe(false);
    });
  },
);

describe('the size of a message', () => {
  test('is that of its bytes on the wire, at most 150 000', () => {
    for (const text of ['<a/>', '<a b="č"/>']) {
      expect(messageBytes(text)).toBe(Buffer.byteLength(wrapInEnvelope(text)));
    }
    expect([150_000, 150_001].map(isMessageTooLarge)).toEqual([false, true]);
  });

  test('is told apart from what the schema refuses', () => {
    const lines = CASH_INVOICE.computed.lines.slice(0, 1);
    const many = new Array<(typeof lines)[number]>(2000).fill(lines[0]!);
    const computed = { ...CASH_INVOICE.computed, lines: many };
    const large = registerInvoiceRequest({ ...CASH_INVOICE, computed });
    const codeOf = (code: string) => expect.objectContaining({ code });
    expect(() => signValidRequest(large, signer)).toThrow(codeOf('MESSAGE_TOO_LARGE'));
    const none = registerInvoiceRequest({ ...CASH_INVOICE, computed: { ...computed, lines: [] } });
    expect(() => signValidRequest(none, signer)).toThrow(codeOf('REQUEST_NOT_VALID'));
  });
});
