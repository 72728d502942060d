// The whole service with little patience: what takes minutes in production takes seconds here.

import { readFileSync } from 'node:fs';
import type { PartName, StackOptions } from '@fiscal/testbed';
import { startService } from '../running-service.ts';
import type { RunningService } from '../running-service.ts';

const SHORT_TIMEOUTS = {
  // Nobody waits until they are used up but where a test is about that: no slow machine may do so.
  EFI_ONLINE_BUDGET_MS: '8000',
  LEASE_MS: '20000',
  DELIVERY_AFTER_MS: '300',
  EFI_RECEIPT_CHECK_MS: '5000',
  EFI_PROBE_EVERY_MS: '500',
  // Only the tests of the circuit are about the circuit.
  EFI_FAILURES_TO_OPEN: '100000',
};

/** Starts every process and waits until all are ready. @param options over what is usual here. */
export function startWithShortTimeouts(
  options: Partial<StackOptions> = {},
): Promise<RunningService> {
  return startService({
    ...options,
    environment: { ...SHORT_TIMEOUTS, ...options.environment },
  });
}

/** The log of a part's newest life. */
export function logOf({ stack }: RunningService, name: PartName): string {
  const part = stack.processes.get(name);
  if (part === undefined) throw new Error(`${name} was never started`);
  return readFileSync(part.logFile, 'utf8');
}
