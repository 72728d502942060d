// A day boundary in the middle of the load: cash is sold at several registers by several workers
// while the day, the year or the time of the clocks changes. Every process of ours runs with a
// shifted calendar.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PartName } from '@fiscal/testbed';
import { dayBoundariesAfter } from '../day-boundaries.ts';
import type { DayBoundary } from '../day-boundaries.ts';
import type { Environment } from '../environment.ts';
import type { Evidence } from '../evidence.ts';
import { verdictOf } from '../invariants.ts';
import type { Verdict } from '../invariants.ts';
import { ordersOf } from '../orders.ts';
import { waitForRest } from '../quiesce.ts';
import { startSteadySales } from '../workload.ts';
import { millisecondsAt, scenario } from './scenario.ts';
import type { Facts, Run, RunScenario } from './scenario.ts';

/** How long is sold before and after the moment. */
const BEFORE_MS = 6_000;
const AFTER_MS = 8_000;
/** Starting takes its time: the moment has to come while the shops sell. */
const STARTING_MS = 4_000;
const SALE_EVERY_MS = 125;
const MOST_SALES = 1_000;
/** Clocks are read when the load begins, so the moment comes a little earlier or later. */
const CLOSE_MS = 1_500;
/** The day boundaries lie within two years; see dayBoundariesAfter. */
const LONGEST_SHIFT_MS = 2 * 366 * 86_400_000;
const SERVERS = new Set(['postgres', 'redis']);

const shiftedDate = new URL('../shifted-date.mjs', import.meta.url).href;

export const runMidnight: RunScenario = (options, ...others) => {
  let offsetMs = 0;
  const run = scenario(
    () => ({
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
      variablesOf: () => ({ CLOCK_OFFSET_MS: String(Math.round(offsetMs)) }),
    }),
    async (run) => {
      const { environment } = run;
      const boundaries = dayBoundariesAfter(new Date()).filter(
        ({ name }) => options.nights === 'all' || name === 'New Year',
      );
      const facts: Facts = {};
      for (const [index, boundary] of boundaries.entries()) {
        const sold = await pass(run, boundary, options.seed + index, (ms) => (offsetMs = ms));
        facts[`${boundary.name}, ${boundary.at.toISOString()}`] = sold;
      }
      return (evidence) => ({ facts, verdicts: verdictsAbout(environment, evidence, boundaries) });
    },
  );
  return run(options, ...others);
};

/** Restarts everything at a time shortly before the moment, and sells until shortly after it. */
async function pass(
  { environment, history, tell }: Run,
  { name, at }: DayBoundary,
  seed: number,
  setOffset: (ms: number) => void,
): Promise<string> {
  const { stack, registers } = environment;
  const apps = [...stack.processes.keys()].filter((part) => !SERVERS.has(part));
  const startAt = Date.now() + STARTING_MS;
  setOffset(at.getTime() - BEFORE_MS - startAt);
  await Promise.all(apps.map((part) => stack.restart(part as PartName)));
  await sleep(Math.max(0, startAt - Date.now()));
  const lateMs = Date.now() - startAt;
  tell(`${name}: selling${lateMs > CLOSE_MS ? `, ${lateMs} ms late` : ''}`);
  const many = { seed, count: MOST_SALES, registers: registers.length };
  const orders = ordersOf({ ...many, kinds: 'cash', prefix: name });
  const load = startSteadySales(environment, history, orders, SALE_EVERY_MS);
  await sleep(BEFORE_MS + AFTER_MS - lateMs);
  await load.stop();
  await waitForRest(environment, tell);
  const waits = load.sales.map(({ waitedMs }) => waitedMs);
  return `${waits.length} cash sales, median ${millisecondsAt(waits, 0.5)}, longest ${millisecondsAt(waits, 1)}`;
}

function verdictsAbout(
  environment: Environment,
  evidence: Evidence,
  boundaries: readonly DayBoundary[],
): Verdict[] {
  return [
    verdictOf(
      'every register sold on both sides of each moment',
      findOneSided(environment, evidence, boundaries),
    ),
    verdictOf('one INITIAL deposit for each register and day', findRepeatedDeposits(evidence)),
    verdictOf('year and day are those of Podgorica at the issue time', findWrongCalendar(evidence)),
    verdictOf(
      'every sale is Fiscalized',
      evidence.invoices.flatMap(({ id, status, failure }) =>
        status === 'Fiscalized' ? [] : [`${id} is ${status} ${JSON.stringify(failure)}`],
      ),
    ),
  ];
}

function findOneSided(
  { registers }: Environment,
  { effects }: Evidence,
  boundaries: readonly DayBoundary[],
): string[] {
  return boundaries.flatMap(({ name, at }) =>
    registers.flatMap(({ tcrCode, company }) => {
      const times = effects
        .filter((effect) => effect.tcrCode === tcrCode)
        .map(({ issueDateTime }) => Date.parse(issueDateTime) - at.getTime());
      const before = times.some((ms) => ms < 0 && ms >= -60_000);
      const after = times.some((ms) => ms >= 0 && ms < 60_000);
      return before && after ? [] : [`${name}: ${company} ${tcrCode} did not`];
    }),
  );
}

function findRepeatedDeposits({ deposits }: Evidence): string[] {
  const ofDays = Map.groupBy(deposits, ({ tcrCode, day }) => `${tcrCode} ${day}`);
  return [...ofDays].flatMap(([day, { length }]) =>
    length === 1 ? [] : [`${day} has ${length} deposits`],
  );
}

const CALENDAR = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Podgorica',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The written time must be Podgorica's own, with its offset; the number carries its year. */
function findWrongCalendar({ effects }: Evidence): string[] {
  return effects.flatMap(({ issueDateTime, year, day, invoiceNumber }) => {
    const local = CALENDAR.format(Date.parse(issueDateTime)).replace(' ', 'T');
    const isRight =
      issueDateTime.startsWith(local) &&
      local.startsWith(day) &&
      local.startsWith(year) &&
      invoiceNumber.includes(`/${year}/`);
    return isRight ? [] : [`${invoiceNumber}: ${issueDateTime}, ${day}; Podgorica says ${local}`];
  });
}
