// Everything that ever stopped or could stop the service is tried while a shop of another company
// sells once a second. Among the long tests each attack is tried once, and no time is judged; with
// `npm run attack` several times, each with its answer, and 99 of 100 customers of the shop have to
// be served within ATTACK_P99_MS. ATTACK_ONLY is a pattern: attacks of another name are left out.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { assault } from './assault.ts';
import { ATTACKS } from './attacks/all.ts';
import { openTarget } from './target.ts';
import type { Target } from './target.ts';

const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 1);
const ONLY = process.env.ATTACK_ONLY ?? '';
const CHOSEN = ATTACKS.filter(({ name }) => new RegExp(ONLY).test(name));
/** For hangs alone, on a loaded machine. */
const ROUND_MS = 900_000;
const MOST_P99_MS = Number(process.env.ATTACK_P99_MS ?? Number.POSITIVE_INFINITY);

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.close());

const tell = (text: string) => {
  if (ROUNDS > 1 || ONLY !== '') process.stdout.write(`  ${text}\n`);
};

test(
  'whatever one company tries, another sells and nothing ends',
  async () => {
    const attacks = Array.from({ length: ROUNDS }, () => CHOSEN).flat();
    const { attempts, sales, brokenSales, p50, p99, ended } = await assault(target, attacks, tell);
    tell(`${sales} sales meanwhile; their customers waited ${p50} ms (p50), ${p99} ms (p99)`);
    expect(attempts).not.toEqual([]);
    expect(attempts.filter(({ trouble }) => trouble !== null)).toEqual([]);
    expect(brokenSales).toEqual([]);
    expect(ended).toEqual([]);
    expect(sales).toBeGreaterThan(0);
    expect(p99).toBeLessThan(MOST_P99_MS);
  },
  ROUNDS * ROUND_MS,
);
