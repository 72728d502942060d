// Everything that goes wrong on purpose, each kind with a name under which it is counted. A fault
// does its damage, waits as long as it lasts, and repairs what does not repair itself.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PartName } from '@fiscal/testbed';
import type { Random } from '@fiscal/testbed/random';
import { Redis } from 'ioredis';
import { TIMES } from './environment.ts';
import type { Environment } from './environment.ts';
import { childrenOf, sendSignal } from './nemesis.ts';

/** @returns false if there was nothing to break just now: it does not count. */
type Inject = (environment: Environment, random: Random) => boolean | Promise<boolean>;

/** One kind of fault. */
export interface Fault {
  name: string;
  inject: Inject;
}

const pidOf = ({ stack }: Environment, name: string) => stack.processes.get(name)?.pid ?? 0;
const workerNames = ({ stack }: Environment) =>
  [...stack.processes.keys()].filter((name) => name.startsWith('worker'));
const kill =
  (name: PartName): Inject =>
  (environment) =>
    sendSignal(pidOf(environment, name), 'SIGKILL');

/** Our own processes and the browser. */
const PROCESS_FAULTS: Record<string, Inject> = {
  'worker: kill -9': (environment, random) =>
    sendSignal(pidOf(environment, random.pick(workerNames(environment))), 'SIGKILL'),
  'worker: stopped beyond its lease, then resumed': async (environment, random) => {
    const pid = pidOf(environment, random.pick(workerNames(environment)));
    if (!sendSignal(pid, 'SIGSTOP')) return false;
    await sleep(TIMES.leaseMs + 500 + random.below(1_500));
    sendSignal(pid, 'SIGCONT');
    return true;
  },
  'API: kill -9': kill('api'),
  'simulator: kill -9': kill('efi-simulator'),
  'Chrome: kill -9': (environment) => {
    const browsers = workerNames(environment).flatMap((name) =>
      childrenOf(pidOf(environment, name)),
    );
    return browsers.filter((pid) => sendSignal(pid, 'SIGKILL')).length > 0;
  },
  'PostgreSQL: kill -9': kill('postgres'),
  'PostgreSQL: restarted': async ({ stack }, random) => {
    await stack.restart('postgres', { downMs: random.below(1_000) });
    return true;
  },
};

/** Redis, where the queue is there. */
const REDIS_FAULTS: Record<string, Inject> = {
  'Redis: kill -9': kill('redis'),
  'Redis: away for a while': async ({ stack }, random) => {
    await stack.restart('redis', { how: 'kill', downMs: 500 + random.below(3_000) });
    return true;
  },
  'Redis: restarted': async ({ stack }) => {
    await stack.restart('redis');
    return true;
  },
  'Redis: FLUSHALL': flushAll,
};

async function flushAll({ stack }: Environment): Promise<boolean> {
  const redis = new Redis(stack.redisUrl ?? '', { maxRetriesPerRequest: 0, lazyConnect: true });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.flushall();
    return true;
  } catch {
    // Another fault has it down just now.
    return false;
  } finally {
    redis.disconnect();
  }
}

const LINE_NAMES = { postgres: 'PostgreSQL', redis: 'Redis', efi: 'EFI' } as const;

/** The lines between our processes and what they depend on. */
function lineFaults(line: keyof typeof LINE_NAMES): Record<string, Inject> {
  const name = `line to ${LINE_NAMES[line]}`;
  const forAWhile =
    (mode: 'stall' | 'refuse'): Inject =>
    async ({ stack: { proxies } }, random) => {
      await proxies?.[line]?.setMode(mode);
      await sleep(300 + random.below(2_500));
      await proxies?.[line]?.setMode('pass');
      return proxies?.[line] !== undefined;
    };
  return {
    [`${name}: every connection cut`]: ({ stack }) => (stack.proxies?.[line]?.cut() ?? 0) > 0,
    [`${name}: no byte moves`]: forAWhile('stall'),
    [`${name}: refused`]: forAWhile('refuse'),
  };
}

/** What the simulator does with messages. */
const BEHAVIOURS: readonly { type: string; ms?: number; status?: number }[] = [
  { type: 'delay', ms: 700 },
  { type: 'delay', ms: 2_500 },
  { type: 'silence' },
  { type: 'drop' },
  { type: 'accept-then-drop' },
  { type: 'accept-then-silence' },
  { type: 'http', status: 503 },
  { type: 'html', status: 502 },
  { type: 'garbage' },
  { type: 'truncated' },
  { type: 'empty' },
  { type: 'wrong-signature' },
  { type: 'tampered' },
  { type: 'unsigned' },
  { type: 'wrong-request-uuid' },
  { type: 'accept-then-die' },
];

const REFUSALS = [11, 53, 58, 2, 900];

function behaviourFaults(): Record<string, Inject> {
  const script =
    (repliesOf: (random: Random) => object[]): Inject =>
    (environment, random) =>
      tryControl(environment, 'POST', '/script', { replies: repliesOf(random) });
  const behave = BEHAVIOURS.map((behaviour): [string, Inject] => {
    const isFatal = behaviour.type === 'accept-then-die';
    const repliesOf = (random: Random) => [{ behaviour, times: isFatal ? 1 : 1 + random.below(4) }];
    return [`EFI: ${Object.values(behaviour).join(' ')}`, script(repliesOf)];
  });
  const refuse = REFUSALS.map((code): [string, Inject] => {
    const behaviour = { type: 'fault', code, message: `Refused on purpose with ${code}` };
    const repliesOf = (random: Random) => [
      { match: { kind: 'invoice' }, behaviour, times: 1 + random.below(3) },
    ];
    return [`EFI: refuses with ${code}`, script(repliesOf)];
  });
  const silence = { match: { kind: 'cash-deposit' }, behaviour: { type: 'accept-then-silence' } };
  const silent: [string, Inject] = ['EFI: silent about a deposit', script(() => [silence])];
  return Object.fromEntries([...behave, ...refuse, silent]);
}

const RECEIPT_CHECKS = [
  { type: 'silence' },
  { type: 'drop' },
  { type: 'http', status: 500 },
  { type: 'garbage' },
] as const;

/** The simulator is in a mode for a while. */
const inMode =
  (mode: object, leastMs: number): Inject =>
  async (environment, random) => {
    const isSet = await tryControl(environment, 'PUT', '/mode', mode);
    await sleep(leastMs + random.below(4 * leastMs));
    await tryControl(environment, 'DELETE', '/mode');
    return isSet;
  };

const MODE_FAULTS: Record<string, Inject> = {
  ...Object.fromEntries(
    RECEIPT_CHECKS.map((receiptCheck) => [
      `receipt check: ${receiptCheck.type}`,
      inMode({ receiptCheck }, 500),
    ]),
  ),
  // What was registered can neither be repeated nor be found for a while.
  'EFI: refuses what it has, and its receipt check lags': inMode(
    {
      service: { type: 'refuse-repeated' },
      receiptCheck: { type: 'lag', ms: TIMES.receiptCheckLagMs - 1_000 },
    },
    2_000,
  ),
};

/** @returns false where the simulator is down just now. */
function tryControl(
  { control }: Environment,
  ...call: Parameters<Environment['control']>
): Promise<boolean> {
  return control(...call).then(
    () => true,
    () => false,
  );
}

/** Every kind for a queue. */
export function faultKinds(queue: 'redis' | 'postgresql'): Fault[] {
  const isRedis = queue === 'redis';
  const kinds = {
    ...{ ...PROCESS_FAULTS, ...(isRedis ? REDIS_FAULTS : {}), ...lineFaults('postgres') },
    ...{ ...(isRedis ? lineFaults('redis') : {}), ...lineFaults('efi') },
    ...{ ...behaviourFaults(), ...MODE_FAULTS },
  };
  return Object.entries(kinds).map(([name, inject]) => ({ name, inject }));
}
