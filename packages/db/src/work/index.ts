// Waiting work: leases, horizons and wake-ups.

export { announceWork, listenForWork } from './wake-ups.ts';
export { ALL_PRINT_KINDS, ClaimLostError, NO_HORIZON, readHorizons, renewLeases } from './work.ts';
export type {
  Claim,
  DeliveryScope,
  HorizonOf,
  Horizons,
  LookedFor,
  PrintKind,
  ReadHorizons,
  WaitingKind,
} from './work.ts';
