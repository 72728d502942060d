import type { Schema } from '../../api/contract.ts';

/** The state of the service, as the API tells it every two seconds. */
export type Health = Schema<'AdminHealth'>;
export type EfiHealth = Schema<'AdminAuthorityHealth'>;
export type QueueHealth = Schema<'AdminLane'>;
export type WorkerHealth = Schema<'AdminWorker'>;
