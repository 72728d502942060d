// Everything that goes wrong on purpose, each kind with a name under which it is counted. A fault
// does its damage, waits as long as it lasts, and repairs what does not repair itself.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PartName } from '@fiscal/testbed';
import type { Random } from '@fiscal/testbed/random';
import { Redis } from 'ioredis';
import { disturbing } from './disturbances.ts';
import { TIMES } from './environment.ts';
import type { Environment } from './environment.ts';
import { childrenOf, sendSignal } from './processes.ts';

/** @returns false if there was nothing to break just now: it does not count. */
type Inject = (environment: Environment, random: Random) => boolean | Promise<boolean>;
type Faults = Record<string, Inject>;

const pidOf = ({ stack }: Environment, name: string) => stack.processes.get(name)?.pid ?? 0;
const workersOf = (environment: Environment) =>
  [...environment.stack.processes.keys()]
    .filter((name) => name.startsWith('worker'))
    .map((name) => pidOf(environment, name));
const kill =
  (name: PartName): Inject =>
  (environment) =>
    sendSignal(pidOf(environment, name), 'SIGKILL');
const restart =
  (name: PartName, how: 'orderly' | 'kill', leastMs: number, belowMs: number): Inject =>
  async ({ stack }, random) => {
    await stack.restart(name, { how, downMs: leastMs + random.below(belowMs) });
    return true;
  };

/** Our own processes, the browser and PostgreSQL. */
const PROCESS_FAULTS: Faults = {
  'worker: kill -9': (environment, random) =>
    sendSignal(random.pick(workersOf(environment)), 'SIGKILL'),
  'worker: stopped beyond its lease, then resumed': async (environment, random) => {
    const pid = random.pick(workersOf(environment));
    if (!sendSignal(pid, 'SIGSTOP')) return false;
    await sleep(TIMES.leaseMs + 500 + random.below(1_500));
    sendSignal(pid, 'SIGCONT');
    return true;
  },
  'API: kill -9': kill('api'),
  'simulator: kill -9': kill('efi-simulator'),
  'Chrome: kill -9': (environment) => {
    const browsers = workersOf(environment).flatMap(childrenOf);
    return browsers.filter((pid) => sendSignal(pid, 'SIGKILL')).length > 0;
  },
  'PostgreSQL: kill -9': kill('postgres'),
  'PostgreSQL: restarted': restart('postgres', 'orderly', 0, 1_000),
};

/** Redis, where the queue is there. */
const REDIS_FAULTS: Faults = {
  'Redis: kill -9': kill('redis'),
  'Redis: away for a while': restart('redis', 'kill', 500, 3_000),
  'Redis: restarted': restart('redis', 'orderly', 0, 1),
  'Redis: FLUSHALL': async ({ stack }) => {
    const redis = new Redis(stack.redisUrl ?? '', { maxRetriesPerRequest: 0, lazyConnect: true });
    redis.on('error', () => undefined);
    // Another fault may have it down just now.
    const isDone = await redis.flushall().then(
      () => true,
      () => false,
    );
    redis.disconnect();
    return isDone;
  },
};

const LINES = { postgres: 'PostgreSQL', redis: 'Redis', efi: 'EFI' } as const;

/** The lines between our processes and what they depend on. */
function lineFaults(line: keyof typeof LINES): Faults {
  const name = `line to ${LINES[line]}`;
  const disturbed =
    (inject: Inject): Inject =>
    (environment, random) =>
      disturbing(line === 'efi' ? environment.disturbances : [], () => inject(environment, random));
  const forAWhile = (mode: 'stall' | 'refuse') =>
    disturbed(async ({ stack: { proxies } }, random) => {
      await proxies?.[line]?.setMode(mode);
      await sleep(300 + random.below(2_500));
      await proxies?.[line]?.setMode('pass');
      return proxies?.[line] !== undefined;
    });
  return {
    [`${name}: every connection cut`]: disturbed(
      ({ stack }) => (stack.proxies?.[line]?.cut() ?? 0) > 0,
    ),
    [`${name}: no byte moves`]: forAWhile('stall'),
    [`${name}: refused`]: forAWhile('refuse'),
  };
}

/** What the simulator does with messages. */
const BEHAVIOURS: readonly { type: string; ms?: number; status?: number }[] = [
  { type: 'delay', ms: 700 },
  { type: 'delay', ms: 2_500 },
  { type: 'http', status: 503 },
  { type: 'html', status: 502 },
  ...['silence', 'drop', 'accept-then-drop', 'accept-then-silence', 'garbage', 'truncated'].map(
    (type) => ({ type }),
  ),
  ...['empty', 'wrong-signature', 'tampered', 'unsigned', 'wrong-request-uuid'].map((type) => ({
    type,
  })),
];
const REFUSALS = [11, 53, 58, 2, 900];

/** @param most times in a row. */
const scripted =
  (behaviour: object, most: number, match?: object): Inject =>
  ({ control }, random) => {
    const reply = { behaviour, times: 1 + random.below(most), ...(match && { match }) };
    return isDone(control('POST', '/script', { replies: [reply] }));
  };

const SCRIPTED_FAULTS: Faults = {
  ...Object.fromEntries(
    BEHAVIOURS.map((behaviour) => [
      `EFI: ${Object.values(behaviour).join(' ')}`,
      scripted(behaviour, 4),
    ]),
  ),
  'EFI: accept-then-die': scripted({ type: 'accept-then-die' }, 1),
  ...Object.fromEntries(
    REFUSALS.map((code) => {
      const behaviour = { type: 'fault', code, message: `Refused on purpose with ${code}` };
      return [`EFI: refuses with ${code}`, scripted(behaviour, 3, { kind: 'invoice' })];
    }),
  ),
  'EFI: silent about a deposit': scripted({ type: 'accept-then-silence' }, 1, {
    kind: 'cash-deposit',
  }),
};

/** The simulator is in a mode for a while. */
const inMode =
  (mode: object, leastMs: number): Inject =>
  async ({ control }, random) => {
    const isSet = await isDone(control('PUT', '/mode', mode));
    await sleep(leastMs + random.below(4 * leastMs));
    await isDone(control('DELETE', '/mode'));
    return isSet;
  };

const MODE_FAULTS: Faults = {
  'receipt check: silence': inMode({ receiptCheck: { type: 'silence' } }, 500),
  'receipt check: drop': inMode({ receiptCheck: { type: 'drop' } }, 500),
  'receipt check: http': inMode({ receiptCheck: { type: 'http', status: 500 } }, 500),
  'receipt check: garbage': inMode({ receiptCheck: { type: 'garbage' } }, 500),
  // What was registered can neither be repeated nor be found for a while.
  'EFI: refuses what it has, and its receipt check lags': inMode(
    {
      service: { type: 'refuse-repeated' },
      receiptCheck: { type: 'lag', ms: TIMES.receiptCheckLagMs - 1_000 },
    },
    2_000,
  ),
};

/** False where the simulator is down just now. */
const isDone = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );

/** Every kind for a queue, by its name. */
export function faultKinds(queue: 'redis' | 'postgresql'): [name: string, inject: Inject][] {
  return Object.entries({
    ...PROCESS_FAULTS,
    ...(queue === 'redis' ? { ...REDIS_FAULTS, ...lineFaults('redis') } : {}),
    ...{ ...lineFaults('postgres'), ...lineFaults('efi'), ...SCRIPTED_FAULTS, ...MODE_FAULTS },
  });
}
