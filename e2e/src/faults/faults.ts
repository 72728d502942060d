// Everything that goes wrong on purpose, each kind with a name under which it is counted. A fault does
// its damage, waits as long as it lasts, and mends what does not mend itself.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PartName } from '@fiscal/testbed';
import { Redis } from 'ioredis';
import type { Random } from '../money/random.ts';
import { TIMES } from './ground.ts';
import type { Ground } from './ground.ts';
import { childrenOf, sendSignal } from './proc.ts';

/** One kind of fault. */
export interface Fault {
  name: string;
  /** @returns false if there was nothing to break just now: it does not count. */
  strike: (ground: Ground, random: Random) => Promise<boolean>;
}

const workerNames = (ground: Ground) =>
  [...ground.stack.processes.keys()].filter((name) => name.startsWith('worker'));

const pickWorker = (ground: Ground, random: Random) => random.pick(workerNames(ground)) as PartName;

function kill(ground: Ground, name: PartName): boolean {
  const pid = ground.stack.processes.get(name)?.pid;
  return pid !== undefined && sendSignal(pid, 'SIGKILL');
}

/** Our own processes and the browser. */
const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'worker: kill -9',
    strike: (ground, random) => Promise.resolve(kill(ground, pickWorker(ground, random))),
  },
  {
    name: 'worker: stopped beyond its lease, then goes on',
    strike: async (ground, random) => {
      const pid = ground.stack.processes.get(pickWorker(ground, random))?.pid ?? 0;
      if (!sendSignal(pid, 'SIGSTOP')) return false;
      await sleep(TIMES.leaseMs + 500 + random.below(1_500));
      sendSignal(pid, 'SIGCONT');
      return true;
    },
  },
  { name: 'API: kill -9', strike: (ground) => Promise.resolve(kill(ground, 'api')) },
  {
    name: 'simulator: kill -9',
    strike: (ground) => Promise.resolve(kill(ground, 'efi-simulator')),
  },
  {
    name: 'Chrome: kill -9',
    strike: (ground) => {
      const workers = workerNames(ground).map((name) => ground.stack.processes.get(name)?.pid ?? 0);
      const browsers = workers.flatMap((pid) => childrenOf(pid));
      return Promise.resolve(browsers.filter((pid) => sendSignal(pid, 'SIGKILL')).length > 0);
    },
  },
];

/** PostgreSQL. */
const POSTGRES_FAULTS: readonly Fault[] = [
  { name: 'PostgreSQL: kill -9', strike: (ground) => Promise.resolve(kill(ground, 'postgres')) },
  {
    name: 'PostgreSQL: restarted',
    strike: async (ground, random) => {
      await ground.stack.restart('postgres', { downMs: random.below(1_000) });
      return true;
    },
  },
];

/** Redis, where the queue lives there. */
const REDIS_FAULTS: readonly Fault[] = [
  { name: 'Redis: kill -9', strike: (ground) => Promise.resolve(kill(ground, 'redis')) },
  {
    name: 'Redis: away for a while',
    strike: async (ground, random) => {
      await ground.stack.restart('redis', { how: 'kill', downMs: 500 + random.below(3_000) });
      return true;
    },
  },
  {
    name: 'Redis: restarted',
    strike: async (ground) => {
      await ground.stack.restart('redis');
      return true;
    },
  },
  { name: 'Redis: FLUSHALL', strike: flushAll },
];

async function flushAll({ stack }: Ground): Promise<boolean> {
  const redis = new Redis(stack.redisUrl ?? '', { maxRetriesPerRequest: 0, lazyConnect: true });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.flushall();
    return true;
  } catch {
    // Somebody else has it down just now.
    return false;
  } finally {
    redis.disconnect();
  }
}

type Line = 'postgres' | 'redis' | 'efi';
const LINE_NAMES: Record<Line, string> = { postgres: 'PostgreSQL', redis: 'Redis', efi: 'EFI' };

/** The lines between our processes and what they stand on. */
function lineFaults(line: Line): Fault[] {
  const name = LINE_NAMES[line];
  const proxyOf = (ground: Ground) => ground.stack.proxies?.[line];
  const forAWhile = (mode: 'stall' | 'refuse') => async (ground: Ground, random: Random) => {
    const proxy = proxyOf(ground);
    if (proxy === undefined) return false;
    await proxy.setMode(mode);
    await sleep(300 + random.below(2_500));
    await proxy.setMode('pass');
    return true;
  };
  return [
    {
      name: `line to ${name}: every connection cut`,
      strike: (ground) => Promise.resolve((proxyOf(ground)?.cut() ?? 0) > 0),
    },
    { name: `line to ${name}: no byte moves`, strike: forAWhile('stall') },
    { name: `line to ${name}: refused`, strike: forAWhile('refuse') },
  ];
}

/** The authority's answers. */
const ANSWERS: readonly { type: string; ms?: number; status?: number }[] = [
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

function answerFaults(): Fault[] {
  const script = (name: string, replies: (random: Random) => object[]): Fault => ({
    name,
    strike: (ground, random) => tryControl(ground, 'POST', '/script', { replies: replies(random) }),
  });
  return [
    ...ANSWERS.map((behaviour) =>
      script(`EFI: ${Object.values(behaviour).join(' ')}`, (random) => [
        { behaviour, times: behaviour.type === 'accept-then-die' ? 1 : 1 + random.below(4) },
      ]),
    ),
    ...REFUSALS.map((code) =>
      script(`EFI: refuses with ${code}`, (random) => [
        {
          match: { kind: 'invoice' },
          behaviour: { type: 'fault', code, message: `Refused on purpose with ${code}` },
          times: 1 + random.below(3),
        },
      ]),
    ),
    script('EFI: silent about a deposit', () => [
      { match: { kind: 'cash-deposit' }, behaviour: { type: 'accept-then-silence' } },
    ]),
  ];
}

const RECEIPT_CHECKS = [
  { type: 'silence' },
  { type: 'drop' },
  { type: 'http', status: 500 },
  { type: 'garbage' },
] as const;

/** The authority is in a mode for a while. */
const inMode = (name: string, mode: object, { leastMs }: { leastMs: number }): Fault => ({
  name,
  strike: async (ground, random) => {
    const isSet = await tryControl(ground, 'PUT', '/mode', mode);
    await sleep(leastMs + random.below(4 * leastMs));
    await tryControl(ground, 'DELETE', '/mode');
    return isSet;
  },
});

const MODE_FAULTS: readonly Fault[] = [
  ...RECEIPT_CHECKS.map((behaviour) =>
    inMode(`receipt check: ${behaviour.type}`, { receiptCheck: behaviour }, { leastMs: 500 }),
  ),
  // What was registered can neither be repeated nor be found for a while.
  inMode(
    'EFI: refuses what it has, and its receipt check lags',
    {
      service: { type: 'refuse-repeated' },
      receiptCheck: { type: 'lag', ms: TIMES.receiptCheckLagMs - 1_000 },
    },
    { leastMs: 2_000 },
  ),
];

/** The simulator may be down just now: then there is nothing to spoil. */
async function tryControl(
  ground: Ground,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<boolean> {
  try {
    await ground.control(method, path, body);
    return true;
  } catch {
    return false;
  }
}

/** Every kind for a queue. */
export function faultKinds(queue: 'redis' | 'postgresql'): Fault[] {
  const isRedis = queue === 'redis';
  return [
    ...PROCESS_FAULTS,
    ...POSTGRES_FAULTS,
    ...(isRedis ? REDIS_FAULTS : []),
    ...lineFaults('postgres'),
    ...(isRedis ? lineFaults('redis') : []),
    ...lineFaults('efi'),
    ...answerFaults(),
    ...MODE_FAULTS,
  ];
}
