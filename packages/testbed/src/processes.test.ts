import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers, findLeftovers } from '../../../scripts/bootstrap/leftovers.mjs';
import { startProcess, type ProcessHost, type ProcessSpec } from './processes.ts';

let directory: string;
let deaths: string[];
let host: ProcessHost;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fiscal-processes-'));
  deaths = [];
  host = { logs: directory, runDirectory: directory, onDeath: (sentence) => deaths.push(sentence) };
});

afterEach(async () => {
  await endLeftovers(directory, 100);
  rmSync(directory, { recursive: true, force: true });
});

const node = (script: string, more: Partial<ProcessSpec> = {}): ProcessSpec => ({
  name: 'stand-in',
  command: process.execPath,
  args: ['-e', script],
  env: { READY_FILE: join(directory, 'ready') },
  isReady: () => Promise.resolve(existsSync(join(directory, 'ready'))),
  ...more,
});

const becomesReady = `require('fs').writeFileSync(process.env.READY_FILE, ''); setInterval(() => {}, 1000);`;

describe('a process of the testbed', () => {
  test('is ended when it is stopped, and that is not reported as a death', async () => {
    const started = await startProcess(host, node(becomesReady));
    await started.stop();
    expect(await started.ended).toEqual({ code: null, signal: 'SIGTERM' });
    expect(deaths).toEqual([]);
  });

  test('that ends while starting is reported with its last words', async () => {
    const dies = node(`console.error('the port is taken'); process.exit(3)`);
    await expect(startProcess(host, dies)).rejects.toThrow(
      /stand-in ended while it was starting \(exit code 3\)\.[^]*the port is taken/,
    );
  });

  test('that cannot be started at all is reported', async () => {
    const missing = { ...node(''), command: join(directory, 'no-such-program') };
    await expect(startProcess(host, missing)).rejects.toThrow(
      /stand-in could not be started: .*ENOENT/,
    );
  });

  test('that is not ready in time is ended and reported', async () => {
    const slow = node('setInterval(() => {}, 1000)', { readyTimeoutMs: 200 });
    await expect(startProcess(host, slow)).rejects.toThrow(/did not become ready in time/);
    expect(findLeftovers(directory)).toEqual([]);
  });

  test('that is killed is reported by name and signal', async () => {
    const started = await startProcess(host, node(becomesReady));
    process.kill(started.pid, 'SIGKILL');
    await started.ended;
    expect(deaths).toHaveLength(1);
    expect(deaths[0]).toMatch(/^stand-in ended unexpectedly \(SIGKILL\)/);
  });

  test('that does not listen is killed after its grace, with what it started', async () => {
    const deaf = `process.on('SIGTERM', () => {});
      require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      ${becomesReady}`;
    const started = await startProcess(host, node(deaf, { graceMs: 200 }));
    expect(findLeftovers(directory)).toHaveLength(2);
    await started.stop();
    expect(await started.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await endLeftovers(directory, 500)).toBeLessThanOrEqual(1);
    expect(findLeftovers(directory)).toEqual([]);
  });

  test('is ended when the start is given up', async () => {
    const abort = new AbortController();
    const slow = startProcess(
      { ...host, signal: abort.signal },
      node('setInterval(() => {}, 1000)'),
    );
    setTimeout(() => {
      abort.abort(new Error('Ctrl-C'));
    }, 150);
    await expect(slow).rejects.toThrow('Ctrl-C');
    expect(findLeftovers(directory)).toEqual([]);
  });

  test('writes its log for the owner only, and keeps the log of the run before', async () => {
    await (await startProcess(host, node(`console.log('first'); ${becomesReady}`))).stop();
    // That of the run before would make this one ready before it has written anything.
    rmSync(join(directory, 'ready'));
    await (await startProcess(host, node(`console.log('second'); ${becomesReady}`))).stop();
    expect(readFileSync(join(directory, 'stand-in.log.before'), 'utf8')).toBe('first\n');
    expect(readFileSync(join(directory, 'stand-in.log'), 'utf8')).toBe('second\n');
  });
});

describe('what a killed run left behind', () => {
  test('is found by the mark of the run and ended, whoever started it', async () => {
    const script = `require('child_process').spawn(process.execPath,
      ['-e', 'setInterval(() => {}, 1000)'], { detached: true }); ${becomesReady}`;
    const started = await startProcess(host, node(script));
    process.kill(started.pid, 'SIGKILL');
    await started.ended;
    expect(findLeftovers(directory)).toHaveLength(1);
    expect(await endLeftovers(directory)).toBe(1);
    expect(findLeftovers(directory)).toEqual([]);
  });
});
