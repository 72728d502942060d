import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { countLogFailures } from './logger.ts';

export { Counter, Gauge, Histogram, Registry };

/** How finely the delay is sampled, and how long each look at it covers. */
const SAMPLE_MS = 10;
const LOOK_EVERY_MS = 1_000;
const DELAY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a process was built from; the commit is a hash. */
interface Build {
  version: string;
  commit: string;
}

/** A registry with the process's own figures (memory, event loop, …) under the process's name. */
export function createMetrics(processName: string, build?: Build): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
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
 * reader, and only of the last seconds; a histogram keeps all.
 */
function observeEventLoop(registry: Registry): void {
  const longest = new Histogram({
    name: 'fiscal_event_loop_delay_seconds',
    help: 'The longest delay of the event loop in each second.',
    buckets: DELAY_SECONDS,
    registers: [registry],
  });
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  let firstMs = 0;
  const timer = setInterval(() => {
    // A sample is the time between two ticks, which are SAMPLE_MS apart where nothing is late.
    longest.observe(Math.max(delay.max / 1e6 - SAMPLE_MS, firstMs, 0) / 1_000);
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
