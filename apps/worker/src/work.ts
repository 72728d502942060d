// What every job of this process works with. Nothing here decides anything.

import type { Environment } from '@fiscal/domain';
import type { Database } from '@fiscal/db';
import type { EfiClient, Outcome, TextEncoding } from '@fiscal/efi';
import type { Job } from '@fiscal/queue/jobs';
import type { SubmissionAnswer } from '@fiscal/db';
import type { Logger } from '@fiscal/runtime';
import type { Signers } from './signers.ts';

/** The hands and eyes of a job. */
export interface WorkContext {
  db: Database;
  efi: Readonly<Record<Environment, EfiClient>>;
  signers: Signers;
  logger: Logger;
  clock: () => Date;
  textEncoding: TextEncoding;
  /** How long a live sale may take in all. */
  onlineBudgetMs: number;
  /** Longer than any exchange with the authority: a lease that runs out means a dead worker. */
  leaseMs: number;
  /** How soon an unanswered invoice is delivered for the first time. */
  deliveryAfterMs: number;
  /** Points the queue at follow-up work; never throws, the sweep repeats what got lost. */
  pointAt: (job: Job, delayMs?: number) => void;
}

const LONGEST_BACKOFF_MS = 15 * 60_000;

/** When an unanswered document is tried again: the wait doubles up to a quarter of an hour. */
export function nextAttemptAt(context: WorkContext, attempts: number): Date {
  const wait = context.deliveryAfterMs * 2 ** Math.min(Math.max(attempts - 1, 0), 20);
  return new Date(context.clock().getTime() + Math.min(wait, LONGEST_BACKOFF_MS));
}

/** An outcome as the submission's row keeps it. */
export function answerOf(submissionId: string, outcome: Outcome<object>): SubmissionAnswer {
  return {
    submissionId,
    outcome: outcome.kind,
    httpStatus: outcome.httpStatus,
    response: outcome.rawAnswer,
    efiCode: outcome.kind === 'refused' ? outcome.efiCode : null,
    detail: detailOf(outcome),
    wasSent: outcome.kind !== 'unanswered' || outcome.anyByteSent,
  };
}

function detailOf(outcome: Outcome<object>): string | null {
  switch (outcome.kind) {
    case 'registered':
      return null;
    case 'refused':
      return outcome.efiMessage;
    case 'unanswered':
      return outcome.detail;
  }
}
