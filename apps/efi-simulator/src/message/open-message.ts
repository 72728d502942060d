// From the bytes of an HTTP body to the request element: the size, well-formedness and the SOAP
// envelope. Nothing is verified yet; a preview serves the ledger and the scripts only.

import { isUtf8 } from 'node:buffer';
import { ParseOption, XmlDocument, XmlElement, XmlParseError } from 'libxml2-wasm';
import { refuse } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import { FISCAL_NAMESPACE, SIGNATURE_NAMESPACE } from '../schema/request-schema.ts';
import { kindOf } from './request.ts';
import type { RequestKind } from './request.ts';
import { childElements } from './xml-tree.ts';

/** Protocol §1: 150 kB a message. The smaller reading of "kB" is the safe one. */
const MAX_MESSAGE_BYTES = 150_000;

const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';
const UUID =
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/;

/** What can be read of a message before it is checked; null for what cannot. */
export interface Preview {
  readonly kind: RequestKind | null;
  readonly requestUuid: string | null;
  readonly iic: string | null;
  readonly ordinal: string | null;
  readonly tcrCode: string | null;
  readonly tin: string | null;
  readonly subsequentDelivery: string | null;
  /** Of a cash deposit, as are the next two. */
  readonly operation: string | null;
  readonly changeDateTime: string | null;
  readonly cashAmt: string | null;
}

/** A message with exactly one request and one signature in it. */
export interface OpenMessage {
  readonly outcome: 'opened';
  readonly kind: RequestKind;
  readonly request: XmlElement;
  readonly signature: XmlElement;
}

/** A message that is open, or cannot be opened; an attack is ignored (protocol §1). */
export type MessageOpening =
  | OpenMessage
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'ignored' };

/** The document behind a message, with its preview. The caller must dispose of it. */
export interface ParsedMessage {
  readonly document: XmlDocument | null;
  readonly preview: Preview;
  readonly opening: MessageOpening;
}

const NOTHING_SEEN: Preview = {
  kind: null,
  requestUuid: null,
  iic: null,
  ordinal: null,
  tcrCode: null,
  tin: null,
  subsequentDelivery: null,
  operation: null,
  changeDateTime: null,
  cashAmt: null,
};

function requestIn(document: XmlDocument): XmlElement | null {
  const envelope = document.root;
  if (envelope.name !== 'Envelope' || envelope.namespaceUri !== SOAP_NAMESPACE) return null;
  const bodies = childElements(envelope).filter(
    ({ name, namespaceUri }) => name === 'Body' && namespaceUri === SOAP_NAMESPACE,
  );
  const [body, ...otherBodies] = bodies;
  if (!body || otherBodies.length > 0) return null;
  const [request, ...others] = childElements(body);
  if (!request || others.length > 0 || request.namespaceUri !== FISCAL_NAMESPACE) return null;
  return request;
}

function previewOf(request: XmlElement): Preview {
  const children = childElements(request);
  const header = children.find(({ name }) => name === 'Header');
  const data = children.find(({ name }) => ['Invoice', 'CashDeposit', 'TCR'].includes(name));
  const seller = data && childElements(data).find(({ name }) => name === 'Seller');
  const uuid = header?.attr('UUID')?.value ?? '';
  return {
    kind: kindOf(request.name),
    requestUuid: UUID.test(uuid) ? uuid : null,
    iic: data?.attr('IIC')?.value.toUpperCase() ?? null,
    ordinal: data?.attr('InvOrdNum')?.value ?? null,
    tcrCode: data?.attr('TCRCode')?.value ?? null,
    tin: data?.attr('IssuerTIN')?.value ?? seller?.attr('IDNum')?.value ?? null,
    subsequentDelivery: header?.attr('SubseqDelivType')?.value ?? null,
    operation: data?.attr('Operation')?.value ?? null,
    changeDateTime: data?.attr('ChangeDateTime')?.value ?? null,
    cashAmt: data?.attr('CashAmt')?.value ?? null,
  };
}

/**
 * Finds the one signature. The schema demands exactly one as well, and would hide the codes 21, 23
 * and 24 behind its own 11 for ever; so these are looked for first.
 */
function openRequest(document: XmlDocument, request: XmlElement | null): MessageOpening {
  const kind = request && kindOf(request.name);
  if (!request || !kind) return { outcome: 'refused', refusal: refuse(22) };
  const signatures = childElements(request).filter(
    ({ name, namespaceUri }) => name === 'Signature' && namespaceUri === SIGNATURE_NAMESPACE,
  );
  const [signature, ...others] = signatures;
  if (others.length > 0) return { outcome: 'refused', refusal: refuse(24) };
  if (signature) return { outcome: 'opened', kind, request, signature };
  const elsewhere = document.find('//ds:Signature', { ds: SIGNATURE_NAMESPACE });
  return { outcome: 'refused', refusal: refuse(elsewhere.length > 0 ? 23 : 21) };
}

function unopened(opening: MessageOpening): ParsedMessage {
  return { document: null, preview: NOTHING_SEEN, opening };
}

/**
 * Opens the bytes of a message: size (1), readable (0), well-formed (10), request and signature.
 */
export function parseMessage(bytes: Buffer): ParsedMessage {
  if (bytes.byteLength > MAX_MESSAGE_BYTES) {
    return unopened({ outcome: 'refused', refusal: refuse(1) });
  }
  // Zero bytes are UTF-8 too, but in XML they mean an encoding that hides what is looked for below.
  if (bytes.byteLength === 0 || !isUtf8(bytes) || bytes.includes(0)) {
    return unopened({ outcome: 'refused', refusal: refuse(0) });
  }
  // A document type declares entities, and nothing but an attack would need one.
  if (bytes.includes('<!DOCTYPE')) return unopened({ outcome: 'ignored' });
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE });
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    return unopened({ outcome: 'refused', refusal: refuse(10) });
  }
  const request = requestIn(document);
  const preview = request ? previewOf(request) : NOTHING_SEEN;
  return { document, preview, opening: openRequest(document, request) };
}
