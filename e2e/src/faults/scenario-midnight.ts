// Midnight in the middle of the load: cash is sold at several registers by several workers while the
// day, the year or the time of the clocks changes. Every process of ours runs with a shifted calendar.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PartName } from '@fiscal/testbed';
import { gather } from './evidence.ts';
import type { Evidence, LedgerInvoice } from './evidence.ts';
import { openGround } from './ground.ts';
import type { Ground } from './ground.ts';
import { judge } from './invariants.ts';
import type { Verdict } from './invariants.ts';
import { openJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { nightsAfter } from './nights.ts';
import type { Night } from './nights.ts';
import { ordersOf } from './orders.ts';
import { waitForRest } from './quiet.ts';
import { percentile } from './report.ts';
import { factsAbout } from './scenario.ts';
import type { RunScenario, Tell } from './scenario.ts';
import { startSteadySales } from './steady-sales.ts';

/** How long is sold before and after the moment. */
const BEFORE_MS = 6_000;
const AFTER_MS = 8_000;
const SALE_EVERY_MS = 125;
const LONGEST_NIGHT = 1_000;
/** Clocks are read when the load begins, so the moment comes a little earlier or later. */
const CLOSE_MS = 1_500;
/** The nights lie within two years; see nightsAfter. */
const LONGEST_SHIFT_MS = 2 * 366 * 86_400_000;

const shift = pathToFileURL(join(import.meta.dirname, 'shifted-date.mjs')).href;

export const runMidnight: RunScenario = async (options, name, tell) => {
  const { queue, seed, workers, isKept } = options;
  let offsetMs = 0;
  const ground = await openGround({
    name,
    queue,
    workers,
    isKept,
    companies: [
      { name: 'Market Lovćen', cashRegisters: 3 },
      { name: 'Kafana Skadar', cashRegisters: 1 },
    ],
    environment: {
      EFI_ONLINE_BUDGET_MS: '8000',
      LEASE_MS: '20000',
      NODE_OPTIONS: `--import=${shift}`,
      // PostgreSQL keeps its own clock, and is the second witness of every issue time.
      CLOCK_TOLERANCE_MS: String(LONGEST_SHIFT_MS),
    },
    environmentOf: () => ({ CLOCK_OFFSET_MS: String(Math.round(offsetMs)) }),
  });
  try {
    const journal = openJournal();
    const nights = options.nights === 'all' ? nightsAfter(new Date()) : newYear();
    const facts: Record<string, string> = {};
    for (const [index, night] of nights.entries()) {
      facts[`${night.name}, ${night.at.toISOString()}`] = await liveThrough(
        ground,
        journal,
        night,
        { seed: seed + index, setOffset: (ms) => (offsetMs = ms), tell },
      );
    }
    const evidence = await gather(ground, [...journal.stories.values()]);
    return {
      facts: { queue, ...facts, ...factsAbout(ground, evidence) },
      faults: {},
      verdicts: [...judge(evidence), ...verdictsAbout(ground, evidence, nights)],
    };
  } finally {
    await ground.close();
  }
};

function newYear(): Night[] {
  return nightsAfter(new Date()).filter(({ name }) => name === 'New Year');
}

/** Restarts everything at a time shortly before the moment, and sells until shortly after it. */
async function liveThrough(
  ground: Ground,
  journal: Journal,
  night: Night,
  { seed, setOffset, tell }: { seed: number; setOffset: (ms: number) => void; tell: Tell },
): Promise<string> {
  const apps = [...ground.stack.processes.keys()].filter((part) => !SERVERS.has(part));
  // Starting takes its time: the moment has to come while the shops sell.
  const startingMs = 4_000;
  const startAt = Date.now() + startingMs;
  setOffset(night.at.getTime() - BEFORE_MS - startAt);
  await Promise.all(apps.map((part) => ground.stack.restart(part as PartName)));
  const left = startAt - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  const lateMs = Date.now() - startAt;
  tell(`${night.name}: selling${lateMs > CLOSE_MS ? `, ${lateMs} ms late` : ''}`);
  const registers = ground.registers.length;
  const orders = ordersOf({
    seed,
    count: LONGEST_NIGHT,
    registers,
    kinds: 'cash',
    prefix: night.name,
  });
  const load = startSteadySales({ ground, journal, orders, everyMs: SALE_EVERY_MS });
  await new Promise((resolve) => setTimeout(resolve, BEFORE_MS + AFTER_MS - lateMs));
  await load.stop();
  await waitForRest(ground, tell);
  const waits = load.sales.map(({ waitedMs }) => waitedMs);
  return `${waits.length} cash sales, median ${percentile(waits, 0.5)}, longest ${percentile(waits, 1)}`;
}

const SERVERS = new Set(['postgres', 'redis']);

function verdictsAbout(ground: Ground, evidence: Evidence, nights: readonly Night[]): Verdict[] {
  const check = (name: string, counterexamples: string[]): Verdict => ({
    name,
    holds: counterexamples.length === 0,
    counterexamples,
  });
  return [
    check(
      'every register sold on both sides of each moment',
      findOneSided(ground, evidence, nights),
    ),
    check('one INITIAL deposit for each register and day', findRepeatedDeposits(evidence)),
    check('year and day are those of Podgorica at the issue time', findWrongCalendar(evidence)),
    check(
      'every sale is Fiscalized',
      evidence.invoices.flatMap(({ id, status, failure }) =>
        status === 'Fiscalized' ? [] : [`${id} is ${status} ${JSON.stringify(failure)}`],
      ),
    ),
  ];
}

function findOneSided(
  { registers }: Ground,
  { effects }: Evidence,
  nights: readonly Night[],
): string[] {
  return nights.flatMap(({ name, at }) =>
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
  const counts = new Map<string, number>();
  for (const { tcrCode, day } of deposits) {
    counts.set(`${tcrCode} ${day}`, (counts.get(`${tcrCode} ${day}`) ?? 0) + 1);
  }
  return [...counts].flatMap(([drawer, count]) =>
    count === 1 ? [] : [`${drawer} has ${count} deposits`],
  );
}

const CALENDAR = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Podgorica',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The written time must be Podgorica's own, with its offset; the number carries its year. */
function findWrongCalendar({ effects }: Evidence): string[] {
  return effects.flatMap((effect: LedgerInvoice) => {
    const { issueDateTime, year, day, invoiceNumber } = effect;
    const local = CALENDAR.format(Date.parse(issueDateTime)).replace(' ', 'T');
    const isRight =
      issueDateTime.startsWith(local) &&
      local.startsWith(day) &&
      local.startsWith(year) &&
      invoiceNumber.includes(`/${year}/`);
    return isRight ? [] : [`${invoiceNumber}: ${issueDateTime}, ${day}; Podgorica says ${local}`];
  });
}
