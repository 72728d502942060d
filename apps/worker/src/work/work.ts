// What every job of this process works with. Nothing here decides anything about an invoice.

import type { Environment } from '@fiscal/domain';
import type { Database } from '@fiscal/db/connection';
import type { LastSeen } from '@fiscal/db/number';
import type { SubmissionReply } from '@fiscal/db/fiscalization';
import type { Outcome, TextEncoding } from '@fiscal/efi';
import type { Logger } from '@fiscal/runtime';
import type { Authority } from '../authority/authority.ts';
import type { WorkerEvents } from '../events.ts';
import type { Leases } from './leases.ts';
import type { Obstacles } from './obstacles.ts';
import type { Signers } from '../signing/signers.ts';

export interface WorkContext {
  db: Database;
  efi: Readonly<Record<Environment, Authority>>;
  signers: Signers;
  /** Of this process; asked before a claim. */
  obstacles: Obstacles;
  logger: Logger;
  clock: () => Date;
  textEncoding: TextEncoding;
  onlineBudgetMs: number;
  leases: Leases;
  depositLeases: Leases;
  /** How soon an unanswered document, or a print that failed, is tried again for the first time. */
  deliveryAfterMs: number;
  /** How old a message has to be before a receipt check that does not find it is believed. */
  receiptCheckLagMs: number;
  /** How long a delivery waits for the receipt check. */
  receiptCheckMs: number;
  /** What this process remembers of the database, against copies of its files that are put back. */
  lastSeen: LastSeen;
  /** How far the clock may be off before nothing is signed. */
  clockToleranceMs: number;
  /** How far beyond the highest number in use a client may choose one. */
  orderNumberMaxAhead: number;
  random: () => number;
  events: WorkerEvents;
}

type Backoff = Pick<WorkContext, 'deliveryAfterMs' | 'random'>;

/** Five minutes where the first wait is five seconds. */
const LONGEST_BACKOFF_FACTOR = 64;

/**
 * How long until an unanswered document, or a print that failed, is tried again: doubles up to 64
 * times the first wait, with jitter, so that what was put off together does not come back together.
 */
export function backoffMs(context: Backoff, attempts: number): number {
  return waitMs(context, attempts, LONGEST_BACKOFF_FACTOR);
}

function waitMs(context: Backoff, attempts: number, longestFactor: number): number {
  const factor = Math.min(2 ** Math.max(attempts - 1, 0), longestFactor);
  return Math.round(context.deliveryAfterMs * factor * (0.75 + context.random() / 2));
}

/** While the authority is silent, longer waits than 20 s where the first is 5 s have no use. */
const LONGEST_FACTOR_WHILE_SILENT = 4;

/**
 * How long until a document without a reply is sent again. While its circuit is open, the circuit
 * keeps it back and no wait of its own grows: it is due as soon as the authority is back.
 */
export function repetitionMs(
  context: WorkContext,
  { environment, companyId }: { environment: Environment; companyId: string },
  attempts: number,
): number {
  const isSilent = context.efi[environment].circuit.isOpenFor(companyId);
  const longest = isSilent ? LONGEST_FACTOR_WHILE_SILENT : LONGEST_BACKOFF_FACTOR;
  return waitMs(context, attempts, longest);
}

/** An outcome as the submission's row keeps it. */
export function replyOf(submissionId: string, outcome: Outcome<object>): SubmissionReply {
  return {
    submissionId,
    outcome: outcome.kind,
    httpStatus: outcome.httpStatus,
    response: outcome.rawReply,
    efiCode: outcome.kind === 'refused' ? outcome.efiCode : null,
    detail: detailOf(outcome),
    wasSent: outcome.kind !== 'unanswered' || outcome.wasSent,
    unansweredReason: outcome.kind === 'unanswered' ? outcome.reason : null,
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
