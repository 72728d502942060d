// The XML signature of a request. Protocol §9.
//
// The request is already in exclusive canonical form (xml-writer.ts), and so is the signature's
// element: the digest is taken over the request's own bytes and the signature over the bytes of
// SignedInfo, and no canonicalizer is needed. Tests have other programs verify it.
import { createHash, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { signedInfo, withSignature } from './signature-element.ts';
import type { Signer } from './signer.ts';
import type { CanonicalXml } from './xml-writer.ts';

// The callback form runs RSA on the thread pool and leaves the event loop free.
const signOnThreadPool = promisify(sign);

/**
 * The request with its Signature as the root's last child. `canonicalXml` comes from one of the
 * `register…Request` functions and must not be re-indented, before or after.
 */
export async function signRequest(canonicalXml: CanonicalXml, signer: Signer): Promise<string> {
  const digest = createHash('sha256').update(canonicalXml).digest('base64');
  const bytes = Buffer.from(signedInfo(digest));
  const signature = await signOnThreadPool('sha256', bytes, signer.privateKey);
  return withSignature(canonicalXml, {
    digest,
    signature: signature.toString('base64'),
    certificate: signer.certificateBase64,
  });
}
