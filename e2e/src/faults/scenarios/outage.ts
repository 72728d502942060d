// The authority is away for half an hour while the shops sell: first it is silent, then nothing
// listens. When it is back everything is delivered, and no customer waits longer because of that.

import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '@fiscal/testbed';
import { disturbing } from '../disturbances.ts';
import { untilNone, waitForRest } from '../quiesce.ts';
import type { Run } from '../run.ts';
import { startSteadySales } from '../workload.ts';
import type { SteadySale } from '../workload.ts';
import { countBy, scenario, waitsInWords } from './scenario.ts';

const SALE_EVERY_MS = 250;
/** Until the circuit is open, the first sales wait out their budget. */
const FIRST_SECONDS_MS = 10_000;
/** With the circuit open, no sale waits for the authority. */
const OFFLINE_AT_ONCE_MS = 1_500;
/** Caches, connections and browsers of processes that have just started. */
const WARMING_MS = 10_000;
/**
 * By then a probe was answered and every worker knows of it: no live sale turns Offline any more.
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
    const { minutes } = run.options;
    const { sales, stop } = startSteadySales(run, SALE_EVERY_MS, {});
    const moments = await goThrough(run);
    await stop();
    await waitForRest(run);
    const { back, delivered } = moments;
    const waits = await run.query<{ ms: number }>(
      `select extract(epoch from updated_at - $1::timestamptz)::float8 * 1000 as ms from invoice
       where offline_since < $1 and status = 'Fiscalized' and updated_at > $1`,
      [new Date(performance.timeOrigin + back)],
    );
    return () => ({
      facts: {
        'authority away': `${minutes} minutes: half of it silent, half of it refusing connections`,
        'a sale every': `${SALE_EVERY_MS} ms, ${sales.length} in all`,
        ...factsOfPhases(sales, moments),
        'delivery took': `${Math.round((delivered - back) / 1000)} s`,
        'Offline → Fiscalized after it was back': `${waits.length}: ${waitsInWords(waits.map(({ ms }) => ms))}`,
      },
      verdicts: verdictsAbout(sales, moments),
    });
  },
);

/** The moments between the phases, in ms of performance.now. */
type Moments = Awaited<ReturnType<typeof goThrough>>;

async function goThrough(run: Run) {
  const { stack, disturbances, options, onProgress } = run;
  const { efi } = stack.proxies!;
  const halfMs = options.minutes * 30_000;
  const calmMs = Math.min(60_000, Math.max(15_000, halfMs / 5));
  await sleep(WARMING_MS);
  const start = performance.now();
  await sleep(calmMs);
  const away = performance.now();
  await disturbing(disturbances, async () => {
    onProgress('the authority is silent');
    await efi.setMode('stall');
    await sleep(halfMs);
    onProgress('the authority refuses connections');
    await efi.setMode('refuse');
    await sleep(halfMs);
  });
  const back = performance.now();
  onProgress('the authority is back');
  await efi.setMode('pass');
  await untilNone(run, `status = 'Offline'`);
  const delivered = performance.now();
  onProgress('everything is delivered');
  await sleep(calmMs);
  return { start, away, back, delivered, end: performance.now() };
}

const within = (sales: readonly SteadySale[], from: number, to: number) =>
  sales.filter(({ at }) => at >= from && at < to);
const waitsOf = (sales: readonly SteadySale[]) => sales.map(({ waitedMs }) => waitedMs);

function factsOfPhases(sales: readonly SteadySale[], moments: Moments): Record<string, string> {
  const { start, away, back, delivered, end } = moments;
  const phases: [name: string, from: number, to: number][] = [
    ['live sales before', start, away],
    ['live sales in the first seconds', away, away + FIRST_SECONDS_MS],
    ['live sales, authority away', away + FIRST_SECONDS_MS, back],
    ['live sales until all know that it is back', back, back + ALL_KNOW_MS],
    ['live sales during delivery', back + ALL_KNOW_MS, delivered],
    ['live sales afterwards', delivered, end],
  ];
  return Object.fromEntries(
    phases.map(([name, from, to]) => {
      const part = within(sales, from, to);
      const statuses = JSON.stringify(countBy(part.map(({ status }) => status)));
      return [name, `${waitsInWords(waitsOf(part))}; ${statuses}`];
    }),
  );
}

function verdictsAbout(sales: readonly SteadySale[], moments: Moments): Record<string, string[]> {
  const { start, away, back, delivered, end } = moments;
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
  const compared = `99 of 100: ${usual} ms without, ${p99(meanwhile)} ms during delivery`;
  return {
    'with the authority away, sales turn Offline at once': [
      ...(isAtOnce ? [] : [`99 of 100 waited up to ${p99(without)} ms`]),
      ...notEnding('Offline', without),
    ],
    'delivery never delays live sales': [
      ...(isAsUsual ? [] : [compared]),
      ...notEnding('Fiscalized', meanwhile),
    ],
  };
}
