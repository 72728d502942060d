// The XML signature of a request. Protocol §9.
//
// The request is already in exclusive canonical form (xml-writer.ts), and so is the signature's
// element: the digest is taken over the request's own bytes and the signature over the bytes of
// SignedInfo, and no canonicalizer is needed. Tests have other programs verify it.
import { createHash, sign } from 'node:crypto';
import { signedInfo, withSignature } from './signature-element.ts';
import type { Signer } from './signer.ts';
import type { CanonicalXml } from '../messages/xml-writer.ts';

/**
 * The request with its Signature as the root's last child. `canonicalXml` comes from one of the
 * `register…Request` functions and must not be re-indented, before or after.
 */
export function signRequest(canonicalXml: CanonicalXml, signer: Signer): string {
  const digest = createHash('sha256').update(canonicalXml).digest('base64');
  // On the event loop: the way to the thread pool and back costs a quarter of the signature.
  const signature = sign('sha256', Buffer.from(signedInfo(digest)), signer.privateKey);
  return withSignature(canonicalXml, {
    digest,
    signature: signature.toString('base64'),
    certificate: signer.certificateBase64,
  });
}
