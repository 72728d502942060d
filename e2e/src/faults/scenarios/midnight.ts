// A day boundary in the middle of the load: cash is sold at several registers by several workers
// while the day, the year or the time of the clocks changes. Every process of ours runs with a
// shifted calendar.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PartName } from '@fiscal/testbed';
import type { Evidence } from '../evidence.ts';
import { repeated } from '../invariants.ts';
import type { OrderOptions } from '../orders.ts';
import { waitForRest } from '../quiesce.ts';
import type { Run } from '../run.ts';
import { startSteadySales } from '../workload.ts';
import { scenario, summaryOf, unlessAll } from './scenario.ts';

/** How long is sold before and after the moment. */
const BEFORE_MS = 6_000;
const AFTER_MS = 8_000;
/** Starting takes its time: the moment has to come while the shops sell. */
const STARTING_MS = 4_000;
const SALE_EVERY_MS = 125;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Every boundary lies within two years. */
const LONGEST_SHIFT_MS = 2 * 366 * DAY_MS;

const shiftedDate = new URL('../shifted-date.mjs', import.meta.url).href;

/** Midnight UTC of the last Sunday of a month, in ms. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return last.getTime() - last.getUTCDay() * DAY_MS;
}

/** Summer time is one hour ahead of winter time's UTC+1; both changes are at 01:00 UTC. */
const BOUNDARIES: Readonly<Record<string, (year: number) => number>> = {
  'an ordinary midnight': (year) => Date.UTC(year, 5, 16) - 2 * HOUR_MS,
  'New Year': (year) => Date.UTC(year, 0, 1) - HOUR_MS,
  'before summer time': (year) => lastSunday(year, 2) - HOUR_MS,
  'summer time begins': (year) => lastSunday(year, 2) + HOUR_MS,
  'before winter time': (year) => lastSunday(year, 9) - 2 * HOUR_MS,
  'winter time begins': (year) => lastSunday(year, 9) + HOUR_MS,
};

/** The next of each kind, in their order; none lies before the certificates begin. */
function nextBoundaries(): { name: string; at: number }[] {
  const [year, earliest] = [new Date().getUTCFullYear(), Date.now() + DAY_MS];
  return Object.entries(BOUNDARIES)
    .flatMap(([name, atIn]) => {
      const at = [0, 1, 2].map((years) => atIn(year + years)).find((each) => each > earliest);
      return { name, at: at! };
    })
    .sort((one, other) => one.at - other.at);
}

export const runMidnight = scenario(
  (_options, nextLife) => ({
    companies: [
      { name: 'Market Lovćen', cashRegisters: 3 },
      { name: 'Kafana Skadar', cashRegisters: 1 },
    ],
    variables: {
      ...{ EFI_ONLINE_BUDGET_MS: '8000', LEASE_MS: '20000' },
      NODE_OPTIONS: `--import=${shiftedDate}`,
      // PostgreSQL keeps its own clock, and is the second witness of every issue time.
      CLOCK_TOLERANCE_MS: String(LONGEST_SHIFT_MS),
    },
    variablesOf: () => ({ CLOCK_OFFSET_MS: String(Math.round(nextLife.clockOffsetMs)) }),
  }),
  async (run) => {
    const boundaries = nextBoundaries();
    const facts: Record<string, unknown> = {};
    for (const [index, { name, at }] of boundaries.entries()) {
      const orders = { seed: run.options.seed + index, isCashOnly: true, prefix: name };
      facts[`${name}, ${new Date(at).toISOString()}`] = await sellAround(run, at, orders);
    }
    return ({ invoices, effects, deposits }) => ({
      facts,
      verdicts: {
        'every register sold on both sides of each moment': boundaries.flatMap(({ name, at }) =>
          run.registers.flatMap(({ tcrCode }) => {
            const sides = [
              { name, tcrCode, from: at - 60_000, to: at },
              { name, tcrCode, from: at, to: at + 60_000 },
            ];
            return sides.filter((side) => !effects.some((effect) => isWithin(side, effect)));
          }),
        ),
        'one INITIAL deposit for each register and day': repeated(
          deposits,
          ({ tcrCode, day }) => `${tcrCode} ${day}`,
        ),
        'year and day are those of Podgorica at the issue time': effects.filter(
          (effect) => !isOfPodgorica(effect),
        ),
        'every sale is Fiscalized': unlessAll('Fiscalized', invoices),
      },
    });
  },
);

/** Restarts everything at a time shortly before the moment, and sells until shortly after it. */
async function sellAround(run: Run, at: number, orders: OrderOptions) {
  const { stack, nextLife } = run;
  const apps = [...stack.processes.keys()].filter((part) => !/^(postgres|redis)$/.test(part));
  const startAt = Date.now() + STARTING_MS;
  nextLife.clockOffsetMs = at - BEFORE_MS - startAt;
  await Promise.all(apps.map((part) => stack.restart(part as PartName)));
  await sleep(Math.max(0, startAt - Date.now()));
  const { sales, stop } = startSteadySales(run, SALE_EVERY_MS, orders);
  await sleep(startAt + BEFORE_MS + AFTER_MS - Date.now());
  await stop();
  await waitForRest(run);
  return summaryOf(sales.map(({ waitedMs }) => waitedMs));
}

type Effect = Evidence['effects'][number];

function isWithin(
  { tcrCode, from, to }: { tcrCode: string; from: number; to: number },
  effect: Effect,
): boolean {
  const issuedAt = Date.parse(effect.issueDateTime);
  return effect.tcrCode === tcrCode && issuedAt >= from && issuedAt < to;
}

const CALENDAR = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Podgorica',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The written time must be Podgorica's own, with its offset; the number carries its year. */
function isOfPodgorica({ issueDateTime, year, day, invoiceNumber }: Effect): boolean {
  const local = CALENDAR.format(Date.parse(issueDateTime)).replace(' ', 'T');
  return (
    issueDateTime.startsWith(local) &&
    local.startsWith(day) &&
    local.startsWith(year) &&
    invoiceNumber.includes(`/${year}/`)
  );
}
