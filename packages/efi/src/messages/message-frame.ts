// What a message has around the element of its document, at its largest: envelope, root, header and
// signature. Nothing of it is known yet when an invoice is accepted.
import { isMessageTooLarge, messageBytes } from './envelope.ts';
import { CERTIFICATE_BYTES_MAX } from '../protocol.ts';
import { requestRoot } from './request-root.ts';
import { withSignature } from './signature-element.ts';

/** The longest time as text; all have the same length. */
export const ANY_DATE_TIME = '2026-07-11T15:51:04+02:00';

const base64Length = (bytes: number): number => 4 * Math.ceil(bytes / 3);

const LARGEST_FRAME = withSignature(
  requestRoot(
    'RegisterInvoiceRequest',
    {
      requestUuid: '22222222-2222-4222-8222-222222222222',
      sendDateTime: ANY_DATE_TIME,
      subsequentDelivery: 'TECHNICALERROR',
    },
    '',
  ),
  {
    digest: '='.repeat(base64Length(32)),
    signature: '='.repeat(base64Length(256)),
    certificate: '='.repeat(base64Length(CERTIFICATE_BYTES_MAX)),
  },
);

/** Bytes of a message around the element of its invoice, at most. */
export const FRAME_BYTES_MAX = messageBytes(LARGEST_FRAME);

/** Whether an `Invoice` element surely fits into a message. */
export function fitsIntoMessage(invoiceElement: string): boolean {
  return !isMessageTooLarge(FRAME_BYTES_MAX + Buffer.byteLength(invoiceElement));
}
