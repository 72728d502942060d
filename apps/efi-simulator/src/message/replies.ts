// The authority's replies as text: the signed response of each request and the unsigned SOAP fault.
// The shape is that of the replies of the live service: prefix env, no white space between tags,
// base64 in lines of 76 characters. Protocol §3 to §5, §7, §9.

import { createHash, sign } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { ALGORITHMS } from './algorithms.ts';
import { formatInstant } from './local-time.ts';
import type { RequestKind } from './request.ts';
import { FISCAL_NAMESPACE, SIGNATURE_NAMESPACE } from '../schema/request-schema.ts';

/** Key and certificate of the tax administration. */
export interface SigningIdentity {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

/** What goes into a signed reply. */
export interface SignedReply {
  readonly kind: RequestKind;
  readonly responseUuid: string;
  readonly requestUuid: string;
  /** FIC, FCDC or TCR code. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** What goes into a fault. */
export interface Fault {
  readonly code: number;
  readonly message: string;
  readonly faultcode: 'CLIENT' | 'SERVER';
  /** Null if the request could not be read. */
  readonly requestUuid: string | null;
  readonly responseUuid: string;
}

/** Ways in which a script spoils a signed reply. */
export const FLAWS = ['wrong-signature', 'tampered', 'unsigned'] as const;
export type Flaw = (typeof FLAWS)[number];

const RESPONSE_ELEMENTS: Readonly<Record<RequestKind, { response: string; code: string }>> = {
  invoice: { response: 'RegisterInvoiceResponse', code: 'FIC' },
  'cash-deposit': { response: 'RegisterCashDepositResponse', code: 'FCDC' },
  tcr: { response: 'RegisterTCRResponse', code: 'TCRCode' },
};

/** The callback form of sign runs in the thread pool; the event loop is not blocked. */
const signAsync = promisify(
  (data: Buffer, key: KeyObject, done: (error: Error | null, signature: Buffer) => void) =>
    sign('sha256', data, key, done),
);

function envelope(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header/><env:Body>${body}</env:Body></env:Envelope>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function inLines(bytes: Buffer): string {
  return (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\n');
}

/**
 * The response without its signature in exclusive canonical form: attributes in order, no empty
 * tags, each namespace where it is first used. It holds UUIDs, codes and a time, nothing that would
 * need escaping, so it can be written down as it is and needs no canonicalizer.
 */
function canonicalResponse({ kind, responseUuid, requestUuid, code, sentAt }: SignedReply): string {
  const { response, code: codeElement } = RESPONSE_ELEMENTS[kind];
  return (
    `<${response} xmlns="${FISCAL_NAMESPACE}" Id="Response" Version="1">` +
    `<Header RequestUUID="${requestUuid}" SendDateTime="${formatInstant(sentAt)}" UUID="${responseUuid}"></Header>` +
    `<${codeElement}>${code}</${codeElement}></${response}>`
  );
}

function canonicalSignedInfo(digest: string): string {
  return (
    `<SignedInfo xmlns="${SIGNATURE_NAMESPACE}">` +
    `<CanonicalizationMethod Algorithm="${ALGORITHMS.canonicalization}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${ALGORITHMS.signature}"></SignatureMethod>` +
    '<Reference URI="#Response"><Transforms>' +
    `<Transform Algorithm="${ALGORITHMS.enveloped}"></Transform>` +
    `<Transform Algorithm="${ALGORITHMS.canonicalization}"></Transform>` +
    `</Transforms><DigestMethod Algorithm="${ALGORITHMS.digest}"></DigestMethod>` +
    `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  );
}

/** The response as it is sent; the live service repeats the namespace on each child. */
function responseText(reply: SignedReply, signature: string): string {
  const { kind, responseUuid, requestUuid, code, sentAt } = reply;
  const { response, code: codeElement } = RESPONSE_ELEMENTS[kind];
  const namespace = `xmlns="${FISCAL_NAMESPACE}"`;
  return (
    `<${response} ${namespace} xmlns:ns0="${SIGNATURE_NAMESPACE}" Id="Response" Version="1">` +
    `<Header ${namespace} UUID="${responseUuid}" RequestUUID="${requestUuid}" SendDateTime="${formatInstant(sentAt)}"/>` +
    `<${codeElement} ${namespace}>${code}</${codeElement}>${signature}</${response}>`
  );
}

/** Another code of the same form: its first letter or digit is exchanged. */
function otherCode(code: string): string {
  const first = code.charAt(0);
  const other = /[0-9]/.test(first) ? (first === '1' ? '2' : '1') : first === 'a' ? 'b' : 'a';
  return other + code.slice(1);
}

/** A signed reply as a whole SOAP message, on request with one flaw. */
export async function writeReply(
  reply: SignedReply,
  identity: SigningIdentity,
  flaw: Flaw | null,
): Promise<string> {
  if (flaw === 'unsigned') return envelope(responseText(reply, ''));
  const digest = createHash('sha256').update(canonicalResponse(reply)).digest('base64');
  const signedInfo = canonicalSignedInfo(digest);
  const value = await signAsync(Buffer.from(signedInfo), identity.key);
  if (flaw === 'wrong-signature') value.reverse();
  const signature =
    `<Signature xmlns="${SIGNATURE_NAMESPACE}">` +
    signedInfo.replace(` xmlns="${SIGNATURE_NAMESPACE}"`, '') +
    `<SignatureValue>${inLines(value)}</SignatureValue><KeyInfo><X509Data><X509Certificate>` +
    `${inLines(identity.certificate.raw)}\n</X509Certificate></X509Data></KeyInfo></Signature>`;
  const sent = flaw === 'tampered' ? { ...reply, code: otherCode(reply.code) } : reply;
  return envelope(responseText(sent, signature));
}

/** A fault as a whole SOAP message. */
export function writeFault({ code, message, faultcode, requestUuid, responseUuid }: Fault): string {
  const requestPart = requestUuid === null ? '' : `<requestUUID>${requestUuid}</requestUUID>`;
  return envelope(
    `<env:Fault><faultcode>env:${faultcode}</faultcode>` +
      `<faultstring xml:lang="en">${escapeText(message)}</faultstring>` +
      `<detail><code>${code}</code>${requestPart}<responseUUID>${responseUuid}</responseUUID></detail></env:Fault>`,
  );
}
