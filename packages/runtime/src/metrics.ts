import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { countLogFailures } from './logger.ts';

export { Counter, Gauge, Histogram, Registry };

/** How finely the delay is sampled, and how long each look at it covers. */
const SAMPLE_MS = 10;
const LOOK_EVERY_MS = 1_000;
/** Of such a look: in a second with less no delay is sampled. */
const AT_REST_MS = 20;
const DELAY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Figures of prom-client that mean something where a timer samples a hundred times a second, at
 * rest too, which costs more than all that is done then. `fiscal_event_loop_delay_seconds` says it.
 */
const SAMPLED_FIGURES = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (name) => `nodejs_eventloop_lag_${name}_seconds`,
);

/** What a process was built from; the commit is a hash. */
interface Build {
  version: string;
  commit: string;
}

/** A registry with the process's own figures (memory, event loop, …) under the process's name. */
export function createMetrics(processName: string, build?: Build): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOK_EVERY_MS });
  for (const name of SAMPLED_FIGURES) registry.removeSingleMetric(name);
  observeEventLoop(registry);
  showLogFailures(registry);
  if (build !== undefined) showBuild(registry, build);
  return registry;
}

/** `fiscal_build_info`, always 1: which build runs stands in its labels. */
function showBuild(registry: Registry, build: Build): void {
  const info = new Gauge({
    name: 'fiscal_build_info',
    help: 'Which build runs: version and commit.',
    labelNames: ['version', 'commit'],
    registers: [registry],
  });
  info.set({ ...build }, 1);
}

/** Where the log says nothing of its own failures, a figure does. */
function showLogFailures(registry: Registry): void {
  new Counter({
    name: 'fiscal_log_failures_total',
    help: 'Lines that standard output did not take at once; a process works on without its log.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(countLogFailures());
    },
  });
}

/**
 * The longest that anything had to wait for the event loop, second by second: while it is blocked,
 * no call is served. The default figures reset at every reading and so show only one
 * reader, and only of the last seconds; a histogram keeps all. Nothing waits longer than all takes
 * that is done in a second: where that is little, it stands for the longest; nothing is sampled.
 */
function observeEventLoop(registry: Registry): void {
  const longest = new Histogram({
    name: 'fiscal_event_loop_delay_seconds',
    help: 'The longest delay of the event loop in each second.',
    buckets: DELAY_SECONDS,
    registers: [registry],
  });
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  let isSampled = false;
  let firstMs = 0;
  let activeBefore = performance.eventLoopUtilization().active;
  const timer = setInterval(() => {
    const { active } = performance.eventLoopUtilization();
    const activeMs = active - activeBefore;
    activeBefore = active;
    // A sample is the time between two ticks, which are SAMPLE_MS apart where nothing is late.
    const sampledMs = Math.max(delay.max / 1e6 - SAMPLE_MS, firstMs, 0);
    longest.observe((isSampled ? sampledMs : activeMs) / 1_000);
    isSampled = activeMs > AT_REST_MS;
    if (!isSampled) {
      delay.disable();
      return;
    }
    delay.enable();
    delay.reset();
    // Reset, it samples from its next tick on; a delay that begins before that is measured here.
    firstMs = 0;
    const resetAt = performance.now();
    setTimeout(() => {
      firstMs = performance.now() - resetAt - 2 * SAMPLE_MS;
    }, 2 * SAMPLE_MS).unref();
  }, LOOK_EVERY_MS);
  timer.unref();
}
