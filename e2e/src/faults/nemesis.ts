// Injects faults from shuffled decks, so that every kind comes equally often, at random times; and
// resumes processes that have stopped themselves at a fault injection point, once their lease must
// have run out.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { injectFaults } from '@fiscal/testbed';
import type { AppName, FaultPointName, InjectedFaults } from '@fiscal/testbed';
import { randomFrom } from '@fiscal/testbed/random';
import type { Random } from '@fiscal/testbed/random';
import { TIMES } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Fault } from './faults.ts';

export interface Nemesis {
  /** How often each kind was injected. */
  counts: Map<string, number>;
  /** Resolves when the last fault is over. */
  stop: () => Promise<void>;
}

/** So many faults at the same time, so that they meet each other. */
const CONCURRENT = 2;

/** @param everyMs mean pause before each fault. */
export function startNemesis(options: {
  environment: Environment;
  kinds: readonly Fault[];
  seed: number;
  everyMs: number;
  onError: (error: unknown) => void;
}): Nemesis {
  const { environment, kinds, seed, everyMs, onError } = options;
  const counts = new Map(kinds.map(({ name }) => [name, 0]));
  const ending = new AbortController();
  const { signal } = ending;
  const isOver = () => signal.aborted;
  const injectOnAndOn = async (random: Random) => {
    let deck: Fault[] = [];
    while (!isOver()) {
      const pauseMs = random.below(2 * everyMs);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (deck.length === 0) deck = shuffled(kinds, random);
      const fault = deck.pop();
      if (isOver() || fault === undefined) continue;
      try {
        const wasInjected = await fault.inject(environment, random);
        if (wasInjected) counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
      } catch (error) {
        onError(error);
      }
    }
  };
  const running = Array.from({ length: CONCURRENT }, (_, index) =>
    injectOnAndOn(randomFrom(seed * 31 + index)),
  );
  const resuming = setInterval(resumerOf(environment), RESUME_LOOK_EVERY_MS);
  return {
    counts,
    stop: async () => {
      ending.abort();
      await Promise.all(running);
      clearInterval(resuming);
    },
  };
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}

const RESUME_LOOK_EVERY_MS = 250;

/** Resumes what has been stopped for longer than its lease, by itself or by a fault. */
function resumerOf({ stack }: Environment): () => void {
  const stoppedSince = new Map<number, number>();
  return () => {
    for (const { pid } of stack.processes.values()) {
      const since = stoppedSince.get(pid);
      if (!isStopped(pid)) stoppedSince.delete(pid);
      else if (since === undefined) stoppedSince.set(pid, Date.now());
      else if (Date.now() - since >= TIMES.leaseMs + 1_000) sendSignal(pid, 'SIGCONT');
    }
  };
}

const POINTS: Record<'api' | 'worker', readonly FaultPointName[]> = {
  api: ['accepted', 'queued'],
  worker: [
    ...(['claimed', 'numbered', 'prepared', 'sent', 'recorded', 'deposit-prepared'] as const),
    ...(['deposit-sent', 'delivery-claimed', 'resend-prepared'] as const),
    ...(['print-rendered', 'print-stored'] as const),
  ],
};
/** Points that few invoices pass: there it happens so many times as often. */
const RARE: Partial<Record<FaultPointName, number>> = {
  ...{ 'deposit-prepared': 60, 'deposit-sent': 60, 'delivery-claimed': 4, 'resend-prepared': 4 },
};

/**
 * What one life of a process does to itself: another life does not end at the same step again.
 * @param rate how often, at a point that every invoice passes.
 */
export function selfInflicted(
  name: AppName,
  life: number,
  seed: number,
  rate: number,
): InjectedFaults | null {
  if (name === 'efi-simulator' || rate === 0) return null;
  const hash = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
  const lifeSeed = (seed * 7919 + life * 104_729 + hash) % 2_147_483_647;
  const random = randomFrom(lifeSeed);
  const points = POINTS[name === 'api' ? 'api' : 'worker'].map((point) => {
    const probability = Math.min(1, rate * (RARE[point] ?? 1));
    // A point has one action in a life: it kills, or it stops.
    return [point, { action: random.oneIn(3) ? 'stop' : 'kill', probability }];
  });
  return { points: Object.fromEntries(points) as InjectedFaults['points'] & {}, seed: lifeSeed };
}

/** The variables for `selfInflicted`. */
export function variablesOf(...life: Parameters<typeof selfInflicted>): Record<string, string> {
  const faults = selfInflicted(...life);
  return faults === null ? {} : injectFaults(faults);
}

/** How often each happened, from what the processes wrote before it did. */
export function countSelfInflicted({ stack, logOf }: Environment): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of stack.processes.keys()) {
    if (name !== 'api' && !name.startsWith('worker')) continue;
    for (const [, what] of logOf(name as AppName).matchAll(/^fault injected at (.+)$/gm)) {
      const kind = `${name === 'api' ? 'API' : 'worker'} at ${what}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  return counts;
}

/** Whether SIGSTOP holds the process; false if there is no such process. */
export function isStopped(pid: number): boolean {
  return statOf(pid)?.[0] === 'T';
}

/** Direct children of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((child) => statOf(child)?.[1] === String(pid));
}

/** Sends a signal. @returns false if there is no such process any more. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** State, parent and more of a process, as Linux has them. */
function statOf(pid: number): string[] | undefined {
  try {
    // The name in brackets may hold anything; what follows the last bracket is numbers and a
    // letter.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
