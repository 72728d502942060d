// The storm: shops sell, everything is broken again and again, then it is calm, and everything must
// have come right.

import { countCrashes, crashVariables } from './crash-points.ts';
import { startDealing, startWaking } from './dealer.ts';
import { gather } from './evidence.ts';
import type { LedgerMessage } from './evidence.ts';
import { faultKinds } from './faults.ts';
import { companiesWith, openGround } from './ground.ts';
import type { Ground } from './ground.ts';
import { judge } from './invariants.ts';
import { openJournal } from './journal.ts';
import { noProgress, runLoad } from './load.ts';
import type { LoadProgress } from './load.ts';
import type { RunOptions } from './options.ts';
import { ordersOf } from './orders.ts';
import { calmDown, repeatRefused, waitForRest } from './quiet.ts';
import { percentile } from './report.ts';
import { countBy, factsAbout, startClock } from './scenario.ts';
import type { Findings, RunScenario, Tell } from './scenario.ts';

/** A short run must not consist of deaths: the most at a point that every invoice passes. */
const MOST_CRASHES = 0.004;
/** So many orders later the next cash register makes its first deposit. */
const ORDERS_UNTIL_NEXT_REGISTER = 100;

export const runFaults: RunScenario = async (options, name, tell) => {
  let crashRate = Math.min(MOST_CRASHES, options.crashes / options.invoices);
  const moreRegisters = Math.floor(options.invoices / ORDERS_UNTIL_NEXT_REGISTER);
  const ground = await openGround({
    name,
    queue: options.queue,
    workers: options.workers,
    companies: companiesWith(moreRegisters),
    isKept: options.isKept,
    environmentOf: (app, life) => crashVariables(app, life, options.seed, crashRate),
  });
  try {
    return await storm(ground, moreRegisters, options, tell, () => (crashRate = 0));
  } finally {
    await ground.close();
  }
};

async function storm(
  ground: Ground,
  moreRegisters: number,
  options: RunOptions,
  tell: Tell,
  endCrashes: () => void,
): Promise<Findings> {
  const { seed, invoices: count, concurrency, queue } = options;
  const journal = openJournal();
  const progress = noProgress();
  const clock = startClock();
  const counts = await duringFaults(ground, options, progress, tell, async () => {
    const registers = ground.registers.length;
    const orders = ordersOf({ seed, count, registers, openAtFirst: registers - moreRegisters });
    await runLoad({ ground, journal, orders, concurrency, progress });
  });
  const sold = clock();
  tell(`${sold} s: all orders are sold; calm`);
  endCrashes();
  await calmDown(ground);
  await waitForRest(ground, tell);
  await repeatRefused(ground, progress);
  const left = await waitForRest(ground, tell);
  const rested = clock();
  tell(`${rested} s: at rest; judging`);
  const evidence = await gather(ground, [...journal.stories.values()]);
  const lost = evidence.stories.reduce((sum, story) => sum + story.lost, 0);
  const { waits, abandoned } = progress;
  return {
    facts: {
      queue,
      orders: count,
      'answers that shops lost': lost,
      'orders abandoned at the till': abandoned,
      'selling took': `${sold} s, ${(count / sold).toFixed(1)} invoices a second`,
      'rest came after': `${rested - sold} s, left over: ${JSON.stringify(left)}`,
      'undisturbed wait': `median ${percentile(waits, 0.5)}, p99 ${percentile(waits, 0.99)}`,
      ...factsAbout(ground, evidence),
    },
    faults: {
      ...Object.fromEntries(counts),
      ...countCrashes(ground),
      ...countBy(evidence.messages.flatMap(spoiltAnswer), 'met: '),
    },
    verdicts: judge(evidence),
  };
}

/** What met a message, not only what was prepared for one. */
function spoiltAnswer({ kind, behaviour, code }: LedgerMessage): string[] {
  if (behaviour === null) return [];
  return [`${kind ?? 'unread'}, ${behaviour}${behaviour === 'fault' ? ` ${code}` : ''}`];
}

/** Does the work while everything is being broken. @returns how often each kind of fault struck. */
async function duringFaults(
  ground: Ground,
  { seed, invoices, faultEveryMs: everyMs }: RunOptions,
  progress: LoadProgress,
  tell: Tell,
  work: () => Promise<void>,
): Promise<Map<string, number>> {
  const clock = startClock();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const waking = startWaking(ground);
  const kinds = faultKinds(ground.stack.redisUrl === undefined ? 'postgresql' : 'redis');
  const dealer = startDealing({ ground, kinds, seed, everyMs, onError });
  const ticker = setInterval(() => {
    const { ended, abandoned } = progress;
    tell(`${clock()} s: ${ended} of ${invoices} orders, ${abandoned} abandoned`);
  }, TICK_MS);
  try {
    await work();
  } finally {
    clearInterval(ticker);
    await dealer.stop();
    waking.stop();
  }
  if (errors.length > 0) throw new AggregateError(errors, 'a fault could not be made');
  return dealer.counts;
}

const TICK_MS = 10_000;
