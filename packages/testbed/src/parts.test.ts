import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endLeftovers, findLeftovers } from '../../../scripts/bootstrap/leftovers.mjs';
import { startPart, type Part } from './parts.ts';
import type { ProcessHost, ProcessSpec } from './processes.ts';

let directory: string;
let deaths: string[];
let host: ProcessHost;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fiscal-parts-'));
  deaths = [];
  host = { logs: directory, runDirectory: directory, onDeath: (sentence) => deaths.push(sentence) };
});

afterEach(async () => {
  await endLeftovers(directory, 100);
  rmSync(directory, { recursive: true, force: true });
});

/** Ready as soon as this life has said so. */
const specOf = (life: number): ProcessSpec => ({
  name: 'stand-in',
  command: process.execPath,
  args: [
    '-e',
    `console.log('life ${life}');
     require('fs').writeFileSync(${JSON.stringify(join(directory, `ready-${life}`))}, '');
     setInterval(() => {}, 1000);`,
  ],
  env: {},
  isReady: () => Promise.resolve(existsSync(join(directory, `ready-${life}`))),
});

const startIt = (isSupervised: boolean): Promise<Part> =>
  startPart(host, { specOf, isSupervised, keep: () => undefined });

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!isSo() && Date.now() < deadline) await sleep(10);
  expect(isSo()).toBe(true);
}

describe('a part of the stack', () => {
  test('that is supervised is started again when it is killed, and nobody is told', async () => {
    const part = await startIt(true);
    const first = part.running().pid;
    part.running().kill('SIGKILL');
    await until(() => part.running().pid !== first);
    expect(part.lives()).toBe(2);
    expect(deaths).toEqual([]);
    const log = readFileSync(join(directory, 'stand-in.log'), 'utf8');
    expect(log).toBe('life 1\nlife 2\n');
    await part.stop();
  });

  test('that is not supervised stays dead, and its death is told', async () => {
    const part = await startIt(false);
    part.running().kill('SIGKILL');
    await part.running().ended;
    await until(() => deaths.length === 1);
    expect(deaths[0]).toMatch(/^stand-in ended unexpectedly \(SIGKILL\)/);
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
    expect(findLeftovers(directory)).toHaveLength(1);
    await part.stop();
  });

  test('that is stopped stays away', async () => {
    const part = await startIt(true);
    await part.stop();
    await sleep(300);
    expect(findLeftovers(directory)).toEqual([]);
    expect(part.lives()).toBe(1);
    expect(deaths).toEqual([]);
  });
});
