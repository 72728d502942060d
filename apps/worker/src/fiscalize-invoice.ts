// One sale, from Pending to its next state: claim, prepare, send, settle. Each step can be repeated
// from the rows alone; a crash between two of them is found by the sweep, and the next claim goes on
// where the rows say that the last one stopped.

import { needsInitialDeposit } from '@fiscal/domain';
import { ClaimLostError, claimInvoice, OrdinalTakenError, settleFailed } from '@fiscal/db';
import type { ClaimedInvoice, Failure } from '@fiscal/db';
import { MessageError } from '@fiscal/efi';
import type { Unanswered } from '@fiscal/efi';
import {
  certificateFailure,
  messageFailure,
  ordinalTakenFailure,
  tcrMissingFailure,
} from './failures.ts';
import { healMissingDeposit, isDepositMissing } from './heal-missing-deposit.ts';
import { prepareInvoice, RequestNotValidError } from './prepare-invoice.ts';
import type { SigningKey } from './signing-key.ts';
import { registerOf } from './register-cash-deposit.ts';
import type { EnsureInitialDeposit } from './register-cash-deposit.ts';
import { findReceipt, resend } from './resend-invoice.ts';
import { settleInvoice } from './settle-invoice.ts';
import { signingKeyOf } from './signing-key.ts';
import type { WorkContext } from './work.ts';

/** The job of one invoice. Returns quietly if somebody else has it or it needs nothing. */
export async function fiscalizeInvoice(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  id: string,
): Promise<void> {
  const claimed = await claimInvoice(context.db, id, 'Pending', context.leaseMs);
  if (!claimed) return;
  try {
    await goOn(context, ensureInitialDeposit, claimed);
  } catch (error) {
    await settleError(context, claimed, error);
  }
}

/** Goes on where the rows say that the invoice is. */
async function goOn(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  claimed: ClaimedInvoice,
): Promise<void> {
  const { tcrCode } = claimed.cashRegister;
  const signal = AbortSignal.timeout(context.onlineBudgetMs);
  // Signed before: by a worker that died, or before a failure that left the outcome open.
  const isSigned = claimed.invoice.iic !== null;
  if (isSigned && (await findReceipt(context, claimed, signal))) return;
  if (tcrCode === null) return fail(context, claimed, tcrMissingFailure());
  const key = await signingKeyOf(context, claimed);
  if (key.kind === 'unusable') {
    return fail(context, claimed, certificateFailure(key.reason, tcrCode));
  }
  if (isSigned) return resend(context, claimed, key, tcrCode, signal);
  return issue(context, ensureInitialDeposit, { claimed, key, tcrCode, signal });
}

/** The first direct send. */
async function issue(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  task: { claimed: ClaimedInvoice; key: SigningKey; tcrCode: string; signal: AbortSignal },
): Promise<void> {
  const { claimed, key, tcrCode, signal } = task;
  let silence: Unanswered | null = null;
  if (needsInitialDeposit(claimed.invoice.request.typeOfInvoice)) {
    const deposit = await ensureInitialDeposit({
      ...registerOf(claimed),
      key,
      tcrCode,
      issuedAt: context.clock(),
      signal,
    });
    if (deposit.kind === 'refused') return fail(context, claimed, deposit.failure);
    if (deposit.kind === 'unanswered') silence = notSent(deposit.detail);
  }
  const prepared = await prepareInvoice(context, claimed, key, tcrCode);
  const { request, requestUuid } = prepared.submission;
  const client = context.efi[claimed.invoice.environment];
  const first = silence ?? (await client.registerInvoice(request, requestUuid, { signal }));
  const { submission, outcome } = isDepositMissing(first)
    ? await healMissingDeposit(context, task, prepared, first)
    : { submission: prepared.submission, outcome: first };
  const sent = { submission, tcrCode, freeable: prepared.number };
  await settleInvoice(context, claimed, sent, outcome);
}

/** Nothing was sent, because the authority did not answer about the deposit of the day. */
function notSent(detail: string): Unanswered {
  return {
    kind: 'unanswered',
    reason: 'timeout',
    detail,
    anyByteSent: false,
    httpStatus: null,
    rawAnswer: null,
  };
}

/** What went wrong before anything was sent fails this invoice; what broke is thrown on. */
async function settleError(
  context: WorkContext,
  claimed: ClaimedInvoice,
  error: unknown,
): Promise<void> {
  const tcrCode = claimed.cashRegister.tcrCode ?? '';
  if (error instanceof OrdinalTakenError) {
    return fail(context, claimed, ordinalTakenFailure(claimed.invoice.orderNumber, tcrCode));
  }
  if (error instanceof RequestNotValidError || error instanceof MessageError) {
    return fail(context, claimed, messageFailure(error.message, tcrCode));
  }
  if (error instanceof ClaimLostError) {
    context.logger.warn({ invoiceId: claimed.invoice.id }, error.message);
    return;
  }
  throw error;
}

async function fail(
  context: WorkContext,
  claimed: ClaimedInvoice,
  failure: Failure,
): Promise<void> {
  const settled = await settleFailed(context.db, claimed, null, failure);
  const { id } = claimed.invoice;
  context.logger.info({ invoiceId: id, code: failure.code, settled }, 'failed');
}
