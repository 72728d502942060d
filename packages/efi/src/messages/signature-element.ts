// The XML signature of a request as text, in exclusive canonical form. Protocol §9. What is signed
// and with which key is sign-request.ts.
import {
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  REQUEST_ID,
  RSA_SHA256,
  SHA256,
  SIGNATURE_NAMESPACE,
} from '../protocol.ts';

const NAMESPACE_DECLARATION = ` xmlns="${SIGNATURE_NAMESPACE}"`;

const SIGNED_INFO_HEAD =
  `<CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"></CanonicalizationMethod>` +
  `<SignatureMethod Algorithm="${RSA_SHA256}"></SignatureMethod>` +
  `<Reference URI="#${REQUEST_ID}"><Transforms>` +
  `<Transform Algorithm="${ENVELOPED_SIGNATURE}"></Transform>` +
  `<Transform Algorithm="${EXCLUSIVE_C14N}"></Transform></Transforms>` +
  `<DigestMethod Algorithm="${SHA256}"></DigestMethod><DigestValue>`;
const SIGNED_INFO_TAIL = '</DigestValue></Reference></SignedInfo>';

/** The bytes that the signature is made over: SignedInfo alone, with the namespace it inherits. */
export function signedInfo(digestBase64: string): string {
  return `<SignedInfo${NAMESPACE_DECLARATION}>${SIGNED_INFO_HEAD}${digestBase64}${SIGNED_INFO_TAIL}`;
}

/** The request with its Signature as the root's last child. All values are base64. */
export function withSignature(
  canonicalXml: string,
  values: { digest: string; signature: string; certificate: string },
): string {
  const rootEnd = canonicalXml.lastIndexOf('</');
  return (
    `${canonicalXml.slice(0, rootEnd)}<Signature${NAMESPACE_DECLARATION}>` +
    `<SignedInfo>${SIGNED_INFO_HEAD}${values.digest}${SIGNED_INFO_TAIL}` +
    `<SignatureValue>${values.signature}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${values.certificate}</X509Certificate></X509Data>` +
    `</KeyInfo></Signature>${canonicalXml.slice(rootEnd)}`
  );
}
