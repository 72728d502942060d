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
export { pauseLane, readLanePauses, readPausedLanes, resumeLane } from './lane-pauses.ts';
export type { LanePause } from './lane-pauses.ts';
export { listLaneJobs } from './lane-jobs.ts';
export type { LaneJob } from './lane-jobs.ts';
export {
  deleteOldHealth,
  deleteWorker,
  listWorkers,
  readEfiHealth,
  readLaneHours,
  readLaneRates,
  recordHealth,
} from './worker-health.ts';
export type {
  CircuitHealth,
  EfiMinute,
  LaneHealth,
  LaneHour,
  LaneMinute,
  ListedWorker,
} from './worker-health.ts';
