// Shops sell, everything is broken again and again, then all faults end, and everything must have
// come right.

import type { LedgerMessage } from '../evidence.ts';
import { faultKinds } from '../faults.ts';
import { countSelfInflicted, startNemesis, variablesOf } from '../nemesis.ts';
import { ordersOf } from '../orders.ts';
import { quiesce, repeatRefused, waitForRest } from '../quiesce.ts';
import { runLoad } from '../workload.ts';
import type { Progress } from '../workload.ts';
import { countBy, millisecondsAt, scenario } from './scenario.ts';
import type { Run, RunScenario } from './scenario.ts';

/** A short run must not consist of deaths: the most at a point that every invoice passes. */
const MOST_CRASHES = 0.004;
/** So many orders later the next cash register makes its first deposit. */
const ORDERS_UNTIL_NEXT_REGISTER = 100;
const TELL_EVERY_MS = 10_000;

/**
 * Shops of every kind: many registers and one, prices with VAT, one that issues nothing offline.
 */
const companiesWith = (moreRegisters: number) => [
  { name: 'Kafana Skadar', cashRegisters: 1 },
  { name: 'Knjižara Durmitor', cashRegisters: 2, pricesIncludeVat: true },
  { name: 'Veleprodaja Tara', cashRegisters: 2, offlineIssuing: false },
  { name: 'Market Lovćen', cashRegisters: 4 + moreRegisters },
];

export const runRandomFaults: RunScenario = (options, ...others) => {
  const { seed, invoices: count, concurrency } = options;
  let crashRate = Math.min(MOST_CRASHES, options.crashes / count);
  const moreRegisters = Math.floor(count / ORDERS_UNTIL_NEXT_REGISTER);
  const run = scenario(
    () => ({
      companies: companiesWith(moreRegisters),
      variablesOf: (app, life) => variablesOf(app, life, seed, crashRate),
    }),
    async (run) => {
      const { environment, history, tell, seconds } = run;
      const progress: Progress = { ended: 0, abandoned: 0, stubborn: [], waits: [] };
      const counts = await duringFaults(run, progress, () => {
        const registers = environment.registers.length;
        const openAtFirst = registers - moreRegisters;
        const orders = ordersOf({ seed, count, registers, openAtFirst });
        return runLoad(environment, history, orders, concurrency, progress);
      });
      const sold = seconds();
      tell(`${sold} s: all orders are sold; no more faults`);
      crashRate = 0;
      await quiesce(environment);
      await waitForRest(environment, tell);
      await repeatRefused(environment, progress);
      const left = JSON.stringify(await waitForRest(environment, tell));
      const restedAfter = seconds() - sold;
      const { waits, abandoned } = progress;
      return ({ orders, messages }) => ({
        facts: {
          orders: count,
          'responses that clients lost': orders.reduce((sum, { lost }) => sum + lost, 0),
          'orders abandoned by their client': abandoned,
          'selling took': `${sold} s, ${(count / sold).toFixed(1)} invoices a second`,
          'rest came after': `${restedAfter} s, left over: ${left}`,
          'undisturbed wait': `median ${millisecondsAt(waits, 0.5)}, p99 ${millisecondsAt(waits, 0.99)}`,
        },
        faults: {
          ...Object.fromEntries(counts),
          ...countSelfInflicted(environment),
          ...countBy(messages.flatMap(spoiledReply)),
        },
      });
    },
  );
  return run(options, ...others);
};

/** What met a message, not only what was prepared for one. */
function spoiledReply({ kind, behaviour, code }: LedgerMessage): string[] {
  if (behaviour === null) return [];
  return [`met: ${kind ?? 'unread'}, ${behaviour}${behaviour === 'fault' ? ` ${code}` : ''}`];
}

/** Does the work while everything is being broken. @returns how often each kind was injected. */
async function duringFaults(
  { environment, options, tell, seconds }: Run,
  progress: Progress,
  work: () => Promise<void>,
): Promise<Map<string, number>> {
  const { seed, invoices, faultEveryMs: everyMs } = options;
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const kinds = faultKinds(environment.stack.redisUrl === undefined ? 'postgresql' : 'redis');
  const nemesis = startNemesis({ environment, kinds, seed, everyMs, onError });
  const ticker = setInterval(() => {
    const { ended, abandoned } = progress;
    tell(`${seconds()} s: ${ended} of ${invoices} orders, ${abandoned} abandoned`);
  }, TELL_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(ticker);
    await nemesis.stop();
  }
  if (errors.length > 0) throw new AggregateError(errors, 'a fault could not be injected');
  return nemesis.counts;
}
