import { beforeAll, describe, expect, test } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import forge from 'node-forge';
import { issueTaxpayer, makeAuthority, openPki, toPkcs12, type Identity } from './pki.ts';

let authority: Identity;
let seal: Identity;

beforeAll(() => {
  authority = makeAuthority();
  seal = issueTaxpayer(authority, '02045687', 'Pekara Škaljari d.o.o.');
});

describe('the throw-away certificates', () => {
  test('an e-seal is issued by the authority for RSA 2048 and names the taxpayer', () => {
    const issuer = new X509Certificate(authority.certificatePem);
    const certificate = new X509Certificate(seal.certificatePem);
    expect(certificate.checkIssued(issuer)).toBe(true);
    expect(certificate.verify(issuer.publicKey)).toBe(true);
    expect(certificate.subject).toContain('organizationIdentifier=VATME-02045687');
    expect(certificate.subject).toContain('O=Pekara Škaljari d.o.o.');
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect([issuer.ca, certificate.ca]).toEqual([true, false]);
  });

  test.each(['modern', 'legacy'] as const)('a %s PKCS#12 opens with its password only', (form) => {
    const pfx = toPkcs12(seal, authority, 'čaršija', form);
    const asn1 = forge.asn1.fromDer(pfx.toString('binary'));
    const opened = forge.pkcs12.pkcs12FromAsn1(asn1, 'čaršija');
    const bags = opened.getBags({ bagType: forge.pki.oids.certBag! });
    expect(bags[forge.pki.oids.certBag!]).toHaveLength(2);
    expect(() => forge.pkcs12.pkcs12FromAsn1(asn1, 'wrong')).toThrow(/MAC could not be verified/);
  });

  test('Node itself opens the modern PKCS#12', () => {
    const pfx = toPkcs12(seal, authority, 'secret');
    expect(() => createSecureContext({ pfx, passphrase: 'secret' })).not.toThrow();
  });

  test('an authority is made once and its files are for the owner only', () => {
    const directory = join(mkdtempSync(join(tmpdir(), 'fiscal-pki-')), 'pki');
    const first = openPki(directory);
    const second = openPki(directory);
    expect(second).toEqual(first);
    for (const file of readdirSync(directory)) {
      expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    }
    rmSync(directory, { recursive: true });
  });
});
