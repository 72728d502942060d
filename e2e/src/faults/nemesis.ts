// Injects faults from shuffled decks, so that every kind comes equally often, at random times; and
// resumes processes that have stopped themselves at a fault injection point, once their lease must
// have run out.

import { setTimeout as sleep } from 'node:timers/promises';
import { injectFaults } from '@fiscal/testbed';
import type { AppName, FaultPointName } from '@fiscal/testbed';
import { randomFrom } from '@fiscal/testbed/random';
import type { Random } from '@fiscal/testbed/random';
import { TIMES } from './environment.ts';
import type { Environment } from './environment.ts';
import { faultKinds } from './faults.ts';
import { isStopped, sendSignal } from './processes.ts';

/** So many faults at the same time, so that they meet each other. */
const CONCURRENT = 2;
const RESUME_LOOK_EVERY_MS = 250;

/**
 * Does the work while everything is being broken. @param everyMs mean pause before each fault.
 * @returns how often each kind was injected. @throws AggregateError where one could not be
 */
export async function duringFaults(
  environment: Environment,
  { seed, everyMs }: { seed: number; everyMs: number },
  work: () => Promise<void>,
): Promise<Record<string, number>> {
  const kinds = faultKinds(environment.stack.redisUrl === undefined ? 'postgresql' : 'redis');
  const counts = Object.fromEntries(kinds.map(([name]) => [name, 0]));
  const errors: unknown[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  const injectAgainAndAgain = async (random: Random) => {
    let deck: typeof kinds = [];
    for (;;) {
      await sleep(random.below(2 * everyMs), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      if (deck.length === 0) deck = shuffled(kinds, random);
      const [name, inject] = deck.pop()!;
      try {
        if (await inject(environment, random)) counts[name]! += 1;
      } catch (error) {
        errors.push(error);
      }
    }
  };
  const running = Array.from({ length: CONCURRENT }, (_, index) =>
    injectAgainAndAgain(randomFrom(seed * 31 + index)),
  );
  const resuming = setInterval(resumerOf(environment), RESUME_LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    ending.abort();
    await Promise.all(running);
    clearInterval(resuming);
  }
  if (errors.length > 0) throw new AggregateError(errors, 'a fault could not be injected');
  return counts;
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  return values.flatMap(() => left.splice(random.below(left.length), 1));
}

/** Resumes what has been stopped for longer than its lease, by itself or by a fault. */
function resumerOf({ stack }: Environment): () => void {
  const stoppedSince = new Map<number, number>();
  return () => {
    for (const { pid } of stack.processes.values()) {
      const since = stoppedSince.get(pid) ?? Date.now();
      if (isStopped(pid)) stoppedSince.set(pid, since);
      else stoppedSince.delete(pid);
      if (Date.now() - since >= TIMES.leaseMs + 1_000) sendSignal(pid, 'SIGCONT');
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
 * The variables with which one life of a process does something to itself: another life does not
 * end at the same step again. @param rate how often, at a point that every invoice passes.
 */
export function selfInflicted(
  name: AppName,
  life: number,
  seed: number,
  rate: number,
): Record<string, string> {
  if (name === 'efi-simulator' || rate === 0) return {};
  const hash = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
  const lifeSeed = (seed * 7919 + life * 104_729 + hash) % 2_147_483_647;
  const random = randomFrom(lifeSeed);
  const points = POINTS[name === 'api' ? 'api' : 'worker'].map((point) => {
    const probability = Math.min(1, rate * (RARE[point] ?? 1));
    // A point has one action in a life: it kills, or it stops.
    return [point, { action: random.oneIn(3) ? 'stop' : 'kill', probability }] as const;
  });
  return injectFaults({ points: Object.fromEntries(points), seed: lifeSeed });
}

/** What each process has inflicted on itself, from what it wrote before. */
export function selfInflictedIn({ stack, logOf }: Environment): string[] {
  const names = [...stack.processes.keys()].filter((name) => /^(api|worker)/.test(name));
  return names.flatMap((name) =>
    [...logOf(name as AppName).matchAll(/^fault injected at (.+)$/gm)].map(
      ([, what]) => `${name === 'api' ? 'API' : 'worker'} at ${what}`,
    ),
  );
}
