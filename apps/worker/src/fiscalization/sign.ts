// Makes the IIC, once, and a message, which is stored before it is sent. RSA PKCS#1 v1.5 is
// deterministic: after a crash the same number and time give the same IIC again.

import {
  DecimalError,
  formatInvoiceNumber,
  issueDateTimeOf,
  localDateOf,
  messageNote,
  parseInstant,
} from '@fiscal/domain';
import { storeSigned, storeSubmission } from '@fiscal/db/fiscalization';
import type { ClaimedInvoice, NewSubmission, SignedInvoice } from '@fiscal/db/fiscalization';
import type { Issuer } from '@fiscal/db/invoice';
import type { AssignedNumber } from '@fiscal/db/number';
import { inSpan } from '@fiscal/runtime';
import { computeIic, MessageError, registerInvoiceRequest } from '@fiscal/efi';
import type { SubsequentDelivery } from '@fiscal/efi';
import { signedSubmission } from '../signing/signed-submission.ts';
import type { SigningKey } from '../signing/signers.ts';
import type { WorkContext } from '../work/work.ts';
import { messageFailure, messageTooLargeFailure } from './failures.ts';
import { required, tcrCodeOf, withFacts } from './run.ts';
import type { Run } from './run.ts';

/** Signs and stores the message of this run. @throws ClaimLostError */
export async function signStep(run: Run): Promise<Run> {
  try {
    return await inSpan('sign', {}, () => sign(run));
  } catch (error) {
    const tcrCode = tcrCodeOf(run.claimed) ?? '';
    if (!(error instanceof MessageError || error instanceof DecimalError)) throw error;
    // What is accepted today fits; a draft of an earlier version may not.
    if (error.code === 'MESSAGE_TOO_LARGE') {
      const failure = messageTooLargeFailure(error.message, tcrCode);
      return withFacts(run, { cannotBe: 'written' }, { failure });
    }
    const { id } = run.claimed.invoice;
    run.context.logger.error({ invoiceId: id, err: error }, 'our message is not valid');
    return withFacts(run, { cannotBe: 'written' }, { failure: messageFailure(tcrCode) });
  }
}

async function sign(run: Run): Promise<Run> {
  const { context, claimed } = run;
  const key = required(run.key, 'key');
  const signed = run.signed ?? makeSigned(run, key, required(run.number, 'number'));
  const mark = markOf(run);
  // On the first direct send both times are one (Protocol §16).
  const sendDateTime =
    mark === null ? signed.issued.issueDateTime : issueDateTimeOf(context.clock());
  const submission = writeMessage(context, claimed, key, { ...signed, sendDateTime, mark });
  if (run.signed === null) await storeSigned(context.db, claimed, signed, submission);
  else await storeSubmission(context.db, claimed, submission);
  return withFacts(run, { isSigned: true, message: 'stored' }, { signed, submission });
}

/** A new message; what was signed once stays (Protocol §8). @throws MessageError, DecimalError */
function writeMessage(
  { textEncoding }: WorkContext,
  { invoice, original, claimedAt }: ClaimedInvoice,
  key: SigningKey,
  sending: SignedInvoice & { sendDateTime: string; mark: SubsequentDelivery | null },
): NewSubmission {
  const { request, computed, payments } = invoice;
  const { issuer, issued, sendDateTime, mark: subsequentDelivery } = sending;
  return signedSubmission(key, { sendDateTime, subsequentDelivery }, claimedAt, (header) =>
    registerInvoiceRequest({
      ...header,
      ...issuer,
      issued,
      type: request.type,
      typeOfInvoice: request.typeOfInvoice,
      payments,
      paymentDeadline: localDeadline(request.paymentDeadline),
      taxPeriod: request.taxPeriod ?? null,
      note: messageNote(request),
      buyer: request.buyer ?? null,
      corrective: original,
      computed,
      textEncoding,
    }),
  );
}

/** The validator lets only date-times through that can be read. */
function localDeadline(paymentDeadline: string): string {
  const instant = parseInstant(paymentDeadline);
  if (instant === null) throw new Error(`the payment deadline ${paymentDeadline} is no date-time`);
  return localDateOf(instant);
}

/** What is fixed once and stands in every message. */
function makeSigned(run: Run, key: SigningKey, number: AssignedNumber): SignedInvoice {
  const { cashRegister, invoice } = run.claimed;
  const { ordinal, year, issuedAt, tcrCode } = number;
  const { seller } = invoice;
  const { businessUnitCode, softwareCode } = cashRegister;
  const operatorCode = seller.operatorCode ?? cashRegister.operatorCode;
  const issuer: Issuer = { seller, codes: { ...cashRegister, tcrCode, operatorCode } };
  const issueDateTime = issueDateTimeOf(issuedAt);
  const { iic, iicSignature } = computeIic(
    {
      tin: seller.tin,
      issueDateTime,
      ordinal,
      businessUnitCode,
      tcrCode,
      softwareCode,
      totalPrice: invoice.computed.totals.total,
    },
    key.signer.privateKey,
  );
  const invoiceNumber = formatInvoiceNumber({ businessUnitCode, ordinal, year, tcrCode });
  // What a corrective of an advance names was fixed when it became Pending.
  const iicReferences = invoice.iicReferences ?? [];
  return {
    issuer,
    issued: { ordinal, invoiceNumber, issueDateTime, iic, iicSignature, iicReferences },
  };
}

/**
 * None on the first direct send. After that, decisions §6: TECHNICALERROR where the fault was on
 * our side (a worker died, no byte was sent, a deposit was missing), else SERVICE.
 */
function markOf({ isNumberNew, facts, claimed }: Run): SubsequentDelivery | null {
  if (facts.wasDepositRecovered) return 'TECHNICALERROR';
  if (isNumberNew) return null;
  const { lastSubmission } = claimed;
  if (lastSubmission === null) return 'TECHNICALERROR';
  const { outcome, wasSent, unansweredReason } = lastSubmission;
  if (outcome === null) return 'TECHNICALERROR';
  return wasSent === false && unansweredReason !== 'withheld' ? 'TECHNICALERROR' : 'SERVICE';
}
