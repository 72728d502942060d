// Signing a message against a general library.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSigner, signRequest } from '@fiscal/efi';
import { issueTaxpayer, makeAuthority } from '@fiscal/testbed';
import { SignedXml } from 'xml-crypto';
import { compareInRounds, inThisProcess } from '../measuring/rounds.ts';
import type { Bench, Comparison } from '../measuring/rounds.ts';
import { sampleMessage } from '../service/sample.ts';
import { TIN } from '../service/shop.ts';

const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Signing a message: written in canonical form, against a general signer. */
export const benchSigning: Bench = async (rounds, report) => {
  const taxpayer = issueTaxpayer(makeAuthority(), TIN, 'Prodavnica d.o.o.');
  const privateKey = createPrivateKey(taxpayer.privateKeyPem);
  const privateKeyDer = privateKey.export({ type: 'pkcs8', format: 'der' });
  const certificateDer = new X509Certificate(taxpayer.certificatePem).raw;
  const signer = createSigner({ privateKeyDer, certificateDer });
  for (const lines of [5, 60]) {
    const xml = sampleMessage(lines);
    const signGenerally = () => {
      const signed = new SignedXml({
        privateKey: taxpayer.privateKeyPem,
        publicCert: taxpayer.certificatePem,
        signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        canonicalizationAlgorithm: EXC_C14N,
      });
      signed.addReference({
        xpath: '/*',
        transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXC_C14N],
        digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      });
      signed.computeSignature(xml);
      return Promise.resolve(signed.getSignedXml());
    };
    const comparison: Comparison = {
      path: `sign: message of ${lines} lines`,
      ours: inThisProcess('signRequest', 1, () => Promise.resolve(signRequest(xml, signer))),
      baseline: inThisProcess('xml-crypto', 1, signGenerally),
    };
    report(await compareInRounds(comparison, rounds));
  }
};
