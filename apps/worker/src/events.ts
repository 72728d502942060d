// What happens in this process, for whoever counts it. Nothing that matters hangs on a listener.

import type { Environment } from '@fiscal/domain';
import type { DeadlineAlarm } from '@fiscal/db';
import { EventEmitter } from 'node:events';
import type { Exchange, ReceiptCheck } from './authority/authority.ts';

/** The status that an invoice came into. */
export type RecordedOutcome = 'fiscalized' | 'failed' | 'offline';

interface WorkerEventMap {
  /** A message to the authority, and what came back. */
  exchange: [Exchange];
  /** A question to the public receipt check, and what came back. */
  'receipt-check': [ReceiptCheck];
  recorded: [Environment, RecordedOutcome];
  /** A print, and how many milliseconds it took. */
  printed: ['printed' | 'failed', number];
  alarm: [DeadlineAlarm];
}

export type WorkerEvents = EventEmitter<WorkerEventMap>;

export function createEvents(): WorkerEvents {
  return new EventEmitter<WorkerEventMap>();
}
