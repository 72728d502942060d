// Cash deposits.

export {
  claimInitialDeposit,
  findInitialDeposit,
  recordCashDeposit,
  renewDepositLeases,
  storeDepositSubmission,
} from './cash-deposits.ts';
export type {
  CashDepositResult,
  ClaimedCashDeposit,
  DepositDay,
  KnownDeposit,
} from './cash-deposits.ts';
export { findDueDeposit, postponeDeposit } from './due-deposits.ts';
export type { DueDeposit } from './due-deposits.ts';
