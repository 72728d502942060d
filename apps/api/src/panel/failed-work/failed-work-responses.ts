import { REMAINING_HOURS } from '@fiscal/domain';
import type { Failure } from '@fiscal/domain';
import { STUCK_CAUSES } from '@fiscal/db/failed-work';
import type {
  DoubtfulRetry,
  FailedInvoice,
  FailureCause,
  SkipReason,
  StuckCause,
} from '@fiscal/db/failed-work';
import type { z } from 'zod';
import { fieldsOf, instantText } from '../field-schemas.ts';
import { NO_REMEDY, remedyFieldsOf } from '../remedy-fields.ts';
import { sentencesOf } from '../sentences.ts';
import { failedInvoice } from './failed-work-schemas.ts';
import type { causes, retryOutcome } from './failed-work-schemas.ts';

type FailureCauseBody = z.input<typeof causes>['causes'][number];

/** What is said of work that takes too long. */
const STUCK: Readonly<Record<StuckCause, { error: string; remedy: string; canRetry: boolean }>> = {
  OFFLINE_LATE: {
    error: `Handed out offline, and less than ${REMAINING_HOURS.soon} hours remain to deliver it.`,
    remedy:
      'It is delivered by itself as soon as the authority replies. Retry makes it due at once; if ' +
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
export function failureCauseOf(found: FailureCause): FailureCauseBody {
  const { failure, ...common } = found;
  const { cause } = common;
  const stuck = STUCK_CAUSES.find((name) => name === cause);
  if (stuck !== undefined) {
    const nothing = { efiCode: null, efiMessage: null, remedyKey: stuck, remedyAction: null };
    return {
      ...common,
      ...nothing,
      ...STUCK[stuck],
      isStuck: true,
      code: stuck,
      retryable: true,
      sentences: [],
    };
  }
  // The database lets no invoice be Failed without a failure.
  if (failure === null) throw new Error(`invoices that failed with ${cause} have no failure`);
  const { code, efiCode, error, efiMessage, remedy, retryable } = failure satisfies Failure;
  const own = { code, efiCode, error, efiMessage, remedy, retryable };
  return {
    ...common,
    ...own,
    isStuck: false,
    canRetry: true,
    sentences: sentencesOf([error]),
    ...remedyFieldsOf(failure),
  };
}

/** An invoice in a list of failed or stuck work. */
export function failedInvoiceOf(row: FailedInvoice): z.input<typeof failedInvoice> {
  const { failure, failureCause: cause, lastMessage } = row;
  return fieldsOf(failedInvoice, {
    ...row,
    cause,
    ...(failure === null ? NO_REMEDY : remedyFieldsOf(failure)),
    lastMessage: lastMessage && { ...lastMessage, at: instantText(lastMessage.at) },
  });
}

/** A failed sale that may have been sold again. */
export function doubtfulInvoiceOf({ soldSince, ...row }: DoubtfulRetry) {
  return {
    ...row,
    soldSince: soldSince.map((sold) => ({ ...sold, createdAt: instantText(sold.createdAt) })),
  };
}

/** Why an invoice was left as it is, in words. */
export function skippedInvoiceOf(
  reason: SkipReason,
): z.input<typeof retryOutcome>['skipped'][number] {
  const { id, why } = reason;
  const refusal = reason.why === 'REFUSED' ? reason : null;
  return {
    id,
    why,
    message: wordsOf(reason),
    companyId: refusal?.companyId ?? null,
    details: refusal?.issues ?? [],
  };
}

function wordsOf(reason: SkipReason): string {
  switch (reason.why) {
    case 'NOT_FOUND':
      return 'There is no such invoice.';
    case 'NOT_FAILED':
      return `The invoice is ${reason.status}: there is nothing to be done by hand.`;
    case 'REFUSED':
      return reason.issues.map(({ message }) => message).join(' ');
    case 'COMPANY_PAUSED':
      return 'The company is paused.';
    case 'NEWER_FORM':
      return 'A newer release of the service has stored it, or what it belongs to.';
    case 'SUPERSEDED':
      return 'Another invoice has its externalId: nothing comes of this one.';
    case 'IN_PROGRESS':
      return 'A worker is delivering it at this moment.';
  }
}
