// Waiting work: leases, horizons and wake-ups.

export { announceWork, listenForWork } from './work-news.ts';
export {
  ClaimLostError,
  NO_HORIZON,
  readSalesHorizon,
  readWorkHorizon,
  renewLeases,
} from './work.ts';
export type { Claim, PrintKind, WaitingKind } from './work.ts';
