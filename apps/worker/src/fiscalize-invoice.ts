// One sale, from Pending to its next state: claim, prepare, send, settle. Each step can be repeated
// from the rows alone; a crash between two of them is found by the sweep, and the next claim goes on
// where the rows say that the last one stopped.

import { localDateOf, needsInitialDeposit } from '@fiscal/domain';
import {
  ClaimLostError,
  claimNextPending,
  OrdinalTakenError,
  OrdinalTooFarError,
  settleFailed,
} from '@fiscal/db';
import type { ClaimedInvoice, Failure } from '@fiscal/db';
import { MessageError } from '@fiscal/efi';
import type { Unanswered } from '@fiscal/efi';
import { notSent } from './authority/authority.ts';
import { openBudget } from './authority/budget.ts';
import type { Budget } from './authority/budget.ts';
import {
  certificateFailure,
  clockFailure,
  messageFailure,
  messageTooLargeFailure,
  noEndpointFailure,
  ordinalTakenFailure,
  ordinalTooFarFailure,
  tcrMissingFailure,
} from './failures.ts';
import { healMissingDeposit, isDepositMissing } from './heal-missing-deposit.ts';
import { MessageTooLargeError, prepareInvoice, RequestNotValidError } from './prepare-invoice.ts';
import type { Places } from './places.ts';
import type { SigningKey } from './signing-key.ts';
import { registerOf } from './register-cash-deposit.ts';
import type { DepositOfTheDay, EnsureInitialDeposit } from './register-cash-deposit.ts';
import { findReceipt, resend } from './resend-invoice.ts';
import { settleInvoice } from './settle-invoice.ts';
import { findWrongClock } from './find-wrong-clock.ts';
import { signingKeyOf } from './signing-key.ts';
import type { WorkContext } from './work.ts';

/**
 * A job says that there is work; which invoice comes next is read from the rows.
 * Returns quietly if there is none that nobody has in hand.
 */
export async function fiscalizeNextInvoice(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  places: Places,
): Promise<void> {
  const budget = openBudget('live', context.onlineBudgetMs);
  const claimed = await claimNextPending(context.db, places.open(), context.leaseMs);
  if (!claimed) return;
  const leave = places.take(claimed.invoice.environment);
  context.crashPoint('claimed');
  try {
    await goOn(context, ensureInitialDeposit, claimed, budget);
  } catch (error) {
    await settleError(context, claimed, error);
  } finally {
    leave();
  }
}

/** Goes on where the rows say that the invoice is. */
async function goOn(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  claimed: ClaimedInvoice,
  budget: Budget,
): Promise<void> {
  const { tcrCode } = claimed.cashRegister;
  // Signed before: by a worker that died, or before a failure that left the outcome open.
  const isSigned = claimed.invoice.iic !== null;
  if (!isSigned && !context.efi[claimed.invoice.environment].isPresent) {
    return fail(context, claimed, noEndpointFailure(tcrCode));
  }
  if (isSigned && (await findReceipt(context, claimed, budget))) return;
  if (tcrCode === null) return fail(context, claimed, tcrMissingFailure());
  const wrongClock = findWrongClock(context, claimed.invoice.environment);
  if (wrongClock !== null) return fail(context, claimed, clockFailure(wrongClock, tcrCode));
  const key = await signingKeyOf(context, claimed);
  if (key.kind === 'unusable') {
    return fail(context, claimed, certificateFailure(key.reason, tcrCode));
  }
  if (isSigned) return resend(context, claimed, key, tcrCode, budget);
  return issue(context, ensureInitialDeposit, { claimed, key, tcrCode, budget });
}

/** The first direct send. */
async function issue(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  task: { claimed: ClaimedInvoice; key: SigningKey; tcrCode: string; budget: Budget },
): Promise<void> {
  const { claimed, key, tcrCode, budget } = task;
  let silence: Unanswered | null = null;
  if (needsInitialDeposit(claimed.invoice.request.typeOfInvoice)) {
    const deposit = await depositOfToday(context, ensureInitialDeposit, task);
    if (deposit.kind === 'refused') return fail(context, claimed, deposit.failure);
    if (deposit.kind === 'unanswered') silence = notSent('withheld', deposit.detail);
  }
  const prepared = await prepareInvoice(context, claimed, key, tcrCode);
  context.crashPoint('prepared');
  const authority = context.efi[claimed.invoice.environment];
  const first = silence ?? (await authority.registerInvoice(prepared.submission, budget));
  context.crashPoint('sent');
  const { submission, outcome } = isDepositMissing(first)
    ? await healMissingDeposit(context, task, prepared, first)
    : { submission: prepared.submission, outcome: first };
  const sent = { submission, tcrCode, freeable: prepared.number };
  await settleInvoice(context, claimed, sent, outcome);
}

/** Sees to the deposit of the day on which the invoice will be signed, also right at midnight. */
async function depositOfToday(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  task: { claimed: ClaimedInvoice; key: SigningKey; tcrCode: string; budget: Budget },
): Promise<DepositOfTheDay> {
  const { claimed, ...rest } = task;
  const issuedAt = context.clock();
  const deposit = await ensureInitialDeposit({ ...registerOf(claimed), ...rest, issuedAt });
  const isStillToday = localDateOf(context.clock()) === localDateOf(issuedAt);
  return isStillToday ? deposit : depositOfToday(context, ensureInitialDeposit, task);
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
  if (error instanceof OrdinalTooFarError) {
    return fail(context, claimed, ordinalTooFarFailure(error.message, tcrCode));
  }
  if (error instanceof MessageTooLargeError) {
    return fail(context, claimed, messageTooLargeFailure(error.message, tcrCode));
  }
  if (error instanceof RequestNotValidError || error instanceof MessageError) {
    context.logger.error({ invoiceId: claimed.invoice.id, err: error }, 'our message is not valid');
    return fail(context, claimed, messageFailure(tcrCode));
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
  const { id, environment } = claimed.invoice;
  context.logger.info({ invoiceId: id, code: failure.code, settled }, 'failed');
  if (settled) context.events.emit('settled', environment, 'failed');
}
