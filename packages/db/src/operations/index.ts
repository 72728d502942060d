// What workers and their lanes do at this moment, for monitoring.

export {
  announceOpenCircuits,
  deleteCircuits,
  readOpenCircuits,
  renewCircuits,
} from './authority-circuits.ts';
export type { OpenCircuit } from './authority-circuits.ts';
export { readBacklog } from './backlog.ts';
export type { Backlog } from './backlog.ts';
export { readLaneBacklog } from './lane-backlog.ts';
export type { LaneBacklog } from './lane-backlog.ts';
export { readOfflineBuckets } from './offline-backlog.ts';
export {
  deleteOldHealth,
  deleteWorker,
  listWorkers,
  readEfiHealth,
  readLaneRates,
  recordHealth,
} from './worker-health.ts';
export type {
  CircuitHealth,
  EfiMinute,
  LaneHealth,
  LaneMinute,
  ListedWorker,
} from './worker-health.ts';
