import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftovers, findLeftovers } from '../../../../scripts/bootstrap/leftovers.mjs';
import { freePort } from './ports.ts';
import { respondsOk, startProcess, type ProcessSpec } from './processes.ts';
import { hostForEachTest } from '../testing/process-host.ts';

const here = hostForEachTest(100);
const start = (spec: ProcessSpec) => startProcess(here().host, spec);
const readyFile = () => join(here().directory, 'ready');

const node = (script: string, more: Partial<ProcessSpec> = {}): ProcessSpec => ({
  name: 'stand-in',
  command: process.execPath,
  args: ['-e', script],
  env: { READY_FILE: readyFile() },
  isReady: () => Promise.resolve(existsSync(readyFile())),
  ...more,
});

const becomesReady = `require('fs').writeFileSync(process.env.READY_FILE, ''); setInterval(() => {}, 1000);`;

describe('a process of the testbed', () => {
  test('is ended when it is stopped, and that is not reported as a death', async () => {
    const started = await start(node(becomesReady));
    await started.stop();
    expect(await started.ended).toEqual({ code: null, signal: 'SIGTERM' });
    expect(here().deaths).toEqual([]);
  });

  test('that ends while starting is reported with the end of its log', async () => {
    const dies = node(`console.error('the port is taken'); process.exit(3)`);
    await expect(start(dies)).rejects.toThrow(
      /stand-in ended while it was starting \(exit code 3\)\.[^]*the port is taken/,
    );
  });

  test('that cannot be started at all is reported', async () => {
    const missing = { ...node(''), command: join(here().directory, 'no-such-program') };
    await expect(start(missing)).rejects.toThrow(/stand-in could not be started: .*ENOENT/);
  });

  test('that is not ready in time is ended and reported', async () => {
    const slow = node('setInterval(() => {}, 1000)', { readyTimeoutMs: 200 });
    await expect(start(slow)).rejects.toThrow(/did not become ready in time/);
    expect(findLeftovers(here().directory)).toEqual([]);
  });

  test('that is not ready in time is reported with what its health says', async () => {
    const health = createServer((_request, response) => {
      response.writeHead(503).end('{"checks":{"changes":"not connected yet"}}');
    });
    const port = await freePort();
    await once(health.listen(port, '127.0.0.1'), 'listening');
    const isReady = () => respondsOk(`http://127.0.0.1:${port}/health/ready`);
    const unwell = node('setInterval(() => {}, 1000)', { readyTimeoutMs: 200, isReady });
    await expect(start(unwell)).rejects.toThrow(/in time: .* says 503: .*not connected yet/);
    await once(health.close(), 'close');
  });

  test('that does not listen yet is reported as such', async () => {
    const url = `http://127.0.0.1:${await freePort()}/health/ready`;
    const deaf = node('setInterval(() => {}, 1000)', { readyTimeoutMs: 200 });
    await expect(start({ ...deaf, isReady: () => respondsOk(url) })).rejects.toThrow(
      /in time: .*fetch failed.*ECONNREFUSED/,
    );
  });

  test('that is killed is reported by name and signal', async () => {
    const started = await start(node(becomesReady));
    process.kill(started.pid, 'SIGKILL');
    await started.ended;
    expect(here().deaths).toHaveLength(1);
    expect(here().deaths[0]).toMatch(/^stand-in ended unexpectedly \(SIGKILL\)/);
  });

  test('that does not listen is killed after its grace, with what it started', async () => {
    const deaf = `process.on('SIGTERM', () => {});
      require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      ${becomesReady}`;
    const started = await start(node(deaf, { graceMs: 200 }));
    expect(findLeftovers(here().directory)).toHaveLength(2);
    await started.stop();
    expect(await started.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await endLeftovers(here().directory, 500)).toBeLessThanOrEqual(1);
    expect(findLeftovers(here().directory)).toEqual([]);
  });

  test('is ended when the start is given up', async () => {
    const abort = new AbortController();
    const slow = startProcess(
      { ...here().host, signal: abort.signal },
      node('setInterval(() => {}, 1000)'),
    );
    setTimeout(() => {
      abort.abort(new Error('Ctrl-C'));
    }, 150);
    await expect(slow).rejects.toThrow('Ctrl-C');
    expect(findLeftovers(here().directory)).toEqual([]);
  });

  test('writes its log for the owner only, and keeps the log of the run before', async () => {
    await (await start(node(`console.log('first'); ${becomesReady}`))).stop();
    // That of the run before would make this one ready before it has written anything.
    rmSync(readyFile());
    await (await start(node(`console.log('second'); ${becomesReady}`))).stop();
    expect(readFileSync(join(here().directory, 'stand-in.log.before'), 'utf8')).toBe('first\n');
    expect(readFileSync(join(here().directory, 'stand-in.log'), 'utf8')).toBe('second\n');
  });
});

describe('what a killed run left behind', () => {
  test('is found by the mark of the run and ended, whatever process started it', async () => {
    const script = `require('child_process').spawn(process.execPath,
      ['-e', 'setInterval(() => {}, 1000)'], { detached: true }); ${becomesReady}`;
    const started = await start(node(script));
    process.kill(started.pid, 'SIGKILL');
    await started.ended;
    expect(findLeftovers(here().directory)).toHaveLength(1);
    expect(await endLeftovers(here().directory)).toBe(1);
    expect(findLeftovers(here().directory)).toEqual([]);
  });
});
