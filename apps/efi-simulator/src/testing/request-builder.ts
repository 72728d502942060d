// A tiny builder of requests for the simulator's own tests: plain objects to signed SOAP messages.
// Signed with xml-crypto, so that the simulator's verification is tested against another's signing.

import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { Identity } from './keys.ts';

/** Attributes of one element; undefined leaves one out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** A RegisterInvoice message in parts; every part can be exchanged. */
export interface InvoiceDraft {
  readonly header: Attributes;
  readonly invoice: Attributes;
  readonly correctiveInv?: Attributes | undefined;
  readonly payMethods: readonly Attributes[];
  readonly seller: Attributes;
  readonly buyer?: Attributes | undefined;
  readonly items: readonly Attributes[] | null;
  readonly sameTaxes: readonly Attributes[] | null;
  /** More children of Invoice, as XML. */
  readonly more?: string;
}

/** How a message is signed, and what a test changes in between. */
export interface Signing {
  readonly identity: Identity;
  /** Signs the IIC; default: the identity of the message. */
  readonly iicIdentity?: Identity;
  /** Changes the request before it is signed. */
  readonly change?: (request: string) => string;
  /** Changes the whole message after it was signed. */
  readonly spoil?: (soap: string) => string;
}

const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** One element as XML. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escapeAttribute(value)}"`]))
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

function list(name: string, child: string, rows: readonly Attributes[] | null): string {
  return rows ? element(name, {}, rows.map((row) => element(child, row)).join('')) : '';
}

/** Signs a request element and puts it into an envelope. */
function signRequest(request: string, { identity, change, spoil }: Signing): string {
  const xml = change ? change(request) : request;
  const signer = new SignedXml({
    privateKey: identity.key,
    publicCert: identity.certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXC_C14N,
  });
  signer.addReference({
    xpath: '/*',
    uri: '#Request',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXC_C14N],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signer.computeSignature(xml);
  const soap = envelope(signer.getSignedXml());
  return spoil ? spoil(soap) : soap;
}

/** A SOAP envelope around a request. */
function envelope(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Header/><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
}

function root(name: string, content: string): string {
  const attributes = { xmlns: 'https://efi.tax.gov.me/fs/schema', Id: 'Request', Version: '1' };
  return element(name, attributes, content);
}

/** The seven values under the IICSignature. Protocol §8. */
function iicInput({ invoice, seller }: InvoiceDraft): string {
  const names = ['IssueDateTime', 'InvOrdNum', 'BusinUnitCode', 'TCRCode', 'SoftCode', 'TotPrice'];
  return [seller.IDNum, ...names.map((name) => invoice[name])].join('|');
}

/** IIC and IICSignature of an invoice, unless the draft brings its own. */
function withIic(draft: InvoiceDraft, identity: Identity): Attributes {
  const signature = sign('sha256', Buffer.from(iicInput(draft)), createPrivateKey(identity.key));
  return {
    IIC: createHash('md5').update(signature).digest('hex').toUpperCase(),
    IICSignature: signature.toString('hex').toUpperCase(),
    ...draft.invoice,
  };
}

/** A whole RegisterInvoice message. */
export function writeInvoice(draft: InvoiceDraft, signing: Signing): string {
  const content = [
    draft.correctiveInv ? element('CorrectiveInv', draft.correctiveInv) : '',
    list('PayMethods', 'PayMethod', draft.payMethods),
    element('Seller', draft.seller),
    draft.buyer ? element('Buyer', draft.buyer) : '',
    list('Items', 'I', draft.items),
    list('SameTaxes', 'SameTax', draft.sameTaxes),
    draft.more ?? '',
  ].join('');
  const attributes = withIic(draft, signing.iicIdentity ?? signing.identity);
  const parts = [element('Header', draft.header), element('Invoice', attributes, content)];
  return signRequest(root('RegisterInvoiceRequest', parts.join('')), signing);
}

/** A whole RegisterCashDeposit message. */
export function writeDeposit(header: Attributes, deposit: Attributes, signing: Signing): string {
  const parts = [element('Header', header), element('CashDeposit', deposit)];
  return signRequest(root('RegisterCashDepositRequest', parts.join('')), signing);
}

/** A whole RegisterTCR message. */
export function writeTcr(header: Attributes, tcr: Attributes, signing: Signing): string {
  const parts = [element('Header', header), element('TCR', tcr)];
  return signRequest(root('RegisterTCRRequest', parts.join('')), signing);
}

/** A header for a message sent at that time. */
export function header(sendDateTime: string, subseqDelivType?: string): Attributes {
  return { UUID: randomUUID(), SendDateTime: sendDateTime, SubseqDelivType: subseqDelivType };
}

/** Whether the signature of a reply verifies with xml-crypto. */
export function isSignatureGood(soap: string, publicCert: string): boolean {
  const verifier = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
  const [signature] = /<Signature [\s\S]*<\/Signature>/.exec(soap) ?? [];
  if (signature === undefined) return false;
  verifier.loadSignature(signature);
  try {
    return verifier.checkSignature(soap);
  } catch {
    return false;
  }
}
