// The authority is away for half an hour while the shops sell: first it is silent, then nothing
// listens. When it is back everything is delivered, and no customer waits longer because of that.

import { setTimeout as sleep } from 'node:timers/promises';
import { disturbing } from '../disturbances.ts';
import { untilNone, waitForRest } from '../quiesce.ts';
import type { Run } from '../run.ts';
import { sellSteadily } from '../workload.ts';
import { scenario, summaryOf, unlessAll, WARMING_MS } from './scenario.ts';

const SALE_EVERY_MS = 250;
/** Until the circuit is open, the first sales wait out their budget. */
const FIRST_SECONDS_MS = 10_000;
/** With the circuit open, no sale waits for the authority. */
const OFFLINE_AT_ONCE_MS = 1_500;
/**
 * By then a probe had its reply and every worker knows of it: no live sale turns Offline any more.
 * The longest pause between two probes is ten seconds and a quarter, and workers share their
 * circuits every second.
 */
const ALL_KNOW_MS = 14_000;
/** What delivery may add to the wait of 99 of 100 live sales: the noise of a busy machine. */
const NOISE_MS = 300;
/** No sale takes longer while the authority replies. */
const LONGEST_USUAL_MS = 1_000;

export const runOutage = scenario(
  () => ({
    companies: [{ name: 'Market Lovćen', cashRegisters: 4 }],
    variablesOf: () => ({ EFI_PROBE_EVERY_MS: '2000', DELIVERY_AFTER_MS: '2000' }),
  }),
  async (run) => {
    const { sales, result } = await sellSteadily(run, SALE_EVERY_MS, {}, () => goThrough(run));
    const { start, away, back, delivered, end } = result;
    await waitForRest(run);
    const delayed = await run.query<{ waitedMs: number; status: string }>(
      `select extract(epoch from updated_at - $1::timestamptz)::float8 * 1000 as "waitedMs", status
       from invoice where offline_since < $1 and status = 'Fiscalized' and updated_at > $1`,
      [new Date(performance.timeOrigin + back)],
    );
    const within = (from: number, to: number) => sales.filter(({ at }) => at >= from && at < to);
    const without = within(away + FIRST_SECONDS_MS, back);
    const firstDelivered = back + Math.min(...delayed.map(({ waitedMs }) => waitedMs));
    const meanwhile = within(firstDelivered, delivered);
    const onceAllKnow = within(back + ALL_KNOW_MS, end);
    // A sale that has begun just before the silence meets it.
    const usual = [...within(start, away - LONGEST_USUAL_MS), ...within(delivered, end)];
    const isAtOnce = summaryOf(without).p99 <= OFFLINE_AT_ONCE_MS;
    const isAsUsual = summaryOf(meanwhile).p99 <= summaryOf(usual).p99 + NOISE_MS;
    return () => ({
      facts: {
        'live sales before': summaryOf(within(start, away)),
        'live sales in the first seconds': summaryOf(within(away, away + FIRST_SECONDS_MS)),
        'live sales, authority away': summaryOf(without),
        'live sales until all know that it is back': summaryOf(within(back, back + ALL_KNOW_MS)),
        'live sales during delivery': summaryOf(meanwhile),
        'live sales afterwards': summaryOf(within(delivered, end)),
        'delivery took, in ms': delivered - back,
        'Offline → Fiscalized after it was back': summaryOf(delayed),
      },
      verdicts: {
        'with the authority away, sales turn Offline at once': [
          ...(isAtOnce ? [] : [summaryOf(without)]),
          ...unlessAll('Offline', without),
        ],
        'delivery never delays live sales': [
          ...(isAsUsual ? [] : [{ usual: summaryOf(usual), meanwhile: summaryOf(meanwhile) }]),
        ],
        'no live sale turns Offline once all know that it is back': unlessAll(
          'Fiscalized',
          onceAllKnow,
        ),
      },
    });
  },
);

/** @returns the instants between the phases, in ms of performance.now. */
async function goThrough(run: Run) {
  const { efi } = run.stack.proxies!;
  const halfMs = run.options.minutes * 30_000;
  const calmMs = Math.min(60_000, Math.max(15_000, halfMs / 5));
  const endOf = (phase: Promise<unknown>) => phase.then(() => performance.now());
  const start = await endOf(sleep(WARMING_MS));
  const away = await endOf(sleep(calmMs));
  const outage = async () => {
    await efi.setMode('stall');
    await sleep(halfMs);
    await efi.setMode('refuse');
    await sleep(halfMs);
  };
  const back = await endOf(disturbing(run.disturbances, outage));
  await efi.setMode('pass');
  const delivered = await endOf(untilNone(run, `status = 'Offline'`));
  return { start, away, back, delivered, end: await endOf(sleep(calmMs)) };
}
