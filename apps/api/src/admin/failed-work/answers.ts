import { REMEDIES_BY_SUBJECT } from '@fiscal/domain';
import { STUCK_CAUSES } from '@fiscal/db/failed-work';
import type { FailedInvoice, FailureCause, SkipReason, StuckCause } from '@fiscal/db/failed-work';
import type { Failure } from '@fiscal/db/invoice';
import type { z } from 'zod';
import { instantText, NO_REMEDY, remedyFieldsOf, textOf } from '../invoices/fields.ts';
import type { causes, failedInvoice, retryOutcome } from './schemas.ts';

type CauseAnswer = z.input<typeof causes>['causes'][number];

/** What is said of work that takes too long. */
const STUCK: Readonly<Record<StuckCause, { error: string; remedy: string; canRetry: boolean }>> = {
  OFFLINE_LATE: {
    error: 'Handed out offline, and less than 24 hours remain to deliver it.',
    remedy:
      'It is delivered by itself as soon as the authority answers. Retry makes it due at once; if ' +
      'it stays, read what became of its messages.',
    canRetry: true,
  },
  PENDING_STUCK: {
    error: 'It has been in progress for longer than two minutes.',
    remedy: 'It goes on by itself. See under operations whether a worker lives and consumes.',
    canRetry: false,
  },
  PRINT_FAILING: {
    error: 'The PDF could not be rendered three times and more; the invoice itself is sound.',
    remedy: 'It is tried again by itself. Retry makes it due at once; if it stays, see the log.',
    canRetry: true,
  },
};

/** A cause with its words. */
export function causeAnswer(found: FailureCause): CauseAnswer {
  const { cause, count, oldest, failure, words } = found;
  const common = { cause, count, oldest: textOf(oldest) };
  const stuck = STUCK_CAUSES.find((name) => name === cause);
  if (stuck !== undefined) {
    const { error, remedy, canRetry } = STUCK[stuck];
    const nothing = { efiCode: null, efiMessage: null, ...NO_REMEDY };
    const retryable = true;
    return {
      ...common,
      ...nothing,
      isStuck: true,
      code: stuck,
      error,
      remedy,
      retryable,
      canRetry,
    };
  }
  // The database lets no invoice be Failed without a failure.
  if (failure === null) throw new Error(`nobody knows why invoices failed with ${cause}`);
  const { code, efiCode, error, efiMessage, remedy, retryable } = failure satisfies Failure;
  const own = { code, efiCode, error, efiMessage, remedy, retryable };
  const failed = { ...common, ...own, isStuck: false, canRetry: true };
  const subjects = new Set(
    words?.map((said) => remedyFieldsOf({ ...failure, efiMessage: said }).refusalSubject),
  );
  if (subjects.size <= 1) return { ...failed, ...remedyFieldsOf(failure) };
  // The invoices of the cause were refused for several reasons: what helps one may not help another.
  const several = remedyFieldsOf({ ...failure, efiMessage: null });
  return { ...failed, ...several, remedy: REMEDIES_BY_SUBJECT.unknown };
}

/** An invoice in a list of failed or stuck work. */
export function failedAnswer(row: FailedInvoice): z.input<typeof failedInvoice> {
  const { lastMessage } = row;
  return {
    id: row.id,
    companyId: row.companyId,
    companyName: row.companyName,
    cashRegisterId: row.cashRegisterId,
    cashRegisterName: row.cashRegisterName,
    status: row.status,
    invoiceNumber: row.invoiceNumber,
    orderNumber: row.orderNumber,
    total: row.total,
    cause: row.failureCause,
    failure: row.failure,
    ...(row.failure === null ? NO_REMEDY : remedyFieldsOf(row.failure)),
    attempts: row.attempts,
    nextAttemptAt: textOf(row.nextAttemptAt),
    deliverBefore: textOf(row.deliverBefore),
    createdAt: textOf(row.createdAt),
    updatedAt: textOf(row.updatedAt),
    lastMessage: lastMessage && { ...lastMessage, at: instantText(lastMessage.at) },
  };
}

/** Why an invoice was left as it is, in words. */
export function skippedAnswer(reason: SkipReason): z.input<typeof retryOutcome>['skipped'][number] {
  const { id, why } = reason;
  return { id, why, message: wordsOf(reason) };
}

function wordsOf(reason: SkipReason): string {
  switch (reason.why) {
    case 'NOT_FOUND':
      return 'There is no such invoice.';
    case 'NOT_FAILED':
      return `The invoice is ${reason.status}: there is nothing to be done by hand.`;
    case 'COMPANY_PAUSED':
      return 'The company is paused.';
    case 'IN_HAND':
      return 'A worker is delivering it at this moment.';
  }
}
