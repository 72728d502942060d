// What happens in this process, for metrics. No outcome depends on a listener.

import type { Environment } from '@fiscal/domain';
import type { DeadlineAlarm } from '@fiscal/db/fiscalization';
import type { MovedKind } from '@fiscal/db/object';
import type { Outcome, ReceiptCheckResult, UnansweredReason } from '@fiscal/efi';
import type { LaneName } from '@fiscal/queue/listener';
import { EventEmitter } from 'node:events';

/** The status that an invoice came into. */
export type RecordedOutcome = 'fiscalized' | 'failed' | 'offline';

/** Of a print or message that is to leave for the object store. */
export const MOVE_OUTCOMES = ['moved', 'failed', 'away'] as const;

/** Of an attempt to send a notice. */
export const MAIL_OUTCOMES = ['sent', 'refused', 'failed'] as const;

/** A message to the authority, and what came of it. */
export interface Exchange {
  environment: Environment;
  operation: 'invoice' | 'cash-deposit' | 'tcr';
  outcome: Outcome<object>['kind'];
  ms: number;
  /** Why there is no reply; null where there is one. */
  reason: UnansweredReason | null;
  /** With which of its codes the authority refused it; null where it did not. */
  efiCode: number | null;
}

/** A question to the public receipt check, and what came of it. */
export interface ReceiptCheck {
  environment: Environment;
  result: ReceiptCheckResult['kind'];
}

interface WorkerEventMap {
  /** There is work for a lane of this process; the other processes look for themselves. */
  work: [LaneName];
  exchange: [Exchange];
  /** A sale was claimed for the first time, so many milliseconds after it was asked for. */
  taken: [Environment, number];
  'receipt-check': [ReceiptCheck];
  recorded: [Environment, RecordedOutcome];
  /** A print, and how many milliseconds it took. */
  printed: ['printed' | 'failed', number];
  /** What became of an attempt to send a notice; one that is refused is not sent again. */
  mailed: [(typeof MAIL_OUTCOMES)[number]];
  alarm: [DeadlineAlarm];
  /** What became of a print or message that was to leave for the object store. */
  moved: [MovedKind, (typeof MOVE_OUTCOMES)[number]];
}

export type WorkerEvents = EventEmitter<WorkerEventMap>;

export function createEvents(): WorkerEvents {
  return new EventEmitter<WorkerEventMap>();
}
