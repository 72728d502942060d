// Decides whether a reply is the authority's, and is the reply to our request. Protocol §9.
//
// It knows one shape of signature, the one of protocol §9, and computes the digest over the very
// element from which the code is then read, in the same parsed document: a signature that was
// moved, wrapped or doubled has nothing to hold on to. Whatever differs from that shape is not
// believed. Only KeyInfo may say more than it must: a chain, an issuer and serial number, a bare
// key. It is under no signature and decides nothing; from its certificates the one is taken whose
// key made the signature, and that one must lead to a trust anchor.
import { createHash, verify, X509Certificate } from 'node:crypto';
import { XmlC14NMode, XmlXPath } from 'libxml2-wasm';
import { sentence } from '@fiscal/domain';
import type { XmlElement } from 'libxml2-wasm';
import {
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  RESPONSE_ID,
  RSA_SHA256,
  SCHEMA_NAMESPACE,
  SHA256,
  SIGNATURE_NAMESPACE,
} from '../protocol.ts';
import type { Operation } from '../protocol.ts';
import { whyNotTrusted } from './trust-anchors.ts';
import type { TrustAnchors } from './trust-anchors.ts';
import { attributeOf, childElements, isElement } from './xml-reader.ts';

/** A chain has two to four; each one costs a verification before anything is trusted. */
const CERTIFICATES_MAX = 10;

/** What a reply must be to be believed. */
export interface ExpectedResponse {
  operation: Operation;
  /** UUID of the message that the reply is to. */
  requestUuid: string;
  trustAnchors: TrustAnchors;
  /**
   * SHA-256 fingerprints as Node writes them; the signer must have one of them, if there is any.
   */
  pinnedFingerprints: readonly string[];
  /** When the reply came: the instant at which the certificates must be valid. */
  now: Date;
}

/** A reply that is believed, or why it is not. Everything in it was under the signature. */
export type ResponseVerdict =
  | { kind: 'verified'; identifier: string; responseUuid: string; sendDateTime: string }
  | { kind: 'rejected'; reason: RejectionReason; detail: string };

type RejectionReason =
  'unreadable' | 'bad-signature' | 'not-anchored' | 'not-pinned' | 'wrong-request';

/** Thrown and caught in this module only. */
class Rejection extends Error {
  readonly reason: RejectionReason;

  constructor(reason: Rejection['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Judges the message in a reply's Body. It takes the Signature out of the tree: the element is of
 * no use to anybody afterwards.
 */
export function verifyResponse(message: XmlElement, expected: ExpectedResponse): ResponseVerdict {
  try {
    return readVerified(message, expected);
  } catch (error) {
    if (error instanceof Rejection) {
      return { kind: 'rejected', reason: error.reason, detail: error.message };
    }
    throw error;
  }
}

function readVerified(message: XmlElement, expected: ExpectedResponse): ResponseVerdict {
  const { operation } = expected;
  if (!isElement(message, SCHEMA_NAMESPACE, operation.response)) {
    throw new Rejection(
      'unreadable',
      sentence('replyOtherMessage', { name: message.name, expected: operation.response }),
    );
  }
  checkSignature(message, expected);

  // From here on the signature holds, and it holds for exactly what is still in the tree.
  // The schema leaves the order of the two open.
  const parts = childElements(message);
  const header = parts.find((part) => isElement(part, SCHEMA_NAMESPACE, 'Header'));
  const identifier = parts.find((part) => isElement(part, SCHEMA_NAMESPACE, operation.identifier));
  if (header === undefined || identifier === undefined || parts.length !== 2) {
    throw new Rejection(
      'unreadable',
      sentence('replyOtherParts', { identifier: operation.identifier }),
    );
  }
  const namedUuid = attributeOf(header, 'RequestUUID') ?? '';
  if (namedUuid.toLowerCase() !== expected.requestUuid.toLowerCase()) {
    throw new Rejection('wrong-request', sentence('replyToOther', { requestUuid: namedUuid }));
  }
  const value = identifier.content.trim();
  if (!operation.identifierPattern.test(value)) {
    throw new Rejection(
      'unreadable',
      sentence('replyIdentifier', { identifier: operation.identifier }),
    );
  }
  return {
    kind: 'verified',
    identifier: value,
    responseUuid: attributeOf(header, 'UUID') ?? '',
    sendDateTime: attributeOf(header, 'SendDateTime') ?? '',
  };
}

/** Throws `Rejection` unless the message is signed as protocol §9 says, by a trusted signer. */
function checkSignature(message: XmlElement, expected: ExpectedResponse): void {
  const { trustAnchors, now } = expected;
  const signature = onlySignatureOf(message);
  const [signedInfo, signatureValue, keyInfo] = childrenNamed(
    signature,
    'SignedInfo',
    'SignatureValue',
    'KeyInfo',
  );
  const digestValue = checkSignedInfo(signedInfo);
  const certificates = certificatesOf(keyInfo);
  const signed = canonicalBytes(signedInfo);
  const signatureBytes = Buffer.from(signatureValue.content, 'base64');
  const signers = certificates.filter(
    ({ publicKey }) =>
      publicKey.asymmetricKeyType === 'rsa' && verify('sha256', signed, publicKey, signatureBytes),
  );
  // Several have the same key where a certificate was renewed; any of them will do.
  const distrusts = signers.map((signer) => whyNotTrusted(signer, certificates, trustAnchors, now));
  const trusted = signers.filter((_, index) => distrusts[index] === null);
  if (trusted.length === 0) {
    const { reason, detail } = distrusts[0] ?? WRONG_SIGNATURE;
    throw new Rejection(reason, detail);
  }
  // The enveloped-signature transform: what is signed is the message without its signature.
  signature.remove();
  const digest = createHash('sha256').update(canonicalBytes(message)).digest();
  if (!digest.equals(Buffer.from(digestValue, 'base64'))) {
    throw new Rejection('bad-signature', sentence('signatureChanged'));
  }
  requirePinned(trusted, expected.pinnedFingerprints);
}

const WRONG_SIGNATURE = {
  reason: 'bad-signature',
  detail: sentence('signatureWrong'),
} as const;

/**
 * Asked last: only a reply that would be believed otherwise says that the certificate was
 * changed.
 */
function requirePinned(trusted: readonly X509Certificate[], pinned: readonly string[]): void {
  const fingerprints = trusted.map(({ fingerprint256 }) => fingerprint256);
  if (pinned.length > 0 && !fingerprints.some((fingerprint) => pinned.includes(fingerprint))) {
    const detail = sentence('certificateUnpinned', { fingerprints: fingerprints.join(', ') });
    throw new Rejection('not-pinned', detail);
  }
}

const SIGNATURES = XmlXPath.compile('//ds:Signature', { ds: SIGNATURE_NAMESPACE });

function onlySignatureOf(message: XmlElement): XmlElement {
  const anywhere = message.find(SIGNATURES);
  const [signature, ...others] = childElements(message).filter((child) =>
    isElement(child, SIGNATURE_NAMESPACE, 'Signature'),
  );
  if (signature === undefined || others.length > 0 || anywhere.length !== 1) {
    throw new Rejection('bad-signature', sentence('signatureCount'));
  }
  if (attributeOf(message, 'Id') !== RESPONSE_ID) {
    throw new Rejection('bad-signature', sentence('signatureElsewhere'));
  }
  return signature;
}

/** Checks every algorithm and the one reference; gives the digest that was signed, in base64. */
function checkSignedInfo(signedInfo: XmlElement): string {
  const [canonicalization, method, reference] = childrenNamed(
    signedInfo,
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  );
  const [transforms, digestMethod, digestValue] = childrenNamed(
    reference,
    'Transforms',
    'DigestMethod',
    'DigestValue',
  );
  const [enveloped, exclusive] = childrenNamed(transforms, 'Transform', 'Transform');
  requireAlgorithm(canonicalization, EXCLUSIVE_C14N);
  requireAlgorithm(method, RSA_SHA256);
  requireAlgorithm(enveloped, ENVELOPED_SIGNATURE);
  requireAlgorithm(exclusive, EXCLUSIVE_C14N);
  requireAlgorithm(digestMethod, SHA256);
  if (attributeOf(reference, 'URI') !== `#${RESPONSE_ID}`) {
    throw new Rejection('bad-signature', sentence('signatureElsewhere'));
  }
  return digestValue.content;
}

/** A parameter inside an algorithm, such as a prefix list, would change what it computes. */
function requireAlgorithm(element: XmlElement, algorithm: string): void {
  if (attributeOf(element, 'Algorithm') !== algorithm || childElements(element).length > 0) {
    throw new Rejection(
      'bad-signature',
      sentence('signatureAlgorithm', { element: element.name, algorithm }),
    );
  }
}

/** The certificates in KeyInfo, each once; what cannot be read is left out and leads nowhere. */
function certificatesOf(keyInfo: XmlElement): X509Certificate[] {
  const elements = childElements(keyInfo)
    .filter((child) => isElement(child, SIGNATURE_NAMESPACE, 'X509Data'))
    .flatMap(childElements)
    .filter((child) => isElement(child, SIGNATURE_NAMESPACE, 'X509Certificate'));
  if (elements.length > CERTIFICATES_MAX) {
    const detail = sentence('certificatesMany', { count: elements.length });
    throw new Rejection('bad-signature', detail);
  }
  const texts = new Set(elements.map(({ content }) => content.replace(/\s/g, '')));
  const certificates = [...texts].flatMap((text) => readCertificate(text) ?? []);
  if (certificates.length === 0) {
    throw new Rejection('bad-signature', sentence('certificatesNone'));
  }
  return certificates;
}

/** The authority signs with the same certificate for years: the newest few stay parsed. */
const parsed = new Map<string, X509Certificate | null>();
const PARSED_MAX = 32;

/** Null for what is no certificate, or has a key of a kind that Node does not know. */
function readCertificate(base64: string): X509Certificate | null {
  const known = parsed.get(base64);
  if (known !== undefined) return known;
  const certificate = parseCertificate(base64);
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(base64, certificate);
  return certificate;
}

function parseCertificate(base64: string): X509Certificate | null {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    return certificate.publicKey.type === 'public' ? certificate : null;
  } catch {
    return null;
  }
}

/** One element for each name. */
type ElementsFor<Names extends readonly string[]> = { [Index in keyof Names]: XmlElement };

/** The element's children, which must be exactly these, in this order, and of XML Signature. */
function childrenNamed<Names extends readonly string[]>(
  parent: XmlElement,
  ...names: Names
): ElementsFor<Names> {
  const children = childElements(parent);
  if (!areNamed(children, names)) {
    throw new Rejection('bad-signature', sentence('signatureForm', { element: parent.name }));
  }
  return children;
}

function areNamed<Names extends readonly string[]>(
  children: readonly XmlElement[],
  names: Names,
): children is ElementsFor<Names> {
  return (
    children.length === names.length &&
    children.every((child, index) => isElement(child, SIGNATURE_NAMESPACE, names[index] ?? ''))
  );
}

/** Exclusive canonical form without comments of the element and all that is in it. */
function canonicalBytes(element: XmlElement): Buffer {
  const chunks: Buffer[] = [];
  // Bytes, not text: the library's text handler breaks a letter that lies across two chunks.
  // By a set of one: the library's own way for a subtree makes two objects for each node it passes.
  element.doc.canonicalize(
    {
      write: (chunk) => {
        chunks.push(Buffer.from(chunk)); // A copy: the chunk is a window on memory that is reused.
        return chunk.byteLength;
      },
      close: () => true,
    },
    { mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0, nodeSet: new Set([element]) },
  );
  return Buffer.concat(chunks);
}
