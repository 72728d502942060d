// What workers and their lanes do at this moment, for monitoring.

export {
  announceOpenCircuits,
  deleteCircuits,
  readOpenCircuits,
  renewCircuits,
} from './authority-circuits.ts';
export type { OpenCircuit } from './authority-circuits.ts';
export { readBacklog, readLaneBacklog, readOfflineBuckets } from './backlog.ts';
export type { Backlog, LaneBacklog } from './backlog.ts';
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
