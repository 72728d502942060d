// Everything that goes wrong on purpose, each kind with a name under which it is counted. A fault
// does its damage, waits as long as it lasts, and repairs what does not repair itself.

import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endTree, readProcessTree } from '@fiscal/runtime';
import type { PartName, Stack } from '@fiscal/testbed';
import type { Random } from '@fiscal/testbed/random';
import { Redis } from 'ioredis';
import { disturbing } from './disturbances.ts';
import { RECEIPT_CHECK_LAG_MS, type Run } from './run.ts';

/** @returns false if there was nothing to break just now: it does not count. */
type Inject = (run: Run, random: Random) => unknown;
type Faults = Record<string, Inject>;

export const workersOf = ({ processes }: Stack) =>
  [...processes.values()].filter(({ name }) => name.startsWith('worker'));
const kill =
  (name: PartName): Inject =>
  ({ stack }) =>
    stack.processes.get(name)?.kill('SIGKILL');
const restart =
  (name: PartName, how: 'orderly' | 'kill', leastMs: number, belowMs: number): Inject =>
  ({ stack }, random) =>
    stack.restart(name, { how, downMs: leastMs + random.below(belowMs) });
/** False where what is called is down just now. */
export const isDone = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );

/** Farther than a clock may be off. */
const WRONG_MS = 600_000;

/** Our own processes, the browser and PostgreSQL. */
const PROCESS_FAULTS: Faults = {
  'worker: kill -9': ({ stack }, random) => random.pick(workersOf(stack)).kill('SIGKILL'),
  // nemesis.ts resumes it when its lease must have run out.
  'worker: stopped beyond its lease, then resumed': ({ stack }, random) =>
    random.pick(workersOf(stack)).kill('SIGSTOP'),
  'worker: every clock is wrong for a while': async ({ nextLife }, random) => {
    writeFileSync(nextLife.clockOffsetFile, random.pick([String(WRONG_MS), String(-WRONG_MS)]));
    await sleep(500 + random.below(3_000));
    writeFileSync(nextLife.clockOffsetFile, '0');
  },
  'API: kill -9': kill('api'),
  'simulator: kill -9': kill('efi-simulator'),
  'Chrome: kill -9': ({ stack }) => {
    const workers = workersOf(stack).map(({ pid }) => pid);
    const trees = workers.flatMap((pid) => readProcessTree(pid));
    const browsers = trees.filter(({ parent }) => workers.includes(parent));
    endTree(browsers);
    return browsers.length > 0;
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
    return isDone(redis.flushall()).finally(() => redis.disconnect());
  },
};

/** A line between our processes and what they depend on. */
function lineFaults(line: 'postgres' | 'redis' | 'efi', dependency: string): Faults {
  const forAWhile =
    (mode: 'stall' | 'refuse'): Inject =>
    ({ stack, disturbances }, random) =>
      disturbing(line === 'efi' ? disturbances : [], async () => {
        await stack.proxies![line]!.setMode(mode);
        await sleep(300 + random.below(2_500));
        await stack.proxies![line]!.setMode('pass');
      });
  return {
    [`line to ${dependency}: every connection cut`]: ({ stack, disturbances }) =>
      disturbing(line === 'efi' ? disturbances : [], () => stack.proxies![line]!.cut() > 0),
    [`line to ${dependency}: no byte moves`]: forAWhile('stall'),
    [`line to ${dependency}: refused`]: forAWhile('refuse'),
  };
}

/** What the simulator does with messages, named by its values. */
const BEHAVIOURS = [
  { type: 'delay', ms: 700 },
  { type: 'delay', ms: 2_500 },
  { type: 'http', status: 503 },
  { type: 'html', status: 502 },
  ...[
    'silence',
    'drop',
    'accept-then-drop',
    'accept-then-silence',
    'garbage',
    'truncated',
    'empty',
    'wrong-signature',
    'tampered',
    'unsigned',
    'wrong-request-uuid',
  ].map((type) => ({ type })),
];

/** @param most times in a row. */
const scripted =
  (behaviour: object, most: number, match?: object): Inject =>
  ({ control }, random) => {
    const reply = { match, behaviour, times: 1 + random.below(most) };
    return isDone(control('POST', '/script', { replies: [reply] }));
  };
const refusal = (code: number, match: { kind: string }) => {
  const behaviour = { type: 'fault', code, message: `Refused on purpose with ${code}` };
  return [`EFI: refuses ${match.kind} with ${code}`, scripted(behaviour, 3, match)] as const;
};
const INVOICE = { kind: 'invoice' };
const WITHDRAWAL = { kind: 'cash-deposit', operation: 'WITHDRAW' };

const SCRIPTED_FAULTS: Faults = {
  ...Object.fromEntries(
    BEHAVIOURS.map((how) => [`EFI: ${Object.values(how).join(' ')}`, scripted(how, 4)]),
  ),
  'EFI: accept-then-die': scripted({ type: 'accept-then-die' }, 1),
  ...Object.fromEntries([11, 53, 58, 2, 900].map((code) => refusal(code, INVOICE))),
  // As of a wrong clock, and of an expired certificate.
  ...Object.fromEntries([2, 36].map((code) => refusal(code, WITHDRAWAL))),
  'EFI: silent about a withdrawal': scripted({ type: 'accept-then-silence' }, 2, WITHDRAWAL),
  'EFI: silent about a deposit': scripted({ type: 'accept-then-silence' }, 1, {
    operation: 'INITIAL',
  }),
};

/** The simulator is in a mode for a while. */
const inMode =
  (mode: object, leastMs = 500): Inject =>
  async ({ control }, random) => {
    const isSet = await isDone(control('PUT', '/mode', mode));
    await sleep(leastMs + random.below(4 * leastMs));
    await isDone(control('DELETE', '/mode'));
    return isSet;
  };

/** What was registered can neither be repeated nor be found for a while. */
const LAGGING = {
  service: { type: 'refuse-repeated' },
  receiptCheck: { type: 'lag', ms: RECEIPT_CHECK_LAG_MS - 1_000 },
};

const MODE_FAULTS: Faults = {
  'receipt check: silence': inMode({ receiptCheck: { type: 'silence' } }),
  'receipt check: drop': inMode({ receiptCheck: { type: 'drop' } }),
  'receipt check: http': inMode({ receiptCheck: { type: 'http', status: 500 } }),
  'receipt check: garbage': inMode({ receiptCheck: { type: 'garbage' } }),
  'EFI: refuses what it has, and its receipt check lags': inMode(LAGGING, 2_000),
};

/** Every kind for a queue, by its name. */
export function faultKinds(queue: 'redis' | 'postgresql'): [name: string, inject: Inject][] {
  return Object.entries({
    ...PROCESS_FAULTS,
    ...(queue === 'redis' ? { ...REDIS_FAULTS, ...lineFaults('redis', 'Redis') } : {}),
    ...lineFaults('postgres', 'PostgreSQL'),
    ...lineFaults('efi', 'EFI'),
    ...SCRIPTED_FAULTS,
    ...MODE_FAULTS,
  });
}
