import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

const RUNTIME = fileURLToPath(new URL('index.ts', import.meta.url));

/** Answers /wait when it gets the stop signal, or at /answer; breaks at /throw and /reject. */
const program = (goesOn: boolean) => `
  import { createServer } from 'node:http';
  import { createLogger, createShutdown } from ${JSON.stringify(RUNTIME)};
  const onUnhandledRejection = () => { console.log('reported'); };
  const shutdown = createShutdown({
    logger: createLogger({ name: 'test', level: 'silent' }), graceMs: 60_000,
    ...(${goesOn} ? { onUnhandledRejection } : {}),
  });
  const waiting = [];
  const answer = () => { for (const response of waiting.splice(0)) response.end('answered'); };
  const server = createServer((request, response) => {
    if (request.url === '/wait') { waiting.push(response); console.log('waits'); return; }
    if (request.url === '/throw') setImmediate(() => { throw new Error('nobody catches this'); });
    if (request.url === '/reject') void Promise.reject(new Error('nobody handles this'));
    if (request.url === '/answer') answer();
    response.end();
  });
  shutdown.onClose('http', () => new Promise((resolve) => { server.close(resolve); answer(); }));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

let child: ChildProcessByStdio<null, Readable, null> | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});

async function start(goesOn: boolean) {
  child = spawn(process.execPath, ['--input-type=module', '-e', program(goesOn)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value!;
  const port = await line();
  const get = async (path: string) => {
    const headers = { Connection: 'close' };
    return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
  };
  const call = get('/wait');
  // A call that fails is never waited for by the child.
  expect(await Promise.race([line(), call])).toBe('waits');
  return { ended, line, get, call };
}

test('an uncaught error ends the process, but calls in progress are answered before', async () => {
  const { ended, get, call } = await start(true);
  await get('/throw').catch(() => undefined);
  expect(await call).toBe('answered');
  expect(await ended).toBe(1);
});

test('a rejection that nobody handled is reported, and every other call goes on', async () => {
  const { ended, line, get, call } = await start(true);
  expect(await get('/reject')).toBe('');
  expect(await line()).toBe('reported');
  await get('/answer');
  expect(await call).toBe('answered');
  child?.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a rejection that nobody handled ends a process that has not said otherwise', async () => {
  const { ended, get, call } = await start(false);
  await get('/reject').catch(() => undefined);
  expect(await call).toBe('answered');
  expect(await ended).toBe(1);
});
