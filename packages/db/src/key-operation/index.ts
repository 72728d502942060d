// Key operations: what only the worker can do, because it has the private keys.

export {
  claimNextKeyOperation,
  deleteExpiredKeyOperations,
  recordKeyOperation,
  storeTcrSubmission,
} from './key-operation-claims.ts';
export type {
  ClaimedAuthorityOperation,
  ClaimedKeyOperation,
  ClaimedLocalSigning,
} from './key-operation-claims.ts';
export { findKeyOperation, insertKeyOperation } from './key-operations.ts';
export type { KeyOperationInput, KeyOperationResult, KeyOperationState } from './key-operations.ts';
