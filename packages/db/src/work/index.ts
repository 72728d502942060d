// Waiting work: leases, horizons and wake-ups.

export { announceWork, listenForWork } from './wake-ups.ts';
export {
  ALL_PRINT_KINDS,
  ClaimLostError,
  NO_HORIZON,
  readSalesHorizon,
  readWorkHorizon,
  renewLeases,
} from './work.ts';
export type { Claim, DeliveryScope, PrintKind, ReadHorizon, WaitingKind } from './work.ts';
