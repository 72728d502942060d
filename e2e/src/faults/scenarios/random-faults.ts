// Shops sell, everything is broken again and again, then all faults end, and everything must have
// come right.

import type { Evidence } from '../evidence.ts';
import { duringFaults, selfInflicted, selfInflictedIn } from '../nemesis.ts';
import { quiesce, repeatRefused, waitForRest } from '../quiesce.ts';
import { runLoad } from '../workload.ts';
import { countBy, scenario } from './scenario.ts';

/** A short run must not consist of deaths: the most at a point that every invoice passes. */
const MOST_CRASHES = 0.004;
/** So many orders later the next cash register makes its first deposit. */
const ORDERS_UNTIL_NEXT_REGISTER = 100;

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
      const rate = nextLife.hasFaults ? Math.min(MOST_CRASHES, crashes / invoices) : 0;
      return selfInflicted(app, life, seed, rate);
    },
  }),
  async (run) => {
    const { options, registers, seconds } = run;
    const count = options.invoices;
    const orders = { count, openAtFirst: registers.length - laterRegisters(count) };
    const { result: sales, counts } = await duringFaults(run, () => runLoad(run, orders));
    const sold = seconds();
    await quiesce(run);
    await waitForRest(run);
    const stubborn = sales.filter(({ order }) => order.isStubborn).map(({ invoice }) => invoice);
    await repeatRefused(run, stubborn);
    const left = await waitForRest(run);
    const restedAfter = seconds() - sold;
    return ({ orders: histories, messages }) => ({
      facts: {
        orders: count,
        'responses that clients lost': histories.reduce((sum, { lost }) => sum + lost, 0),
        'orders abandoned by their client': sales.filter((sale) => sale.invoice === null).length,
        'selling took': `${sold} s, ${(count / sold).toFixed(1)} invoices a second`,
        'rest came after': `${restedAfter} s, left over: ${left}`,
      },
      faults: {
        ...counts,
        ...countBy(selfInflictedIn(run)),
        ...countBy(messages.flatMap(spoiledReply)),
      },
    });
  },
);

/** What met a message, not only what was prepared for one. */
function spoiledReply({ kind, behaviour, code }: Evidence['messages'][number]): string[] {
  if (behaviour === null) return [];
  return [`met: ${kind ?? 'unread'}, ${behaviour}${behaviour === 'fault' ? ` ${code}` : ''}`];
}
