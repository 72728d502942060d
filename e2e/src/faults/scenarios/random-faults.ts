// Shops sell, everything is broken again and again, then all faults end, and everything must have
// come right.

import type { LedgerMessage } from '../evidence.ts';
import { duringFaults, selfInflicted, selfInflictedIn } from '../nemesis.ts';
import { ordersOf } from '../orders.ts';
import { quiesce, repeatRefused, waitForRest } from '../quiesce.ts';
import { runLoad } from '../workload.ts';
import type { Progress } from '../workload.ts';
import { countBy, scenario } from './scenario.ts';

/** A short run must not consist of deaths: the most at a point that every invoice passes. */
const MOST_CRASHES = 0.004;
/** So many orders later the next cash register makes its first deposit. */
const ORDERS_UNTIL_NEXT_REGISTER = 100;
const TELL_EVERY_MS = 10_000;

const laterRegisters = (orders: number) => Math.floor(orders / ORDERS_UNTIL_NEXT_REGISTER);

export const runRandomFaults = scenario(
  ({ seed, invoices, crashes }, nextLife) => ({
    // Many registers and one, prices with VAT, one that issues nothing offline.
    companies: [
      { name: 'Kafana Skadar', cashRegisters: 1 },
      { name: 'Knjižara Durmitor', cashRegisters: 2, pricesIncludeVat: true },
      { name: 'Veleprodaja Tara', cashRegisters: 2, offlineIssuing: false },
      { name: 'Market Lovćen', cashRegisters: 4 + laterRegisters(invoices) },
    ],
    variablesOf: (app, life) => {
      const rate = nextLife.isFaultFree ? 0 : Math.min(MOST_CRASHES, crashes / invoices);
      return selfInflicted(app, life, seed, rate);
    },
  }),
  async ({ environment, options, nextLife, onProgress, seconds }) => {
    const { seed, invoices: count, concurrency, faultEveryMs: everyMs } = options;
    const registers = environment.registers.length;
    const openAtFirst = registers - laterRegisters(count);
    const orders = ordersOf({ seed, count, registers, openAtFirst });
    const progress: Progress = { ended: 0, abandoned: 0, stubborn: [] };
    const ticker = setInterval(() => {
      onProgress(`${progress.ended} of ${count} orders, ${progress.abandoned} abandoned`);
    }, TELL_EVERY_MS);
    const counts = await duringFaults(environment, { seed, everyMs }, () =>
      runLoad(environment, orders, concurrency, progress),
    ).finally(() => {
      clearInterval(ticker);
    });
    const sold = seconds();
    onProgress('all orders are sold; no more faults');
    nextLife.isFaultFree = true;
    await quiesce(environment);
    await waitForRest(environment);
    await repeatRefused(environment, progress.stubborn);
    const left = await waitForRest(environment);
    const restedAfter = seconds() - sold;
    return ({ orders: histories, messages }) => ({
      facts: {
        orders: count,
        'responses that clients lost': histories.reduce((sum, { lost }) => sum + lost, 0),
        'orders abandoned by their client': progress.abandoned,
        'selling took': `${sold} s, ${(count / sold).toFixed(1)} invoices a second`,
        'rest came after': `${restedAfter} s, left over: ${left}`,
      },
      faults: {
        ...counts,
        ...countBy(selfInflictedIn(environment)),
        ...countBy(messages.flatMap(spoiledReply)),
      },
    });
  },
);

/** What met a message, not only what was prepared for one. */
function spoiledReply({ kind, behaviour, code }: LedgerMessage): string[] {
  if (behaviour === null) return [];
  return [`met: ${kind ?? 'unread'}, ${behaviour}${behaviour === 'fault' ? ` ${code}` : ''}`];
}
