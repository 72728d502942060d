// Shops sell, everything is broken again and again, then all faults end, and everything must have
// come right.

import { duringFaults, selfInflicted, selfInflictedIn } from '../nemesis.ts';
import { quiesce, repeatRefused, waitForRest } from '../quiesce.ts';
import { runLoad } from '../workload.ts';
import { countBy, scenario } from './scenario.ts';

/** A short run must not consist of deaths: the most at a point that every invoice passes. */
const MOST_CRASHES = 0.004;
/** So many orders later the next cash register makes its first deposit. */
const ORDERS_UNTIL_NEXT_REGISTER = 100;

const SHIFTED_DATE = new URL('../shifted-date.mjs', import.meta.url).href;

const laterRegisters = (orders: number) => Math.floor(orders / ORDERS_UNTIL_NEXT_REGISTER);

export const runRandomFaults = scenario(
  ({ seed, invoices, crashes }) => ({
    // Many registers and one, prices with VAT, one that issues nothing offline.
    companies: [
      { name: 'Kafana Skadar', cashRegisters: 1 },
      { name: 'Knjižara Durmitor', cashRegisters: 2, pricesIncludeVat: true },
      { name: 'Veleprodaja Tara', cashRegisters: 2, offlineIssuing: false },
      { name: 'Market Lovćen', cashRegisters: 4 + laterRegisters(invoices) },
    ],
    variablesOf: (app, life, { hasFaults, clockOffsetFile }) => {
      const rate = hasFaults ? Math.min(MOST_CRASHES, crashes / invoices) : 0;
      const inflicted = selfInflicted(app, life, seed, rate);
      if (!app.startsWith('worker')) return inflicted;
      const { NODE_OPTIONS = '' } = inflicted;
      return {
        NODE_OPTIONS: `${NODE_OPTIONS} --import=${SHIFTED_DATE}`,
        CLOCK_OFFSET_FILE: clockOffsetFile,
      };
    },
  }),
  async (run) => {
    const count = run.options.invoices;
    const orders = { count, openAtFirst: run.registers.length - laterRegisters(count) };
    const begun = performance.now();
    const { result: sales, counts } = await duringFaults(run, () => runLoad(run, orders));
    const sold = performance.now();
    await quiesce(run);
    await waitForRest(run);
    await repeatRefused(run);
    const left = await waitForRest(run);
    const rested = performance.now();
    return ({ history, messages, withdrawals, deposits }) => ({
      facts: {
        'responses that clients lost': history.reduce((sum, { lost }) => sum + lost, 0),
        'orders abandoned by their client': sales.filter((sale) => sale === null).length,
        'selling took, in s': Math.round((sold - begun) / 1000),
        'rest came after, in s': Math.round((rested - sold) / 1000),
        'left over': left,
        withdrawals: withdrawals.length,
        'of these counted again by the authority':
          deposits.filter(({ operation }) => operation === 'WITHDRAW').length - withdrawals.length,
      },
      faults: {
        ...counts,
        ...countBy(selfInflictedIn(run)),
        // What met a message, not only what was prepared for one.
        ...countBy(
          messages
            .filter(({ behaviour }) => behaviour !== null)
            .map(({ kind, behaviour, code }) => `met: ${kind}, ${behaviour} ${code ?? ''}`),
        ),
      },
    });
  },
);
