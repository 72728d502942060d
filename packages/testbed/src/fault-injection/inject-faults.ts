import type { FaultPointName, GuardName } from './fault-points.ts';

/** What happens to a process, or to a guard in it. */
export interface InjectedFaults {
  /** What the process does to itself at a point, and with which probability. */
  points?: Partial<Record<FaultPointName, { action: 'kill' | 'stop'; probability: number }>>;
  /** The same seed gives the same draws. */
  seed?: number;
  removedGuard?: GuardName;
}

/** @returns the variables with which a process of ours is started. */
export function injectFaults(faults: InjectedFaults): Record<string, string> {
  // As this file: from its source in a test, else what was built.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const loader = new URL(`./loader.${extension}`, import.meta.url);
  loader.searchParams.set('faults', JSON.stringify(faults));
  return { NODE_OPTIONS: `--import=${loader.href}` };
}

/** What a process writes to its log before a fault. */
export function logLineOf(point: string, action: string): string {
  return `fault injected at ${point}: ${action}`;
}
