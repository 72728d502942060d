import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLeftovers } from '../../../../scripts/bootstrap/leftovers.mjs';
import { eventually } from '../eventually.ts';
import { startPart, type Part } from './parts.ts';
import type { ProcessSpec } from '../processes/processes.ts';
import { hostForEachTest } from '../testing/process-host.ts';

const here = hostForEachTest(100);

/** Ready as soon as this life has said so. */
const specOf = (life: number): ProcessSpec => ({
  name: 'stand-in',
  command: process.execPath,
  args: [
    '-e',
    `console.log('life ${life}');
     require('fs').writeFileSync(${JSON.stringify(join(here().directory, `ready-${life}`))}, '');
     setInterval(() => {}, 1000);`,
  ],
  env: {},
  isReady: () => Promise.resolve(existsSync(join(here().directory, `ready-${life}`))),
});

const startIt = (isSupervised: boolean): Promise<Part> =>
  startPart(here().host, { specOf, isSupervised, keep: () => undefined });

describe('a part of the stack', () => {
  test('that is supervised is started again when it is killed, without a report', async () => {
    const part = await startIt(true);
    const first = part.running().pid;
    part.running().kill('SIGKILL');
    await eventually(
      () => part.running().pid,
      (pid) => pid !== first,
    );
    expect(part.lives()).toBe(2);
    expect(here().deaths).toEqual([]);
    const log = readFileSync(join(here().directory, 'stand-in.log'), 'utf8');
    expect(log).toBe('life 1\nlife 2\n');
    await part.stop();
  });

  test('that is not supervised stays dead, and its death is reported', async () => {
    const part = await startIt(false);
    part.running().kill('SIGKILL');
    await part.running().ended;
    const [death] = await eventually(
      () => here().deaths,
      ({ length }) => length === 1,
    );
    expect(death).toMatch(/^stand-in ended unexpectedly \(SIGKILL\)/);
    expect(part.lives()).toBe(1);
  });

  test.each(['orderly', 'kill'] as const)('comes back from a restart (%s)', async (how) => {
    const part = await startIt(true);
    const first = part.running();
    await part.restart({ how, downMs: 50 });
    expect(await first.ended).toMatchObject({ signal: how === 'kill' ? 'SIGKILL' : 'SIGTERM' });
    expect(part.running().pid).not.toBe(first.pid);
    expect(part.lives()).toBe(2);
    await part.stop();
  });

  test('that is restarted twice at the same time has one life after the other', async () => {
    const part = await startIt(true);
    await Promise.all([part.restart(), part.restart()]);
    expect(part.lives()).toBe(3);
    expect(findLeftovers(here().directory)).toHaveLength(1);
    await part.stop();
  });

  test('that is stopped stays away', async () => {
    const part = await startIt(true);
    await part.stop();
    await sleep(300);
    expect(findLeftovers(here().directory)).toEqual([]);
    expect(part.lives()).toBe(1);
    expect(here().deaths).toEqual([]);
  });
});
