// Injects faults from shuffled decks, so that every kind comes equally often, at random times; and
// resumes processes that are stopped, by a fault or at a fault injection point, once their lease
// must have run out.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessTree } from '@fiscal/runtime';
import { FAULT_POINT_NAMES, injectFaults } from '@fiscal/testbed';
import type { AppName, FaultPointName } from '@fiscal/testbed';
import { randomFrom, type Random } from '@fiscal/testbed/random';
import { faultKinds } from './faults.ts';
import { LEASE_MS, type Run } from './run.ts';

/** Each of these injects one fault after the other: two at the same time, which meet each other. */
const INJECTORS = [0, 1];
const RESUME_LOOK_EVERY_MS = 250;

/**
 * Does the work while everything is being broken. @returns what came of the work, and how often
 * each kind of fault was injected. @throws what the first fault threw that could not be injected
 */
export async function duringFaults<T>(run: Run, work: () => Promise<T>) {
  const { seed, queue, faultEveryMs } = run.options;
  const kinds = faultKinds(queue);
  const counts = Object.fromEntries(kinds.map(([name]) => [name, 0]));
  const ending = new AbortController();
  const { signal } = ending;
  const injectAgainAndAgain = async (random: Random) => {
    for (let deck: typeof kinds = []; ;) {
      await sleep(random.below(2 * faultEveryMs), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      if (deck.length === 0) deck = shuffled(kinds, random);
      const [name, inject] = deck.pop()!;
      if ((await inject(run, random)) !== false) counts[name]! += 1;
    }
  };
  const resuming = setInterval(resumerOf(run), RESUME_LOOK_EVERY_MS);
  const [result] = await Promise.all([
    work().finally(() => ending.abort()),
    ...INJECTORS.map((injector) => injectAgainAndAgain(randomFrom(seed * 31 + injector))),
  ]).finally(() => clearInterval(resuming));
  return { result, counts };
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  return values.flatMap(() => left.splice(random.below(left.length), 1));
}

/** Resumes what has been stopped for longer than its lease. */
function resumerOf({ stack }: Run): () => void {
  let stoppedSince = new Map<number, number>();
  return () => {
    const stopped = readProcessTree(process.pid).filter(({ isStopped }) => isStopped);
    const before = stoppedSince;
    stoppedSince = new Map(stopped.map(({ pid }) => [pid, before.get(pid) ?? Date.now()]));
    for (const { pid, kill } of stack.processes.values()) {
      if (Date.now() - (stoppedSince.get(pid) ?? Infinity) >= LEASE_MS + 1_000) kill('SIGCONT');
    }
  };
}

/** Points that few invoices pass: there it happens so many times as often. */
const RARE: Partial<Record<FaultPointName, number>> = {
  'deposit-prepared': 15,
  'deposit-sent': 15,
  'delivery-claimed': 4,
  'resend-prepared': 4,
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
  // A process meets only the points of its own code; each has one action in a life.
  const points = FAULT_POINT_NAMES.map((point) => {
    const probability = Math.min(1, rate * (RARE[point] ?? 1));
    return [point, { action: random.oneIn(3) ? 'stop' : 'kill', probability }] as const;
  });
  return injectFaults({ points: Object.fromEntries(points), seed: lifeSeed });
}

/** What each process has inflicted on itself, from what it wrote before. */
export function selfInflictedIn({ stack }: Run): string[] {
  return [...stack.processes.values()].flatMap(({ name, logFile }) => {
    const found = readFileSync(logFile, 'utf8').matchAll(/^fault injected at (.+)$/gm);
    return [...found].map(([, what]) => `${name === 'api' ? 'API' : 'worker'} at ${what}`);
  });
}
