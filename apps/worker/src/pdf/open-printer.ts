// The printer of the worker: its settings, and its state for health and metrics.

import type { HealthCheck, Logger } from '@fiscal/runtime';
import type { PrintingEnv } from '../env.ts';
import { Printer } from './printer.ts';
import type { Verdict } from './printer.ts';

/** Starts the print process; nothing waits for it. */
export function openPrinter(env: PrintingEnv, logger: Logger): Printer {
  return new Printer({
    settings: {
      executablePath: env.CHROME_PATH,
      maxPages: env.PRINT_CONCURRENCY,
      timeoutMs: env.PRINT_TIMEOUT_MS,
      sandbox: env.CHROME_SANDBOX,
      logLevel: env.LOG_LEVEL,
    },
    maxTreeBytes: env.PRINT_MEMORY_MB * 1_048_576,
    logger,
  });
}

/** Fails where printing was not begun for want of a sandbox; says so where it runs without one. */
export function printingHealth(printer: Pick<Printer, 'verdict'>): HealthCheck {
  let verdict: Verdict | null = null;
  void printer.verdict.then((given) => (verdict = given));
  return () => Promise.resolve(remarkOn(verdict));
}

/** @throws Error that says why nothing is printed. */
function remarkOn(verdict: Verdict | null): string | undefined {
  if (verdict === null) return 'Chrome is being started';
  if (!verdict.mayPrint) throw new Error(verdict.why);
  if (verdict.isSandboxed === null) return 'Chrome has not started yet';
  return verdict.isSandboxed ? undefined : 'Chrome runs without its sandbox (CHROME_SANDBOX)';
}
