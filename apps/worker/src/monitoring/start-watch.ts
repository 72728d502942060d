// Everything by which this process watches itself and is watched: figures, heartbeat, its lanes.

import { hostname } from 'node:os';
import { createRequire } from 'node:module';
import type { Logger, Registry, Shutdown } from '@fiscal/runtime';
import type { Lanes } from '../lanes/lanes.ts';
import type { WorkContext } from '../work/work.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createWorkerMetrics } from './metrics.ts';
import { watchLanes } from './watch-lanes.ts';
import { watchIncarnation } from './watch-incarnation.ts';

/** How long a process that consumes nothing may take to end: it does no useful work. */
const SILENT_GRACE_MS = 10_000;

interface Watched {
  context: WorkContext;
  lanes: Lanes;
  shutdown: Shutdown;
  /** BUILD_COMMIT. */
  commit: string;
  /** `age1…`: what this worker opens. */
  vaultRecipients: readonly string[];
  /** A UUID of this process. */
  workerId: string;
  /** Something of the watch does not work. */
  report: (what: string) => (error: Error) => void;
}

/** @returns the figures, for /metrics. */
export function startWatched(watched: Watched): Registry {
  const { context, lanes, shutdown, vaultRecipients, workerId: id, report } = watched;
  const { db, efi, events, logger, obstacles } = context;
  const circuits = () =>
    Object.fromEntries(
      (['test', 'live'] as const)
        .filter((environment) => efi[environment].isPresent)
        .map((environment) => {
          const authority = efi[environment];
          const disbelief = authority.disbelief();
          const receiptCheckSilentSince = authority.receiptCheckSilentSince();
          const state = authority.circuit.state();
          const obstacle = obstacles.of(environment);
          return [environment, { ...state, disbelief, receiptCheckSilentSince, obstacle }];
        }),
    );
  const metrics = createWorkerMetrics({
    db,
    events,
    circuits,
    build: { version: version(), commit: watched.commit },
    clockOffsetMs: (environment) => efi[environment].clock.offsetMs(),
  });

  const heartbeat = startHeartbeat({
    db,
    lanes: () => lanes.states(),
    circuits,
    worker: {
      id,
      host: hostname(),
      pid: process.pid,
      version: version(),
      startedAt: new Date(),
      vaultRecipients,
    },
    onError: report('the heartbeat was not written; it will be repeated'),
  });
  events.on('exchange', (exchange) => heartbeat.exchange(exchange));
  const watch = watchLanes({
    states: () => lanes.states(),
    onSilent: (lane) => endSilent(shutdown, logger, lane),
  });
  const incarnation = watchIncarnation(context);
  shutdown.onClose('incarnation', () => incarnation.close());
  // Closed in reverse: what the lanes still do is counted by the last heartbeat.
  shutdown.onClose('heartbeat', () => heartbeat.close());
  shutdown.onClose('lanes', () => lanes.close());
  shutdown.onClose('watch', () => watch.close());
  return metrics;
}

function endSilent(shutdown: Shutdown, logger: Logger, lane: string): void {
  logger.fatal({ lane }, 'a lane does not look for work any more; a new process is needed');
  void shutdown.end(`the lane ${lane} is silent`, 1, SILENT_GRACE_MS);
}

function version(): string {
  const manifest = createRequire(import.meta.url)('../../package.json') as { version: string };
  return manifest.version;
}
