// Step 3 of an invoice's life: everything that is fixed once (ordinal, issue time, IIC, signature,
// number) and the first message, stored in one transaction before any socket opens. A repeated
// message is made here, too; it takes what was fixed and never fixes it again.

import {
  decimal,
  formatInvoiceNumber,
  issueDateTimeOf,
  localDateOf,
  localYearOf,
  parseInstant,
  toDecimalText,
} from '@fiscal/domain';
import type { CashRegisterCodes, IicReference, IssuedInvoice } from '@fiscal/domain';
import { findPaidByAdvance, storeResend, storeSigned } from '@fiscal/db';
import type { ClaimedInvoice, GivenNumber, Issuer, NewSubmission } from '@fiscal/db';
import {
  computeIic,
  isMessageTooLarge,
  messageBytes,
  messageTooLarge,
  registerInvoiceRequest,
  signRequest,
  validateRequest,
} from '@fiscal/efi';
import type { Signer, SubsequentDelivery } from '@fiscal/efi';
import type { SigningKey } from './signing-key.ts';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { WorkContext } from './work.ts';

/** Our own message breaks the schema; nothing was stored and no number was used. */
export class RequestNotValidError extends Error {
  readonly code = 'REQUEST_NOT_VALID';
  override readonly name = 'RequestNotValidError';
}

/** The message is larger than the authority takes; nothing was stored and no number was used. */
export class MessageTooLargeError extends Error {
  readonly code = 'MESSAGE_TOO_LARGE';
  override readonly name = 'MessageTooLargeError';
}

/** What is fixed once and stands in every message of an invoice. */
export interface FixedInvoice {
  issuer: Issuer;
  issued: IssuedInvoice;
}

/** An invoice that was fixed just now. */
export interface PreparedInvoice {
  /** The first message. */
  submission: NewSubmission;
  number: GivenNumber;
  fixed: FixedInvoice;
  issuedAt: Date;
}

/**
 * Fixes number, time and IIC and stores the first message.
 * @returns the message to send and what was fixed.
 * @throws RequestNotValidError, MessageTooLargeError, OrdinalTakenError, OrdinalTooFarError,
 *   ClaimLostError
 */
export async function prepareInvoice(
  context: WorkContext,
  claimed: ClaimedInvoice,
  key: SigningKey,
  tcrCode: string,
): Promise<PreparedInvoice> {
  const issuedAt = wholeSecond(context.clock());
  const issueDateTime = issueDateTimeOf(issuedAt);
  const year = localYearOf(issuedAt);
  const issuer = issuerOf(claimed, tcrCode);
  const row = { tcrCode, year, maxAhead: context.orderNumberMaxAhead };
  const iicReferences = await referencesOf(context, claimed);
  const signed = await storeSigned(context.db, claimed, row, async (ordinal) => {
    const fixed = { ordinal, year, issueDateTime, iicReferences };
    const issued = await issue(claimed, issuer, key.signer, fixed);
    const sending = { issuer, issued, sendDateTime: issueDateTime, mark: null };
    const submission = await writeMessage(context, claimed, key, sending);
    return { issued, issuedAt, issuer, submission };
  });
  const { issued, submission } = signed;
  const number = { tcrCode, year, ordinal: issued.ordinal };
  return { submission, number, fixed: { issuer, issued }, issuedAt };
}

/**
 * Makes and stores another message of an invoice that is fixed already: new UUID, new sending time,
 * new XML signature, the subsequent-delivery mark; the IIC stays (Protocol §8).
 * @throws RequestNotValidError, MessageTooLargeError, ClaimLostError
 */
export async function prepareResend(
  context: WorkContext,
  claimed: ClaimedInvoice,
  key: SigningKey,
  mark: SubsequentDelivery,
  fixed: FixedInvoice = fixedOf(claimed),
): Promise<NewSubmission> {
  const sendDateTime = issueDateTimeOf(context.clock());
  const sending = { ...fixed, sendDateTime, mark };
  const submission = await writeMessage(context, claimed, key, sending);
  await storeResend(context.db, claimed, submission);
  return submission;
}

async function issue(
  claimed: ClaimedInvoice,
  { seller, codes }: Issuer,
  signer: Signer,
  fixed: { year: number } & Pick<IssuedInvoice, 'ordinal' | 'issueDateTime' | 'iicReferences'>,
): Promise<IssuedInvoice> {
  const { ordinal, year, issueDateTime, iicReferences } = fixed;
  const { businessUnitCode, tcrCode, softwareCode } = codes;
  const totalPrice = claimed.invoice.computed.totals.total;
  const values = { businessUnitCode, tcrCode, softwareCode, issueDateTime, ordinal, totalPrice };
  const { iic, iicSignature } = await computeIic({ ...values, tin: seller.tin }, signer.privateKey);
  const invoiceNumber = formatInvoiceNumber({ businessUnitCode, ordinal, year, tcrCode });
  return { ordinal, invoiceNumber, issueDateTime, iic, iicSignature, iicReferences };
}

/**
 * A corrective of an advance names the invoices that the advance has paid, or the advance itself
 * where there is none (decisions §4). They are what is registered when the corrective is signed.
 */
async function referencesOf(
  { db }: WorkContext,
  { invoice, original }: ClaimedInvoice,
): Promise<IicReference[]> {
  if (original?.type !== 'Advance') return [];
  const paid = await findPaidByAdvance(db, invoice, original.iic);
  if (paid.length > 0) return paid;
  const amount = toDecimalText(decimal(invoice.computed.totals.total).abs(), 2);
  return [{ iic: original.iic, issueDateTime: original.issueDateTime, amount }];
}

async function writeMessage(
  context: WorkContext,
  claimed: ClaimedInvoice,
  key: SigningKey,
  sending: FixedInvoice & { sendDateTime: string; mark: SubsequentDelivery | null },
): Promise<NewSubmission> {
  const { request, computed } = claimed.invoice;
  const requestUuid = uuidv4();
  const xml = registerInvoiceRequest({
    requestUuid,
    sendDateTime: sending.sendDateTime,
    subsequentDelivery: sending.mark,
    seller: sending.issuer.seller,
    codes: sending.issuer.codes,
    issued: sending.issued,
    type: request.type,
    typeOfInvoice: request.typeOfInvoice,
    paymentMethod: request.paymentMethod,
    paymentDeadline: localDeadline(request.paymentDeadline),
    note: request.note ?? null,
    buyer: request.buyer ?? null,
    corrective: claimed.original,
    advancePaymentIic: request.advancePaymentIic ?? null,
    computed,
    textEncoding: context.textEncoding,
  });
  const signedXml = await signRequest(xml, key.signer);
  // What is accepted today fits; a draft of an earlier version may not.
  const bytes = messageBytes(signedXml);
  if (isMessageTooLarge(bytes)) throw new MessageTooLargeError(messageTooLarge(bytes));
  const problems = validateRequest(signedXml);
  if (problems.length > 0) throw new RequestNotValidError(problems.join(' '));
  return {
    id: uuidv7(),
    certificateId: key.certificateId,
    requestUuid,
    sendDateTime: sending.sendDateTime,
    subsequentDelivery: sending.mark,
    request: signedXml,
  };
}

function issuerOf({ company, cashRegister }: ClaimedInvoice, tcrCode: string): Issuer {
  const codes: CashRegisterCodes = { ...cashRegister, tcrCode };
  return { seller: company, codes };
}

function fixedOf({ invoice }: ClaimedInvoice): FixedInvoice {
  const { issuer, ordinal, invoiceNumber, issueDateTime, iic, iicSignature } = invoice;
  if (issuer === null || ordinal === null || invoiceNumber === null || issueDateTime === null) {
    throw new Error(`invoice ${invoice.id} has not been signed yet`);
  }
  if (iic === null || iicSignature === null) {
    throw new Error(`invoice ${invoice.id} has no IIC yet`);
  }
  const iicReferences = invoice.iicReferences ?? [];
  const issued = { ordinal, invoiceNumber, issueDateTime, iic, iicSignature, iicReferences };
  return { issuer, issued };
}

/** The validator lets only date-times through that can be read. */
function localDeadline(paymentDeadline: string): string {
  const instant = parseInstant(paymentDeadline);
  if (instant === null) throw new Error(`the payment deadline ${paymentDeadline} is no date-time`);
  return localDateOf(instant);
}

/** The authority's times have no fractions. */
function wholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}
