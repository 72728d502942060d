// Writes, signs and checks one message of an invoice. Nothing is stored here.

import { localDateOf, parseInstant } from '@fiscal/domain';
import type { ClaimedInvoice, NewSubmission } from '@fiscal/db/fiscalization';
import type { SignedInvoice } from '@fiscal/db/number';
import {
  isMessageTooLarge,
  messageBytes,
  messageTooLarge,
  registerInvoiceRequest,
  signRequest,
  validateRequest,
} from '@fiscal/efi';
import type { SubsequentDelivery } from '@fiscal/efi';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { SigningKey } from '../signing-key.ts';
import type { WorkContext } from '../work.ts';

/** Our own message breaks the authority's schema. */
export class RequestNotValidError extends Error {
  readonly code = 'REQUEST_NOT_VALID';
  override readonly name = 'RequestNotValidError';
}

/** The message is larger than the authority takes. */
export class MessageTooLargeError extends Error {
  readonly code = 'MESSAGE_TOO_LARGE';
  override readonly name = 'MessageTooLargeError';
}

/**
 * A new message: new UUID, new XML signature; what was signed once stays (Protocol §8).
 * @throws RequestNotValidError, MessageTooLargeError
 */
export function writeMessage(
  { textEncoding }: WorkContext,
  { invoice, original }: ClaimedInvoice,
  key: SigningKey,
  sending: SignedInvoice & { sendDateTime: string; mark: SubsequentDelivery | null },
): NewSubmission {
  const { request, computed } = invoice;
  const { issuer, issued, sendDateTime, mark } = sending;
  const requestUuid = uuidv4();
  const xml = registerInvoiceRequest({
    requestUuid,
    sendDateTime,
    subsequentDelivery: mark,
    seller: issuer.seller,
    codes: issuer.codes,
    issued,
    type: request.type,
    typeOfInvoice: request.typeOfInvoice,
    paymentMethod: request.paymentMethod,
    paymentDeadline: localDeadline(request.paymentDeadline),
    note: request.note ?? null,
    buyer: request.buyer ?? null,
    corrective: original,
    advancePaymentIic: request.advancePaymentIic ?? null,
    computed,
    textEncoding,
  });
  const signedXml = signRequest(xml, key.signer);
  // What is accepted today fits; a draft of an earlier version may not.
  const bytes = messageBytes(signedXml);
  if (isMessageTooLarge(bytes)) throw new MessageTooLargeError(messageTooLarge(bytes));
  const problems = validateRequest(signedXml);
  if (problems.length > 0) throw new RequestNotValidError(problems.join(' '));
  const { certificateId } = key;
  const header = { requestUuid, sendDateTime, subsequentDelivery: mark, request: signedXml };
  return { id: uuidv7(), certificateId, ...header };
}

/** The validator lets only date-times through that can be read. */
function localDeadline(paymentDeadline: string): string {
  const instant = parseInstant(paymentDeadline);
  if (instant === null) throw new Error(`the payment deadline ${paymentDeadline} is no date-time`);
  return localDateOf(instant);
}
