import { afterAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../testing/running-api.ts';
import { sendThroughFile } from './spool.ts';

const MIB = 1024 * 1024;
const PATIENT = { bytes: 64 * MIB, graceMs: 3_600_000, bytesPerSecond: MIB };

/** What became of a file. */
interface Outcome {
  /** Of its source, which was returned or read to its end. */
  made: Promise<void>;
  sent: Promise<unknown>;
}

const servers: Awaited<ReturnType<typeof serve>>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function open(source: () => AsyncGenerator<Uint8Array, void>, limits = PATIENT) {
  const app = express();
  const began = Promise.withResolvers<Outcome>();
  app.get('/', async (_request, response) => {
    const made = Promise.withResolvers<undefined>();
    const watched = async function* () {
      try {
        yield* source();
      } finally {
        made.resolve(undefined);
      }
    };
    const sending = sendThroughFile(watched(), response, (work) => work(), limits);
    const sent = sending.then(
      () => 'whole',
      (error: unknown) => error,
    );
    began.resolve({ made: made.promise, sent });
    await sent;
  });
  const server = await serve(app);
  servers.push(server);
  return { ...server, outcome: () => began.promise };
}

async function* parts(count: number): AsyncGenerator<Uint8Array, void> {
  for (let part = 0; part < count; part += 1) {
    await sleep(0);
    yield Buffer.alloc(MIB, part);
  }
}

/** A reader that has seen the beginning, and takes no more. */
async function beginReading(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'readable');
  return socket;
}

/** Of this process: others make files, too. */
const filesLeft = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`fiscal-export-${process.pid}-`));

describe('a file that is sent through the disk', () => {
  test('arrives as it is made, whole', async () => {
    const { url } = await open(() => parts(20));
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    const made: Uint8Array[] = [];
    for await (const part of parts(20)) made.push(part);
    expect(bytes.equals(Buffer.concat(made))).toBe(true);
  });

  test('is made to its end while its reader takes nothing', async () => {
    const { port, outcome } = await open(() => parts(40));
    const socket = await beginReading(port);
    const { made, sent } = await outcome();
    await made;
    socket.destroy();
    expect(await sent).toMatchObject({ name: 'AbortError' });
  });

  test('is cut where its reader is slower than the least rate', async () => {
    const limits = { ...PATIENT, graceMs: 50, bytesPerSecond: 1_000 * MIB };
    const { port, outcome } = await open(() => parts(40), limits);
    const socket = await beginReading(port);
    expect(await (await outcome()).sent).toMatchObject({
      cause: { name: 'TimeoutError' },
    });
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
  });

  test('is cut where it is too large, and where its source breaks', async () => {
    const tooLarge = await open(() => parts(4), { ...PATIENT, bytes: 3 * MIB });
    await expect(fetch(tooLarge.url).then((read) => read.arrayBuffer())).rejects.toThrow();
    const broken = await open(async function* () {
      yield* parts(2);
      throw new Error('broken');
    });
    await expect(fetch(broken.url).then((read) => read.arrayBuffer())).rejects.toThrow();
    expect(await (await broken.outcome()).sent).toMatchObject({ message: 'broken' });
  });

  test('is not made any further when its reader has gone', async () => {
    const { port, outcome } = await open(async function* () {
      for (;;) yield* parts(1);
    });
    const socket = await beginReading(port);
    socket.destroy();
    const { made, sent } = await outcome();
    await made;
    expect(await sent).toMatchObject({ name: 'AbortError' });
  });

  test('stands under no name from its beginning', async () => {
    const { port, outcome } = await open(() => parts(40));
    const socket = await beginReading(port);
    expect(filesLeft()).toEqual([]);
    socket.destroy();
    await (
      await outcome()
    ).sent;
    expect(filesLeft()).toEqual([]);
  });
});
