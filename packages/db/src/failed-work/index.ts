// Failed and stuck work, and what a person does about it.

export { dismissFailed } from './dismissal.ts';
export { listFailedWork, listOffline } from './failed-work-list.ts';
export type { FailedInvoice } from './failed-work-list.ts';
export { readFailureCauses, STUCK_CAUSES } from './failed-work.ts';
export type { FailureCause, StuckCause, WorkScope } from './failed-work.ts';
export { retryFailed } from './retry.ts';
export type { SkipReason } from './retry.ts';
