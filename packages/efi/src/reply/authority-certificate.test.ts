// A CA that is trusted issues certificates to everybody; only the tax administration's own, made
// for signatures, may sign a reply.
import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { whyNotOfTheAuthority } from './authority-certificate.ts';
import { REGISTER_INVOICE } from '../protocol.ts';
import { readReply } from './read-reply.ts';
import type { AnyOutcome } from './read-reply.ts';
import { envelope, signedResponse } from '../testing/replies.ts';
import { makeCertificate as makeAnyCertificate } from '../testing/certificates.ts';
import type { TestCertificate, TestCertificateOptions } from '../testing/certificates.ts';
import { REQUEST_UUID } from '../testing/messages.ts';
import { NAME, OTHER_SUBJECTS } from '../testing/other-subjects.ts';
import { hasReferenceData, needsReferenceData, referenceText } from '../testing/reference.ts';

let ca: TestCertificate;
beforeAll(() => {
  ca = makeCertificate({ commonName: 'Pošta CG CA', isCa: true });
});

/** Short keys, because nothing here depends on their length and they are made much faster. */
function makeCertificate(options: TestCertificateOptions): TestCertificate {
  return makeAnyCertificate({ keyBits: 1024, ...options });
}

interface Believed {
  anchors?: TestCertificate[];
  pinnedFingerprints?: string[];
  now?: Date;
}

/** What becomes of a reply that this certificate has rightly signed. */
function outcomeOf(signer: TestCertificate, believed: Believed = {}): AnyOutcome {
  const text = envelope(signedResponse({ signer, requestUuid: REQUEST_UUID }));
  return readReply(
    { kind: 'replied', httpStatus: 200, body: Buffer.from(text) },
    {
      operation: REGISTER_INVOICE,
      requestUuid: REQUEST_UUID,
      trustAnchors: (believed.anchors ?? [ca]).map(({ certificate }) => certificate),
      pinnedFingerprints: believed.pinnedFingerprints ?? [],
      now: believed.now ?? new Date('2026-07-11T13:51:05Z'),
    },
  );
}

describe('a reply is not believed if it is signed by', () => {
  test.each(OTHER_SUBJECTS)('%s, from the CA that is trusted', (_, options, why) => {
    const signer = makeCertificate({ ...options, issuer: ca });
    for (const anchors of [[ca], [signer]]) {
      expect(outcomeOf(signer, { anchors })).toMatchObject({
        kind: 'unanswered',
        reason: 'bad-signature',
        detail: expect.stringMatching(why),
      });
    }
  });

  test('the authority with a certificate of the other environment', () => {
    const otherCa = makeCertificate({ commonName: 'CA of the test environment', isCa: true });
    const signer = makeCertificate({ ...NAME, issuer: otherCa });
    expect(outcomeOf(signer)).toMatchObject({ kind: 'unanswered', reason: 'not-anchored' });
    expect(outcomeOf(signer, { anchors: [otherCa] })).toMatchObject({ kind: 'registered' });
  });

  test('a certificate that is not valid when the reply comes', () => {
    const notBefore = new Date('2026-02-01T00:00:00Z');
    const notAfter = new Date('2026-03-01T00:00:00Z');
    const signer = makeCertificate({ ...NAME, issuer: ca, notBefore, notAfter });
    const kindAt = (now: string) => outcomeOf(signer, { now: new Date(now) }).kind;
    expect(kindAt('2026-01-31T23:59:59Z')).toBe('unanswered');
    expect(kindAt('2026-02-01T00:00:00Z')).toBe('registered');
    expect(kindAt('2026-03-01T00:00:00Z')).toBe('registered');
    expect(kindAt('2026-03-01T00:00:01Z')).toBe('unanswered');
  });
});

describe('where certificates are pinned', () => {
  test('a reply is believed if one of them signed it, and else says which one did', () => {
    const signer = makeCertificate({ ...NAME, issuer: ca });
    const next = makeCertificate({ ...NAME, issuer: ca });
    const fingerprintOf = ({ certificate }: TestCertificate) => certificate.fingerprint256;
    const pinnedFingerprints = [fingerprintOf(signer)];
    expect(outcomeOf(signer, { pinnedFingerprints })).toMatchObject({ kind: 'registered' });
    expect(outcomeOf(next, { pinnedFingerprints })).toMatchObject({
      kind: 'unanswered',
      reason: 'not-pinned',
      detail: expect.stringContaining(fingerprintOf(next)),
    });
    pinnedFingerprints.push(fingerprintOf(next));
    expect(outcomeOf(next, { pinnedFingerprints })).toMatchObject({ kind: 'registered' });
  });

  test('a pinned certificate that no anchor has issued is not believed', () => {
    const signer = makeCertificate(NAME);
    const pinnedFingerprints = [signer.certificate.fingerprint256];
    expect(outcomeOf(signer, { pinnedFingerprints })).toMatchObject({ reason: 'not-anchored' });
  });

  test('a reply by anybody else raises no alarm about the pins', () => {
    const signer = makeCertificate({ commonName: 'Kafana', tin: '02345678', issuer: ca });
    const pinnedFingerprints = [ca.certificate.fingerprint256];
    expect(outcomeOf(signer, { pinnedFingerprints })).toMatchObject({ reason: 'bad-signature' });
  });
});

(hasReferenceData ? describe : describe.skip)(needsReferenceData('a real certificate'), () => {
  const certificateIn = (file: string) => {
    const text = /X509Certificate>([^<]+)</.exec(referenceText(`samples/${file}`))?.[1] ?? '';
    return new X509Certificate(Buffer.from(text, 'base64'));
  };

  test('of the tax administration is one of its own, and of a taxpayer is not', () => {
    const own = certificateIn('register-invoice-response-2021-10-13.xml');
    expect(whyNotOfTheAuthority(own)).toBeNull();
    const taxpayers = certificateIn('register-invoice-request-2021-10-13.xml');
    expect(whyNotOfTheAuthority(taxpayers)).toMatch(/VATME-12345678, which is not/);
  });
});
