// The SOAP 1.1 envelope around a request. Protocol §1, §2.
import { sentence } from '@fiscal/domain';
import { MESSAGE_BYTES_MAX, SOAP_NAMESPACE } from '../protocol.ts';

/** The bytes that go over the wire, as text: the signed request inside an envelope. */
export function wrapInEnvelope(signedRequestXml: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP_NAMESPACE}"><SOAP-ENV:Header/><SOAP-ENV:Body>` +
    `${signedRequestXml}</SOAP-ENV:Body></SOAP-ENV:Envelope>`
  );
}

const ENVELOPE_BYTES = Buffer.byteLength(wrapInEnvelope(''));

/** How many bytes a signed request has on the wire, where the authority counts them. */
export function messageBytes(signedRequestXml: string): number {
  return ENVELOPE_BYTES + Buffer.byteLength(signedRequestXml);
}

/** Whether a message of so many bytes is larger than the authority takes. Protocol §1. */
export function isMessageTooLarge(bytes: number): boolean {
  return bytes > MESSAGE_BYTES_MAX;
}

/** The sentence for the shop whose invoice makes such a message. */
export function messageTooLarge(bytes: number): string {
  return sentence('messageTooLarge', { bytes, bytesMax: MESSAGE_BYTES_MAX });
}
