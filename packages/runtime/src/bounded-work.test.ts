import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runBounded } from './bounded-work.ts';
import type { WorkLimits } from './bounded-work.ts';

const NO_LIMIT: WorkLimits = {
  timeoutMs: 2 ** 31 - 1,
  memoryBytes: Number.MAX_SAFE_INTEGER,
  outputBytes: Number.MAX_SAFE_INTEGER,
};
const ENVIRONMENT = { PATH: process.env.PATH ?? '', TZ: 'UTC' };

const run = (input: string, limits: Partial<WorkLimits> = {}, entry = './testing/bounded-entry') =>
  runBounded({
    from: import.meta.url,
    entry,
    environment: ENVIRONMENT,
    input: Buffer.from(input),
    limits: { ...NO_LIMIT, ...limits },
  });

let folder: string;
/** Where work that is native says that it has begun, with its pid. */
let begun: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bounded-work-'));
  begun = join(folder, 'pid');
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

async function pidOfNativeWork(): Promise<number> {
  while (!existsSync(begun) || readFileSync(begun, 'utf8') === '') await wait(5);
  return Number(readFileSync(begun, 'utf8'));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('work in a process of its own', () => {
  test('gives out what it made, and its error in words', async () => {
    const output = Buffer.from('tajna');
    expect(await run('echo tajna')).toEqual({ kind: 'done', output });
    expect(await run('throw broken')).toEqual({ kind: 'refused', words: 'broken' });
  });

  test('has the environment that it was given, and nothing else of ours', async () => {
    process.env.ADMIN_SECRET = 'not for everybody';
    try {
      const outcome = await run('environment');
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
      expect(JSON.parse(outcome.output.toString())).toEqual(ENVIRONMENT);
    } finally {
      delete process.env.ADMIN_SECRET;
    }
  });

  test('is killed in the middle of native code when its time is used up, and its process is gone', async () => {
    jest.useFakeTimers({ doNotFake: ['setInterval', 'setImmediate', 'nextTick', 'performance'] });
    const working = run(`native ${begun}`, { timeoutMs: 15_000 });
    const pid = await pidOfNativeWork();
    expect(isRunning(pid)).toBe(true);
    jest.advanceTimersByTime(15_000);
    expect(await working).toEqual({ kind: 'used-up', what: 'time' });
    expect(isRunning(pid)).toBe(false);
  });

  test('holds up nobody else’s while native code runs in it', async () => {
    const working = run(`native ${begun}`);
    const pid = await pidOfNativeWork();
    expect(await run('echo other')).toEqual({ kind: 'done', output: Buffer.from('other') });
    process.kill(pid, 'SIGKILL');
    // It was not ended by us, so it counts as what the kernel does without memory.
    expect(await working).toEqual({ kind: 'used-up', what: 'memory' });
  });

  test.each(['heap', 'native_memory'])(
    'that takes more memory than it may is ended: %s',
    async (kind) => {
      const outcome = await run(kind, { memoryBytes: 256 * 1_048_576 });
      expect(outcome).toEqual({ kind: 'used-up', what: 'memory' });
    },
  );

  test('that gives out more than it may is ended', async () => {
    const outcome = await run(`echo ${'x'.repeat(200_000)}`, { outputBytes: 100_000 });
    expect(outcome).toEqual({ kind: 'used-up', what: 'output' });
  });

  test('that breaks is an error, and no answer', async () => {
    await expect(run('exit 7')).rejects.toThrow('./testing/bounded-entry ended with code 7');
    await expect(run('echo', {}, './testing/nowhere')).rejects.toThrow('ended with code 1');
  });

  test('that can not be started is an error, and no hang', async () => {
    const { execPath } = process;
    process.execPath = join(folder, 'no-such-node');
    try {
      await expect(run('echo')).rejects.toThrow('ENOENT');
    } finally {
      process.execPath = execPath;
    }
  });
});
