// The XML signature of a request. Protocol §9.
//
// The request is already in exclusive canonical form (xml-writer.ts), and so is everything written
// here: the digest is taken over the request's own bytes and the signature over the bytes of
// SignedInfo, and no canonicalizer is needed. Tests have other programs verify it.
import { createHash, sign } from 'node:crypto';
import { promisify } from 'node:util';
import {
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  REQUEST_ID,
  RSA_SHA256,
  SHA256,
  SIGNATURE_NAMESPACE,
} from './protocol.ts';
import type { Signer } from './signer.ts';
import type { CanonicalXml } from './xml-writer.ts';

// The callback form runs RSA on the thread pool and leaves the event loop free.
const signOnThreadPool = promisify(sign);

const NAMESPACE_DECLARATION = ` xmlns="${SIGNATURE_NAMESPACE}"`;

const SIGNED_INFO_HEAD =
  `<CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"></CanonicalizationMethod>` +
  `<SignatureMethod Algorithm="${RSA_SHA256}"></SignatureMethod>` +
  `<Reference URI="#${REQUEST_ID}"><Transforms>` +
  `<Transform Algorithm="${ENVELOPED_SIGNATURE}"></Transform>` +
  `<Transform Algorithm="${EXCLUSIVE_C14N}"></Transform></Transforms>` +
  `<DigestMethod Algorithm="${SHA256}"></DigestMethod><DigestValue>`;
const SIGNED_INFO_TAIL = '</DigestValue></Reference></SignedInfo>';

/**
 * The request with its Signature as the root's last child. `canonicalXml` comes from one of the
 * `register…Request` functions and must not be re-indented, before or after.
 */
export async function signRequest(canonicalXml: CanonicalXml, signer: Signer): Promise<string> {
  const digest = createHash('sha256').update(canonicalXml).digest('base64');
  const signedInfo = `>${SIGNED_INFO_HEAD}${digest}${SIGNED_INFO_TAIL}`;
  // Alone, SignedInfo declares the namespace that it inherits where it stands in the message.
  const signature = await signOnThreadPool(
    'sha256',
    Buffer.from(`<SignedInfo${NAMESPACE_DECLARATION}${signedInfo}`),
    signer.privateKey,
  );
  const rootEnd = canonicalXml.lastIndexOf('</');
  return (
    `${canonicalXml.slice(0, rootEnd)}<Signature${NAMESPACE_DECLARATION}><SignedInfo${signedInfo}` +
    `<SignatureValue>${signature.toString('base64')}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${signer.certificateBase64}</X509Certificate></X509Data>` +
    `</KeyInfo></Signature>${canonicalXml.slice(rootEnd)}`
  );
}
