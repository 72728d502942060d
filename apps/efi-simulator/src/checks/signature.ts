// Step "signature" of the checks: an enveloped XML signature over the request element, verified
// with the XML library's canonicalization and OpenSSL. Protocol §9; codes 20, 25 to 31.

import { createHash, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { XmlC14NMode, XmlError } from 'libxml2-wasm';
import type { XmlElement } from 'libxml2-wasm';
import { ALGORITHMS } from '../message/algorithms.ts';
import { childElements } from '../message/xml-tree.ts';
import { firstRefusal, refuse } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';

function part(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent && childElements(parent).find((child) => child.name === name);
}

/** True for an algorithm without parameters: a prefix list would change what is signed. */
function isPlain(element: XmlElement | undefined, algorithm: string): boolean {
  if (!element) return false;
  return element.attr('Algorithm')?.value === algorithm && childElements(element).length === 0;
}

function canonicalize(element: XmlElement): string {
  return element.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 });
}

function checkMethods(signedInfo: XmlElement, request: XmlElement): CheckResult {
  const references = childElements(signedInfo).filter(({ name }) => name === 'Reference');
  const [reference, ...others] = references;
  const uri = reference?.attr('URI')?.value;
  const isRequestSigned = uri === '#Request' && request.attr('Id')?.value === 'Request';
  const transforms = part(reference, 'Transforms');
  const [first, second, ...more] = transforms ? childElements(transforms) : [];
  const areTransformsRight =
    isPlain(first, ALGORITHMS.enveloped) &&
    isPlain(second, ALGORITHMS.canonicalization) &&
    more.length === 0;
  const isCanonicalizationRight = isPlain(
    part(signedInfo, 'CanonicalizationMethod'),
    ALGORITHMS.canonicalization,
  );
  return firstRefusal([
    () => (isRequestSigned && others.length === 0 ? null : refuse(25)),
    () => (isPlain(part(signedInfo, 'SignatureMethod'), ALGORITHMS.signature) ? null : refuse(26)),
    () => (isCanonicalizationRight ? null : refuse(27)),
    () => (isPlain(part(reference, 'DigestMethod'), ALGORITHMS.digest) ? null : refuse(28)),
    () => (areTransformsRight ? null : refuse(31)),
  ]);
}

/**
 * Verifies the signature of a request. It takes the Signature element out of the document, as the
 * enveloped-signature transform says; nothing may read that element afterwards.
 */
export function checkSignature(
  request: XmlElement,
  signature: XmlElement,
  publicKey: KeyObject,
): CheckResult {
  const signedInfo = part(signature, 'SignedInfo');
  if (!signedInfo) return refuse(23);
  const wrongMethod = checkMethods(signedInfo, request);
  if (wrongMethod) return wrongMethod;
  const digest = part(part(signedInfo, 'Reference'), 'DigestValue')?.content ?? '';
  const value = Buffer.from(part(signature, 'SignatureValue')?.content ?? '', 'base64');
  try {
    const signedText = Buffer.from(canonicalize(signedInfo));
    if (!verify('sha256', signedText, publicKey, value)) return refuse(29);
    signature.remove();
    const actual = createHash('sha256').update(canonicalize(request)).digest();
    return actual.equals(Buffer.from(digest, 'base64')) ? null : refuse(30);
  } catch (error) {
    // Relative namespace names, for one, have no canonical form.
    if (error instanceof XmlError) return refuse(20);
    throw error;
  }
}
