// What workers and their lanes do now, for monitoring.

export * from './authority-circuits.ts';
export * from './authority-silences.ts';
export * from './backlog.ts';
export * from './companies-concerned.ts';
export * from './lane-jobs.ts';
export * from './lane-pauses.ts';
export * from './open-state.ts';
export * from './watched-rows.ts';
export * from './worker-health.ts';
