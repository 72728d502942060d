import { beforeAll, describe, expect, test } from '@jest/globals';
import { makeCertificate } from '../testing/certificates.ts';
import type { TestCertificate, TestCertificateOptions } from '../testing/certificates.ts';
import { examineTrustAnchors } from './examine-trust-anchors.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const OF_AUTHORITY = 'https://efitest.tax.gov.me/fs-v1';
const make = (options: TestCertificateOptions) => makeCertificate({ keyBits: 1024, ...options });

let ca: TestCertificate;
let oldCa: TestCertificate;
let throwAway: TestCertificate;
let shop: TestCertificate;
let authority: TestCertificate;
beforeAll(() => {
  ca = make({ commonName: 'A CA', isCa: true });
  oldCa = make({ commonName: 'An old CA', isCa: true, notAfter: new Date('2026-07-01T00:00:00Z') });
  const subject = [{ name: 'organizationName', value: 'Not a certification authority' }];
  throwAway = make({ commonName: 'Throw-away test CA', isCa: true, subject });
  shop = make({ commonName: 'Kafana', tin: '12345678', issuer: ca });
  authority = make({ commonName: 'Poreska uprava', tin: '11044760', issuer: ca });
});

const examined = (anchors: TestCertificate[], endpoint = OF_AUTHORITY) => {
  const pem = anchors.map(({ certificate }) => certificate.toString()).join('\n');
  return examineTrustAnchors('EFI_TEST_TRUST_ANCHORS', pem, endpoint, NOW);
};

describe('trust anchors are right', () => {
  test('where there is a CA, or the authority’s own certificate, that is valid', () => {
    expect(examined([ca])).toBeNull();
    expect(examined([authority])).toBeNull();
    expect(examined([throwAway], 'http://127.0.0.1:4010/fs-v1')).toBeNull();
    expect(examined([throwAway, ca])).toBeNull();
  });

  test('and said to be partly old where another one beside them has expired', () => {
    const finding = examined([ca, oldCa]);
    expect(finding).toMatchObject({ code: 'TRUST_ANCHORS_EXPIRED', isRemark: true });
    expect(finding?.sentence).toContain('CN=An old CA');
    expect(finding?.sentence).not.toContain('CN=A CA');
  });
});

describe('trust anchors are wrong, in a sentence that begins with the variable', () => {
  test.each([
    ['nothing in PEM', () => [], 'TRUST_ANCHORS_UNREADABLE', /hold no certificate in PEM/],
    [
      'a CA that has expired',
      () => [oldCa],
      'TRUST_ANCHORS_EXPIRED',
      /An old CA.*not|not valid now/,
    ],
    [
      'the e-seal of a shop',
      () => [shop],
      'TRUST_ANCHORS_UNFIT',
      /neither a CA nor a certificate of the tax administration, but .*CN=Kafana/,
    ],
    [
      'the simulator’s CA, where the endpoint is the authority’s',
      () => [throwAway],
      'TRUST_ANCHORS_UNFIT',
      /throw-away CA of the simulator alone, and the endpoint is https:\/\/efitest\.tax\.gov\.me/,
    ],
  ])('%s', (_what, anchors, code, words) => {
    const finding = examined(anchors());
    expect(finding?.code).toBe(code);
    expect(finding?.isRemark).toBeUndefined();
    expect(finding?.sentence).toMatch(/^EFI_TEST_TRUST_ANCHORS/);
    expect(finding?.sentence).toMatch(words);
  });
});
