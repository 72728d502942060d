// The real exchange with the authority's test service of 2021-10-13, whole: what it accepted is
// what our code computes, and what it replied is what our code believes.
import { verify, X509Certificate } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { SignedXml } from 'xml-crypto';
import { iicInput, iicOfSignature } from '../signing/iic.ts';
import { readReply } from '../reply/read-reply.ts';
import { REGISTER_INVOICE } from '../protocol.ts';
import { validateRequest } from '../schema/validate-request.ts';
import { hasReferenceData, needsReferenceData, referenceText } from '../testing/reference.ts';

const suite = hasReferenceData ? describe : describe.skip;
suite(needsReferenceData('the real exchange of 2021'), () => {
  const request = () => referenceText('samples/register-invoice-request-2021-10-13.xml');
  const response = () => referenceText('samples/register-invoice-response-2021-10-13.xml');

  function certificateIn(text: string): X509Certificate {
    const base64 = /<X509Certificate>([^<]+)</.exec(text)?.[1] ?? '';
    return new X509Certificate(Buffer.from(base64, 'base64'));
  }

  function attribute(name: string): string {
    return new RegExp(` ${name}="([^"]*)"`).exec(request())?.[1] ?? '';
  }

  test('the request passes our schema', () => {
    const body = /<RegisterInvoiceRequest.*<\/RegisterInvoiceRequest>/s.exec(request())?.[0] ?? '';
    expect(validateRequest(body)).toEqual([]);
  });

  test('its IIC is the one our code computes', () => {
    const signature = Buffer.from(attribute('IICSignature'), 'hex');
    const input = iicInput({
      tin: '12345678',
      issueDateTime: attribute('IssueDateTime'),
      ordinal: Number(attribute('InvOrdNum')),
      businessUnitCode: attribute('BusinUnitCode'),
      tcrCode: attribute('TCRCode'),
      softwareCode: attribute('SoftCode'),
      totalPrice: attribute('TotPrice'),
    });
    expect(input).toBe(
      '12345678|2021-10-13T14:22:13+02:00|1|xx123xx123|si747we972|ss123ss123|17.15',
    );
    const { publicKey } = certificateIn(request());
    expect(verify('sha256', Buffer.from(input), publicKey, signature)).toBe(true);
    expect(iicOfSignature(signature)).toBe('F108325B48E89A416D69A551F1C3FF34');
  });

  test('its signature verifies in the eyes of xml-crypto', () => {
    const verifier = new SignedXml({ publicCert: certificateIn(request()).toString() });
    verifier.loadSignature(/<Signature .*<\/Signature>/s.exec(request())?.[0] ?? '');
    expect(verifier.checkSignature(request())).toBe(true);
  });

  test('its signature holds over SignedInfo as our code writes it', () => {
    const signedInfo = /<SignedInfo>.*<\/SignedInfo>/s.exec(request())?.[0] ?? '';
    const canonical = signedInfo
      .replace('<SignedInfo>', '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">')
      .replace(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>');
    const signature = /<SignatureValue>([^<]+)</.exec(request())?.[1] ?? '';
    const { publicKey } = certificateIn(request());
    const bytes = Buffer.from(signature, 'base64');
    expect(verify('sha256', Buffer.from(canonical), publicKey, bytes)).toBe(true);
  });

  test('the reply is believed at its time, with its certificate as anchor', () => {
    const outcome = readReply(
      { kind: 'replied', httpStatus: 200, body: Buffer.from(response()) },
      {
        operation: REGISTER_INVOICE,
        requestUuid: 'f223ea2c-eb26-4f61-a264-b8a47779e250',
        trustAnchors: [certificateIn(response())],
        pinnedFingerprints: [],
        now: new Date('2021-10-13T12:22:14Z'),
      },
    );
    expect(outcome).toMatchObject({
      kind: 'registered',
      identifier: 'd5e3fa77-d820-44e5-9434-04be185a93b9',
      repliedAt: '2021-10-13T14:22:14+02:00',
    });
  });

  test.each([
    [
      'today, because its certificate has expired',
      'bad-signature',
      { now: new Date('2026-01-01') },
    ],
    ['as the reply to another request', 'wrong-request', { requestUuid: 'f223' }],
    ['without an anchor', 'not-anchored', { trustAnchors: [] }],
  ])('the reply is not believed %s', (_, reason, change) => {
    const outcome = readReply(
      { kind: 'replied', httpStatus: 200, body: Buffer.from(response()) },
      {
        operation: REGISTER_INVOICE,
        requestUuid: 'f223ea2c-eb26-4f61-a264-b8a47779e250',
        trustAnchors: [certificateIn(response())],
        pinnedFingerprints: [],
        now: new Date('2021-10-13T12:22:14Z'),
        ...change,
      },
    );
    expect(outcome).toMatchObject({ kind: 'unanswered', reason });
  });
});
