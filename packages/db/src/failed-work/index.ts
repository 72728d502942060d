// Failed and stuck work, and what a person does about it.

export * from './affected-tills.ts';
export { dismissFailed } from './dismissal.ts';
export * from './failed-work-list.ts';
export { readFailureCauses, STUCK_CAUSES } from './failed-work.ts';
export type { FailureCause, StuckCause, WorkScope } from './failed-work.ts';
export { retryFailed } from './retry.ts';
export type { SkipReason } from './retry.ts';
export { readRetryBatches } from './retry-batches.ts';
export * from './sold-again.ts';
