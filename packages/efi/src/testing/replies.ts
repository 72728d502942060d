// The authority's side for the tests of this package. It signs with xml-crypto, which the package
// itself does not use, so that a wrong idea of a signature cannot pass on both sides.
import { SignedXml } from 'xml-crypto';
import type { TestCertificate } from './certificates.ts';

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SCHEMA = 'https://efi.tax.gov.me/fs/schema';

/** The FIC in every reply below. */
export const FIC = '11111111-1111-4111-8111-111111111111';

/** How a reply differs from a good one. */
export interface ReplyOptions {
  signer: Pick<TestCertificate, 'privateKey' | 'certificate'>;
  requestUuid: string;
  root?: string;
  /** When the authority says that it replies; a summer's day if absent. */
  sendDateTime?: string;
  /** The element between header and signature. */
  result?: string;
  /** Puts the header behind the result, which the schema allows. */
  isHeaderLast?: boolean;
  /** Attribute values and algorithms of the signature; the good ones if absent. */
  id?: string;
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
  transforms?: string[];
}

/** A signed response element. */
export function signedResponse(options: ReplyOptions): string {
  const root = options.root ?? 'RegisterInvoiceResponse';
  const header =
    `<Header RequestUUID="${options.requestUuid}" SendDateTime="${options.sendDateTime ?? '2026-07-11T15:51:05+02:00'}" ` +
    `UUID="33333333-3333-4333-8333-333333333333"></Header>`;
  const result = options.result ?? `<FIC>${FIC}</FIC>`;
  const parts = options.isHeaderLast === true ? result + header : header + result;
  const xml = `<${root} xmlns="${SCHEMA}" Id="${options.id ?? 'Response'}" Version="1">${parts}</${root}>`;
  const signer = new SignedXml({
    privateKey: options.signer.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: options.signer.certificate.toString(),
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
    signatureAlgorithm:
      options.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  });
  signer.addReference({
    xpath: `/*[local-name(.)='${root}']`,
    digestAlgorithm: options.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: options.transforms ?? [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      EXCLUSIVE_C14N,
    ],
  });
  signer.computeSignature(xml);
  return signer.getSignedXml();
}

/** Around any reply, with the prefix that the live service uses. */
export function envelope(payload: string): string {
  return (
    '<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header/>' +
    `<env:Body>${payload}</env:Body></env:Envelope>`
  );
}

/** A fault as the live service writes it. */
export function fault(code: string, message: string, requestUuid: string, side = 'CLIENT'): string {
  return envelope(
    `<env:Fault><faultcode>env:${side}</faultcode><faultstring xml:lang="en">${message}</faultstring>` +
      `<detail><code>${code}</code><requestUUID>${requestUuid}</requestUUID>` +
      '<responseUUID>44444444-4444-4444-8444-444444444444</responseUUID></detail></env:Fault>',
  );
}
