// Takes one guard of the service away, or all of them one after the other, and shows that the
// invariants notice: each short run is made twice, with the guard, where everything must hold, and
// without it, where what the guard protects must be broken.

import { readProcessTree } from '@fiscal/runtime';
import { eventually, GUARD_NAMES, injectFaults } from '@fiscal/testbed';
import type { AppName, GuardName, InjectedFaults } from '@fiscal/testbed';
import { isDone, workersOf } from '../faults.ts';
import { brokenIn } from '../invariants.ts';
import { quiesce, untilNone, waitForRest } from '../quiesce.ts';
import type { Run } from '../run.ts';
import { createDrafts } from '../workload.ts';
import { scenario, type Findings, type RunScenario } from './scenario.ts';

/** More than all workers have concurrency slots for. */
const SALES = 60;
/** Longer than any lease. */
const STILL_MS = 25_000;
const DISTURBED_MS = 15_000;
/** Some deaths are enough; then the worker shall get the work done. */
const DEADLY_LIVES = 4;

/** What makes a guard necessary. */
interface Trial {
  /** One of these invariants must be broken without it. */
  protects: readonly string[];
  /** What a worker does to itself while it is being disturbed. */
  points?: (worker: AppName, life: number) => InjectedFaults['points'];
  variablesOf?: (worker: AppName) => Record<string, string>;
  /** What the authority does with the first messages. */
  script?: { behaviour: object; times: number };
  /** Begins just before the sales, and goes on while they are under way. */
  disturb?: (run: Run) => Promise<unknown>;
}

const deadlyAt =
  (point: 'claimed' | 'sent'): NonNullable<Trial['points']> =>
  (_worker, life) =>
    life <= DEADLY_LIVES ? { [point]: { action: 'kill', probability: 0.2 } } : {};

const TRIALS: Readonly<Record<GuardName, Trial>> = {
  'write-ahead': {
    protects: ['every message was stored before it was sent'],
    points: deadlyAt('sent'),
  },
  fencing: {
    protects: [
      'one effect per invoice in the ledger',
      'Failed only where the authority refused it, without an effect',
    ],
    // One worker stops with a refusal that it has not recorded. Another one takes over and has the
    // invoice registered; so slowly that it still waits for the reply when the first one is
    // resumed.
    points: (worker) => (worker === 'worker' ? { sent: { action: 'stop', probability: 1 } } : {}),
    variablesOf: (worker) => ({
      EFI_ONLINE_BUDGET_MS: '7000',
      ...(worker === 'worker' ? { FISCALIZE_CONCURRENCY: '1' } : {}),
    }),
    script: { behaviour: { type: 'fault', code: 11, message: 'Refused on purpose' }, times: 1 },
    disturb: async ({ stack, control, query }) => {
      const worker = stack.processes.get('worker')!;
      const others = workersOf(stack).filter((each) => each !== worker);
      for (const { kill } of others) kill('SIGSTOP');
      await eventually(() => readProcessTree(worker.pid)[0]?.isStopped, Boolean);
      await control('PUT', '/mode', { service: { type: 'delay', ms: 2_500 } });
      for (const { kill } of others) kill('SIGCONT');
      const takenOver = `kind = 'fiscalize' and attempts > 1 and leased_until > now()`;
      const find = () => query(`select from work where ${takenOver}`);
      await eventually(find, ({ length }) => length > 0);
      worker.kill('SIGCONT');
    },
  },
  'receipt-check': {
    protects: ['the receipt check was asked before every repeated send'],
    script: { behaviour: { type: 'accept-then-silence' }, times: 40 },
  },
  look: {
    protects: ['nothing Pending that is not being worked on', 'no work left over'],
    // Deliveries come due when every lane is idle and every process has been restarted, and nothing
    // wakes a lane then.
    variablesOf: () => ({ DELIVERY_AFTER_MS: '20000' }),
    script: { behaviour: { type: 'drop' }, times: 10 },
    points: deadlyAt('claimed'),
  },
};

/** `--break=all`: each guard's sentences hold while it is there, and do not without it. */
export const runAllGuards: RunScenario = async (options, name) => {
  const all: Findings = { facts: {}, faults: {}, verdicts: {} };
  for (const guard of GUARD_NAMES) {
    const { protects } = TRIALS[guard];
    const kept = await tryGuard(guard, true)(options, `${name}-${guard}`);
    const removed = await tryGuard(guard, false)(options, `${name}-${guard}-removed`);
    const isNoticed = protects.some((sentence) => removed.verdicts[sentence]!.length > 0);
    all.facts[`broken without ${guard}`] = brokenIn(removed.verdicts);
    all.verdicts[`with ${guard} everything holds`] = brokenIn(kept.verdicts);
    all.verdicts[`without ${guard} the invariants break`] = isNoticed ? [] : protects;
  }
  return all;
};

/** A short run with one guard there, or removed. */
export const tryGuard = (guard: GuardName, isThere: boolean): RunScenario =>
  scenario(
    ({ seed }) => ({
      companies: [{ name: 'Market Lovćen', cashRegisters: 3 }],
      variablesOf: (app, life, { hasFaults }) => {
        if (!app.startsWith('worker')) return {};
        const { points, variablesOf }: Partial<Trial> = hasFaults ? TRIALS[guard] : {};
        return {
          ...variablesOf?.(app),
          ...injectFaults({
            points: points?.(app, life) ?? {},
            seed: seed + life,
            ...(isThere ? {} : { removedGuard: guard }),
          }),
        };
      },
    }),
    async (run) => {
      await sellDuring(run, TRIALS[guard]);
      await quiesce(run);
      const left = await waitForRest(run, STILL_MS);
      return () => ({ facts: { 'left over': left } });
    },
  );

/** Asks for all sales at once; what comes of them is read from the rows. */
async function sellDuring(run: Run, { script, disturb }: Trial): Promise<void> {
  if (!run.stack.redisUrl) throw new Error('there is no Redis that could lose wake-ups');
  const drafts = await createDrafts(run, { count: SALES });
  const replies = [{ ...script, match: { kind: 'invoice' } }];
  if (script) await run.control('POST', '/script', { replies });
  // The responses do not matter, and may be lost.
  const asking = () => drafts.map(({ id, client }) => isDone(client.fiscalize(id)));
  await Promise.all([disturb?.(run), ...asking()]);
  await untilNone(run, `status <> 'Fiscalized'`, DISTURBED_MS);
}
