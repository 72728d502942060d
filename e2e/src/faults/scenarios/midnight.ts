// A day boundary in the middle of the load: cash is sold at several registers by several workers
// while the day, the year or the time of the clocks changes. The workers, which issue, run with a
// shifted calendar; an API whose clock is not PostgreSQL's stores no invoice.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '../evidence.ts';
import { repeated } from '../invariants.ts';
import { waitForRest } from '../quiesce.ts';
import type { Run } from '../run.ts';
import { sellSteadily } from '../workload.ts';
import { scenario, summaryOf, unlessAll } from './scenario.ts';

/** How long is sold before and after the boundary. */
const BEFORE_MS = 8_000;
const AFTER_MS = 8_000;
/** Starting takes its time: the boundary has to come while the shops sell. */
const STARTING_MS = 4_000;
const SALE_EVERY_MS = 250;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Every boundary lies within two years. */
const LONGEST_SHIFT_MS = 2 * 366 * DAY_MS;

const shiftedDate = new URL('../shifted-date.mjs', import.meta.url).href;

/** Next year's, so that none lies before the certificates begin. */
const YEAR = new Date().getUTCFullYear() + 1;

/** Midnight UTC of the last Sunday of a month, in ms. */
function lastSunday(month: number): number {
  const last = new Date(Date.UTC(YEAR, month + 1, 0));
  return last.getTime() - last.getUTCDay() * DAY_MS;
}

type Boundary = readonly [name: string, at: number];

/** Summer time is one hour ahead of winter time's UTC+1; both changes are at 01:00 UTC. */
const BOUNDARIES: readonly Boundary[] = [
  ['New Year', Date.UTC(YEAR, 0, 1) - HOUR_MS],
  ['before summer time', lastSunday(2) - HOUR_MS],
  ['summer time begins', lastSunday(2) + HOUR_MS],
  ['an ordinary midnight', Date.UTC(YEAR, 5, 16) - 2 * HOUR_MS],
  ['before winter time', lastSunday(9) - 2 * HOUR_MS],
  ['winter time begins', lastSunday(9) + HOUR_MS],
];

export const runMidnight = scenario(
  () => ({
    companies: [
      { name: 'Market Lovćen', cashRegisters: 3 },
      { name: 'Kafana Skadar', cashRegisters: 1 },
    ],
    variablesOf: (app, _life, { clockOffsetMs }) => ({
      EFI_ONLINE_BUDGET_MS: '8000',
      LEASE_MS: '20000',
      ...(app === 'api' ? {} : { NODE_OPTIONS: `--import=${shiftedDate}` }),
      // PostgreSQL keeps its own clock, and is the second witness of every issue time.
      CLOCK_TOLERANCE_MS: String(LONGEST_SHIFT_MS),
      CLOCK_OFFSET_MS: String(Math.round(clockOffsetMs)),
    }),
  }),
  async (run) => {
    const facts: Record<string, unknown> = {};
    for (const [name, at] of BOUNDARIES) {
      facts[`${name}, ${new Date(at).toISOString()}`] = await sellAround(run, at, name);
    }
    return ({ invoices, effects, deposits }) => {
      // In whole minutes from the boundary: −1 is the last one before it, 0 the first one after it.
      const isOnBothSides = (tcrCode: string, at: number) => {
        const own = effects.filter((effect) => effect.tcrCode === tcrCode);
        const minutes = own.map((each) =>
          Math.floor((Date.parse(each.issueDateTime) - at) / 60_000),
        );
        return minutes.includes(-1) && minutes.includes(0);
      };
      return {
        facts,
        verdicts: {
          'every register sold on both sides of each boundary': BOUNDARIES.flatMap(([name, at]) =>
            run.registers
              .filter(({ tcrCode }) => !isOnBothSides(tcrCode, at))
              .map(({ tcrCode }) => ({ name, tcrCode })),
          ),
          'one INITIAL deposit for each register and day': repeated(deposits, dayOf),
          'year and day are those of Podgorica at the issue time': effects.filter(isElsewhere),
          'every sale is Fiscalized': unlessAll('Fiscalized', invoices),
        },
      };
    };
  },
);

/** Restarts everything at a time shortly before the boundary, and sells until shortly after it. */
async function sellAround(run: Run, at: number, prefix: string) {
  const { stack, nextLife } = run;
  const apps = [...stack.processes.keys()].filter((part) => !/^(postgres|redis)$/.test(part));
  let startAt = 0;
  // A busy machine needs longer: then the boundary would have passed before anything is sold.
  for (let startingMs = STARTING_MS; startAt < Date.now(); startingMs *= 2) {
    startAt = Date.now() + startingMs;
    nextLife.clockOffsetMs = at - BEFORE_MS - startAt;
    await Promise.all(apps.map((part) => stack.restart(part)));
  }
  await sleep(startAt - Date.now());
  const orders = { isCashOnly: true, prefix };
  const { sales } = await sellSteadily(run, SALE_EVERY_MS, orders, () =>
    sleep(startAt + BEFORE_MS + AFTER_MS - Date.now()),
  );
  await waitForRest(run);
  return summaryOf(sales);
}

const dayOf = ({ tcrCode, day }: Evidence['deposits'][number]) => `${tcrCode} ${day}`;

/** The written time must be Podgorica's own, with its offset; the number carries its year. */
function isElsewhere({ issueDateTime, year, day, invoiceNumber }: Evidence['effects'][number]) {
  const time = new Date(issueDateTime).toLocaleString('sv-SE', { timeZone: 'Europe/Podgorica' });
  const beginnings = [time.replace(' ', 'T'), day, year];
  const isWritten = beginnings.every((beginning) => issueDateTime.startsWith(beginning));
  return !isWritten || !invoiceNumber.includes(`/${year}/`);
}
