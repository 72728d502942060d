// Takes one guard of the service away, or all of them one after the other, and shows that the
// invariants notice: each short run is made twice, with the guard, where everything must hold, and
// without it, where what the guard protects must be broken.

import { eventually, GUARD_NAMES, injectFaults } from '@fiscal/testbed';
import type { AppName, GuardName, InjectedFaults } from '@fiscal/testbed';
import { isDone } from '../faults.ts';
import { brokenIn } from '../invariants.ts';
import { isStopped } from '../processes.ts';
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

function signalOthers({ stack }: Run, signal: NodeJS.Signals): void {
  for (const { name, kill } of stack.processes.values()) {
    if (name.startsWith('worker-')) kill(signal);
  }
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
    disturb: async (run) => {
      signalOthers(run, 'SIGSTOP');
      const worker = run.stack.processes.get('worker')!;
      await eventually(() => isStopped(worker.pid), Boolean);
      await run.control('PUT', '/mode', { service: { type: 'delay', ms: 2_500 } });
      signalOthers(run, 'SIGCONT');
      const takenOver = `kind = 'fiscalize' and attempts > 1 and leased_until > now()`;
      await eventually(
        () => run.query(`select 1 from work where ${takenOver}`),
        (rows) => rows.length > 0,
      );
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
    const brokenWhere = async (isThere: boolean) => {
      const own = `${name}-${guard}${isThere ? '' : '-removed'}`;
      return brokenIn((await tryGuard(guard, isThere)(options, own)).verdicts);
    };
    all.verdicts[`with ${guard} everything holds`] = await brokenWhere(true);
    const broken = await brokenWhere(false);
    all.facts[`broken without ${guard}`] = broken;
    const { protects } = TRIALS[guard];
    const isNoticed = broken.some(([sentence]) => protects.includes(sentence));
    all.verdicts[`without ${guard} the invariants break`] = isNoticed ? [] : protects;
  }
  return all;
};

/** A short run with one guard there, or removed. */
export const tryGuard = (guard: GuardName, isThere: boolean): RunScenario =>
  scenario(
    ({ seed }, nextLife) => ({
      companies: [{ name: 'Market Lovćen', cashRegisters: 3 }],
      variablesOf: (app, life) => {
        if (!app.startsWith('worker')) return {};
        const { points, variablesOf }: Partial<Trial> = nextLife.hasFaults ? TRIALS[guard] : {};
        return {
          ...variablesOf?.(app),
          ...injectFaults({
            ...{ points: points?.(app, life) ?? {}, seed: seed + life },
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
  const { redisUrl } = run.stack;
  if (redisUrl === undefined) throw new Error('there is no Redis that could lose wake-ups');
  const drafts = await createDrafts(run, { count: SALES });
  const replies = [{ ...script, match: { kind: 'invoice' } }];
  if (script) await run.control('POST', '/script', { replies });
  // The responses do not matter, and may be lost.
  const asking = () => drafts.map(({ id, client }) => isDone(client.fiscalize(id)));
  await Promise.all([disturb?.(run), ...asking()]);
  await untilNone(run, `status <> 'Fiscalized'`, DISTURBED_MS);
}
