// Takes one guard of the service away, or all of them one after the other, and shows that the
// invariants notice: each short run is made twice, with the guard, where everything must hold, and
// without it, where what the guard protects must be broken.

import { eventually, GUARD_NAMES, injectFaults } from '@fiscal/testbed';
import type { AppName, GuardName, InjectedFaults } from '@fiscal/testbed';
import type { Environment } from '../environment.ts';
import { verdictsOf } from '../invariants.ts';
import { ordersOf } from '../orders.ts';
import { isStopped, sendSignal } from '../processes.ts';
import { quiesce, waitForRest } from '../quiesce.ts';
import { createDrafts } from '../workload.ts';
import { scenario } from './scenario.ts';
import type { Facts, Run, RunScenario } from './scenario.ts';

/** More than all workers have concurrency slots for. */
const SALES = 60;
/** Longer than any lease. */
const STILL_MS = 25_000;
const DISTURBED_MS = 15_000;
/** Some deaths are enough; then the worker shall get the work done. */
const DEADLY_LIVES = 4;

/** What makes a guard necessary. */
interface Trial {
  /** For people: what the guard is. */
  about: string;
  /** One of these invariants must be broken without it. */
  protects: readonly string[];
  /** What a worker does to itself while it is being disturbed. */
  points?: (worker: AppName, life: number) => InjectedFaults['points'];
  variablesOf?: (worker: AppName) => Record<string, string>;
  /** Before the first sale. */
  prepare?: (environment: Environment) => Promise<unknown>;
  /** While all sales are under way. */
  disturb?: (environment: Environment) => Promise<unknown>;
}

const pidOf = ({ stack }: Environment, name: string) => stack.processes.get(name)?.pid ?? 0;

function signalOthers(environment: Environment, signal: NodeJS.Signals): void {
  for (const name of environment.stack.processes.keys()) {
    if (name.startsWith('worker-')) sendSignal(pidOf(environment, name), signal);
  }
}

const script = ({ control }: Environment, behaviour: object, times: number) =>
  control('POST', '/script', { replies: [{ match: { kind: 'invoice' }, behaviour, times }] });
const deadlyAt =
  (point: 'claimed' | 'sent'): NonNullable<Trial['points']> =>
  (_worker, life) =>
    life <= DEADLY_LIVES ? { [point]: { action: 'kill', probability: 0.2 } } : {};

const TRIALS: Readonly<Record<GuardName, Trial>> = {
  'write-ahead': {
    about: 'a message is stored before it is sent',
    protects: ['every message was stored before it was sent'],
    points: deadlyAt('sent'),
  },
  fencing: {
    about: 'only the newest claim writes a result',
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
    prepare: (environment) => {
      signalOthers(environment, 'SIGSTOP');
      return script(environment, { type: 'fault', code: 11, message: 'Refused on purpose' }, 1);
    },
    disturb: async (environment) => {
      await eventually(() => isStopped(pidOf(environment, 'worker')), Boolean);
      await environment.control('PUT', '/mode', { service: { type: 'delay', ms: 2_500 } });
      signalOthers(environment, 'SIGCONT');
      const takenOver = () =>
        environment.query(
          `select 1 from work where kind = 'fiscalize' and attempts > 1 and leased_until > now()`,
        );
      await eventually(takenOver, (rows) => rows.length > 0);
      sendSignal(pidOf(environment, 'worker'), 'SIGCONT');
    },
  },
  'receipt-check': {
    about: 'the receipt check is asked before a message is repeated',
    protects: ['the receipt check was asked before every repeated send'],
    prepare: (environment) => script(environment, { type: 'accept-then-silence' }, 40),
  },
  look: {
    about: 'a lane looks for work without a wake-up',
    protects: ['nothing Pending that is not being worked on', 'no work left over'],
    // Deliveries come due when every lane is idle and every process has been restarted, and nothing
    // wakes a lane then.
    variablesOf: () => ({ DELIVERY_AFTER_MS: '20000' }),
    prepare: (environment) => script(environment, { type: 'drop' }, 10),
    points: deadlyAt('claimed'),
  },
};

/** `--break=<guard>`: everything must hold, so that the run fails and says what broke. */
export function withoutGuard(guard: GuardName): RunScenario {
  return (options, name, onProgress) =>
    tryGuard(guard, false)(options, `${name}-${guard}`, onProgress);
}

/**
 * `--break=all`: good if no guard is missed while it is there, and each is as soon as it is not.
 */
export const runAllGuards: RunScenario = async (options, name, onProgress) => {
  const findings: [string, string[]][] = [];
  const facts: Facts = {};
  for (const guard of GUARD_NAMES) {
    for (const isThere of [true, false]) {
      const own = `${name}-${guard}${isThere ? '' : '-removed'}`;
      const { verdicts } = await tryGuard(guard, isThere)(options, own, onProgress);
      const broken = verdicts.filter(({ holds }) => !holds);
      const words = broken.map((each) => `✗ ${each.name}: ${each.counterexamples[0]}`);
      const what = `${guard} ${isThere ? 'there' : 'removed'}`;
      facts[what] = words.length === 0 ? 'everything held' : words.join('; ');
      onProgress(`${what}: ${facts[what]}`);
      const { about, protects } = TRIALS[guard];
      const isNoticed = broken.some((each) => protects.includes(each.name));
      const missing = isNoticed ? [] : [`none of these broke: ${protects.join('; ')}`];
      findings.push(
        isThere
          ? [`with ${guard} everything holds`, words]
          : [`without ${guard} (${about}) the invariants break`, missing],
      );
    }
  }
  return { facts, faults: {}, verdicts: verdictsOf(findings) };
};

const tryGuard = (guard: GuardName, isThere: boolean): RunScenario =>
  scenario(
    ({ seed }, nextLife) => ({
      companies: [{ name: 'Market Lovćen', cashRegisters: 3 }],
      variablesOf: (app, life) => {
        if (!app.startsWith('worker')) return {};
        const trial: Partial<Trial> = nextLife.isFaultFree ? {} : TRIALS[guard];
        const removed = isThere ? {} : { removedGuard: guard };
        const points = trial.points?.(app, life) ?? {};
        return {
          ...trial.variablesOf?.(app),
          ...injectFaults({ points, seed: seed + life, ...removed }),
        };
      },
    }),
    async (run) => {
      await sellDuring(run, TRIALS[guard]);
      run.nextLife.isFaultFree = true;
      await quiesce(run.environment);
      const left = await waitForRest(run.environment, STILL_MS);
      return () => ({ facts: { 'left over': left } });
    },
  );

/** Asks for all sales at once; what comes of them is read from the rows. */
async function sellDuring({ environment, options, onProgress }: Run, trial: Trial): Promise<void> {
  const { stack, registers, query } = environment;
  if (stack.redisUrl === undefined) throw new Error('there is no Redis that could lose wake-ups');
  const orders = ordersOf({ seed: options.seed, count: SALES, registers: registers.length });
  const drafts = await createDrafts(environment, orders);
  await trial.prepare?.(environment);
  const asked = drafts.map(({ id, client }) =>
    // Its response does not matter, and it may be lost.
    client.fiscalize(id).catch(() => undefined),
  );
  await trial.disturb?.(environment);
  await Promise.all(asked);
  const deadline = Date.now() + DISTURBED_MS;
  await eventually(
    () => query(`select 1 from invoice where status <> 'Fiscalized' limit 1`),
    (open) => open.length === 0 || Date.now() > deadline,
    { everyMs: 250 },
  );
  onProgress('the faults end');
}
