// The XML signature of a request. Protocol §9.
//
// The request is already in exclusive canonical form (xml-writer.ts), and so is the signature's
// element: the digest is taken over the request's own bytes and the signature over the bytes of
// SignedInfo, and no canonicalizer is needed. Tests have other programs verify it.
import { createHash, sign } from 'node:crypto';
import { isMessageTooLarge, messageBytes, messageTooLarge } from '../messages/envelope.ts';
import { MessageError } from '../messages/message-error.ts';
import { validateRequest } from '../schema/validate-request.ts';
import { signedInfo, withSignature } from '../messages/signature-element.ts';
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

/**
 * The signed request, checked as the authority checks it: the one way to a message that may be
 * sent. Throws `MessageError` with `MESSAGE_TOO_LARGE` or `REQUEST_NOT_VALID`.
 */
export function signValidRequest(canonicalXml: CanonicalXml, signer: Signer): string {
  const signed = signRequest(canonicalXml, signer);
  const bytes = messageBytes(signed);
  if (isMessageTooLarge(bytes)) throw new MessageError('MESSAGE_TOO_LARGE', messageTooLarge(bytes));
  const problems = validateRequest(signed);
  if (problems.length > 0) throw new MessageError('REQUEST_NOT_VALID', problems.join(' '));
  return signed;
}
