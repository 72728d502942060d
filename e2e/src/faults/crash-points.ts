// The points at which processes kill or stop themselves, and how often they did.

import type { AppName } from '@fiscal/testbed';
import { randomFrom } from '../money/random.ts';
import type { Ground } from './ground.ts';

const WORKER_POINTS = [
  'claimed',
  'numbered',
  'prepared',
  'sent',
  'recorded',
  'deposit-prepared',
  'deposit-sent',
  'delivery-claimed',
  'resend-prepared',
  'print-rendered',
  'print-stored',
];
const API_POINTS = ['accepted', 'queued'];

/** Points that few invoices pass: there it happens so many times as often. */
const RARE = new Map([
  ['deposit-prepared', 60],
  ['deposit-sent', 60],
  ['delivery-claimed', 4],
  ['resend-prepared', 4],
]);

/**
 * The variables of one life of a process.
 * @param rate how often a process dies at a point that every invoice passes.
 */
export function crashVariables(
  name: AppName,
  life: number,
  seed: number,
  rate: number,
): Record<string, string> {
  if (name === 'efi-simulator' || rate === 0) return {};
  const points = name === 'api' ? API_POINTS : WORKER_POINTS;
  // Another life must not die at the same step again.
  const lifeSeed = (seed * 7919 + life * 104_729 + hashOf(name)) % 2_147_483_647;
  const random = randomFrom(lifeSeed);
  const rules = points.map((point) => {
    const often = Math.min(1, rate * (RARE.get(point) ?? 1)).toFixed(6);
    // A point has one habit in a life: it kills, or it stops.
    return `${point}=${random.oneIn(3) ? 'stop' : 'kill'}:${often}`;
  });
  const CRASH_SEED = String(lifeSeed);
  return { CRASH_POINTS: rules.join(','), CRASH_SEED };
}

/** How often each happened, from what the processes wrote before it did. */
export function countCrashes(ground: Ground): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of ground.stack.processes.keys()) {
    if (name !== 'api' && !name.startsWith('worker')) continue;
    for (const [, what = ''] of ground.logOf(name as AppName).matchAll(/^crash point (.+)$/gm)) {
      const kind = `crash point ${name === 'api' ? 'API' : 'worker'} ${what}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  return counts;
}

function hashOf(text: string): number {
  return Buffer.from(text).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
}
