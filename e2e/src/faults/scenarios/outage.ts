// The authority is away for half an hour while the shops sell: first it is silent, then nothing
// listens. When it is back everything is delivered, and no customer waits longer because of that.

import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, percentile } from '@fiscal/testbed';
import { disturbing } from '../disturbances.ts';
import { ordersOf } from '../orders.ts';
import { waitForRest } from '../quiesce.ts';
import { startSteadySales } from '../workload.ts';
import type { SteadySale } from '../workload.ts';
import { countBy, scenario, waitsInWords } from './scenario.ts';
import type { Run } from './scenario.ts';

const SALE_EVERY_MS = 250;
const MOST_SALES = 100_000;
/** Until the circuit is open, the first sales wait out their budget. */
const FIRST_SECONDS_MS = 10_000;
/** With the circuit open, nobody waits for the authority. */
const OFFLINE_AT_ONCE_MS = 1_500;
/** Caches, connections and browsers of processes that have just started. */
const WARMING_MS = 10_000;
/**
 * By then a probe was answered and every worker knows of it: no live sale becomes Offline any more.
 * The longest pause between two probes is ten seconds and a quarter, and workers share their
 * circuits every second.
 */
const ALL_KNOW_MS = 14_000;
/** What delivery may add to the wait of 99 of 100 live sales: the noise of a busy machine. */
const NOISE_MS = 300;
/** No sale takes longer while the authority answers. */
const LONGEST_USUAL_MS = 1_000;

export const runOutage = scenario(
  () => ({
    companies: [{ name: 'Market Lovćen', cashRegisters: 4 }],
    variables: { EFI_PROBE_EVERY_MS: '2000', DELIVERY_AFTER_MS: '2000' },
  }),
  async (run) => {
    const { environment, options } = run;
    const { seed, minutes } = options;
    const all = ordersOf({ seed, count: MOST_SALES, registers: environment.registers.length });
    const orders = all.map((order) => ({ ...order, isCorrective: false }));
    const { sales, stop } = startSteadySales(environment, orders, SALE_EVERY_MS);
    const phases = await goThrough(run);
    await stop();
    await waitForRest(environment);
    const waits = await environment.query<{ ms: number }>(
      `select extract(epoch from updated_at - $1::timestamptz)::float8 * 1000 as ms from invoice
       where offline_since < $1 and status = 'Fiscalized' and updated_at > $1`,
      [new Date(performance.timeOrigin + phases.back)],
    );
    return () => ({
      facts: {
        'authority away': `${minutes} minutes: half of it silent, half of it refusing connections`,
        'a sale every': `${SALE_EVERY_MS} ms, ${sales.length} in all`,
        ...factsOfPhases(sales, phases),
        'delivery took': `${Math.round((phases.delivered - phases.back) / 1000)} s`,
        'Offline → Fiscalized after it was back': `${waits.length}: ${waitsInWords(waits.map(({ ms }) => ms))}`,
      },
      verdicts: verdictsAbout(sales, phases),
    });
  },
);

/** The moments between the phases, in ms of performance.now. */
type Phases = Record<'start' | 'away' | 'back' | 'delivered' | 'end', number>;

async function goThrough({ environment, options, onProgress }: Run): Promise<Phases> {
  const { stack, disturbances, query } = environment;
  const efi = stack.proxies!.efi;
  const { minutes } = options;
  const calmMs = Math.min(60_000, Math.max(15_000, minutes * 6_000));
  await sleep(WARMING_MS);
  const start = performance.now();
  await sleep(calmMs);
  const away = performance.now();
  await disturbing(disturbances, async () => {
    onProgress('the authority is silent');
    await efi.setMode('stall');
    await sleep(minutes * 30_000);
    onProgress('the authority refuses connections');
    await efi.setMode('refuse');
    await sleep(minutes * 30_000);
  });
  const back = performance.now();
  onProgress('the authority is back');
  await efi.setMode('pass');
  await eventually(
    () => query(`select from invoice where status = 'Offline'`),
    (offline) => offline.length === 0,
    { everyMs: 1_000, limitMs: Infinity },
  );
  const delivered = performance.now();
  onProgress('everything is delivered');
  await sleep(calmMs);
  return { start, away, back, delivered, end: performance.now() };
}

const within = (sales: readonly SteadySale[], from: number, to: number) =>
  sales.filter(({ at }) => at >= from && at < to);
const waitsOf = (sales: readonly SteadySale[]) => sales.map(({ waitedMs }) => waitedMs);

function factsOfPhases(sales: readonly SteadySale[], phases: Phases): Record<string, string> {
  const { start, away, back, delivered, end } = phases;
  const facts = {
    'live sales before': [start, away],
    'live sales in the first seconds': [away, away + FIRST_SECONDS_MS],
    'live sales, authority away': [away + FIRST_SECONDS_MS, back],
    'live sales until all know that it is back': [back, back + ALL_KNOW_MS],
    'live sales during delivery': [back + ALL_KNOW_MS, delivered],
    'live sales afterwards': [delivered, end],
  } satisfies Record<string, [number, number]>;
  return Object.fromEntries(
    Object.entries(facts).map(([name, [from, to]]) => {
      const part = within(sales, from, to);
      const statuses = JSON.stringify(countBy(part.map(({ status }) => status)));
      return [name, `${waitsInWords(waitsOf(part))}; ${statuses}`];
    }),
  );
}

function verdictsAbout(sales: readonly SteadySale[], phases: Phases): Record<string, string[]> {
  const { start, away, back, delivered, end } = phases;
  const p99 = (part: readonly SteadySale[]) => percentile(waitsOf(part), 0.99);
  const notEnding = (wanted: string, part: readonly SteadySale[]) =>
    part.filter(({ status }) => status !== wanted).map(({ status }) => `one ended ${status}`);
  const without = within(sales, away + FIRST_SECONDS_MS, back);
  // A sale that has begun just before the silence meets it.
  const before = within(sales, start, away - LONGEST_USUAL_MS);
  const usual = p99([...before, ...within(sales, delivered, end)]);
  const meanwhile = within(sales, back + ALL_KNOW_MS, delivered);
  const isAtOnce = p99(without) <= OFFLINE_AT_ONCE_MS;
  // False where there was no sale: delivery was over before all knew, and a longer outage shows it.
  const isAsUsual = p99(meanwhile) <= usual + NOISE_MS;
  return {
    'with the authority away, sales turn Offline at once': [
      ...(isAtOnce ? [] : [`99 of 100 waited up to ${p99(without)} ms`]),
      ...notEnding('Offline', without),
    ],
    'delivery never delays live sales': [
      ...(isAsUsual
        ? []
        : [`99 of 100: ${usual} ms without, ${p99(meanwhile)} ms during delivery`]),
      ...notEnding('Fiscalized', meanwhile),
    ],
  };
}
