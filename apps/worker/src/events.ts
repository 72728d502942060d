// What happens in this process, for whoever counts it. Nothing that matters hangs on a listener.

import type { Environment } from '@fiscal/domain';
import type { DeadlineAlarm } from '@fiscal/db/fiscalization';
import type { LaneName } from '@fiscal/queue/listener';
import { EventEmitter } from 'node:events';
import type { Exchange, ReceiptCheck } from './authority/authority.ts';

/** The status that an invoice came into. */
export type RecordedOutcome = 'fiscalized' | 'failed' | 'offline';

interface WorkerEventMap {
  /** There is work for a lane of this process; the other processes look for themselves. */
  work: [LaneName];
  /** A message to the authority, and what came back. */
  exchange: [Exchange];
  /** A sale was taken in hand for the first time, so many milliseconds after it was asked for. */
  taken: [Environment, number];
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
