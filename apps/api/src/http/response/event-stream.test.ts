import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import type { Express, Response } from 'express';
import { startEventStream } from './event-stream.ts';
import type { EventStream } from './event-stream.ts';
import { serve } from '../../testing/running-api.ts';

const HEARTBEAT_MS = 20;

/** A stream as the server has it, with what its timer did after it was over. */
interface Watched {
  stream: EventStream;
  response: Response;
  heartbeats: number;
}

describe('a stream of events', () => {
  let server: Awaited<ReturnType<typeof serve>>;
  let streams: Map<string, Watched>;
  let changed: () => void;
  let app: Express;

  beforeEach(async () => {
    streams = new Map();
    changed = () => undefined;
    app = express();
    app.get('/:name', (request, response) => {
      const stream = startEventStream(response, HEARTBEAT_MS, () => {
        watched.heartbeats += 1;
        changed();
      });
      const watched: Watched = { stream, response, heartbeats: 0 };
      stream.signal.addEventListener('abort', () => changed());
      streams.set(request.params.name, watched);
      changed();
    });
    server = await serve(app);
  });
  afterEach(() => server.close());

  /** Asks for streams on one connection, one behind the other. */
  function ask(...names: string[]): Socket {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(names.map((name) => `GET /${name} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    return socket;
  }
  /** Looks at every change; jest's limit is for hangs. */
  function until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      changed = () => {
        if (isSo()) resolve();
      };
      changed();
    });
  }
  const of = (name: string) => streams.get(name);
  const isOver = (name: string) => of(name)?.stream.signal.aborted === true;

  test('ended behind another response of its connection is never written to again', async () => {
    const socket = ask('first', 'second');
    socket.resume();
    await until(() => of('second') !== undefined);
    const second = of('second')!;
    // What the panel does when the session of the second has signed out.
    second.stream.end();
    second.stream.end();
    second.stream.send('late', {});
    expect(isOver('second')).toBe(true);
    const { heartbeats } = second;
    const before = of('first')!.heartbeats;
    await until(() => of('first')!.heartbeats > before + 3);
    expect(second.heartbeats).toBe(heartbeats);
    expect(isOver('first')).toBe(false);
    socket.destroy();
    await until(() => isOver('first'));
  });

  test('behind another response of its connection is over with the connection', async () => {
    const socket = ask('first', 'second');
    await until(() => of('second') !== undefined);
    socket.destroy();
    await until(() => isOver('first') && isOver('second'));
  });

  test('that can not be read because another response stands before it is dropped', async () => {
    const socket = ask('first', 'second');
    socket.resume();
    await once(socket, 'close');
    await until(() => isOver('first') && isOver('second'));
  });

  test('of a reader that takes nothing is dropped, and keeps nothing', async () => {
    const socket = ask('stalled');
    socket.pause();
    await until(() => of('stalled') !== undefined);
    const { stream, response } = of('stalled')!;
    const text = 'x'.repeat(1024 * 1024);
    while (stream.isListening()) {
      stream.send('much', text);
      // What the kernel takes is taken only after an iteration of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(isOver('stalled')).toBe(false);
    await until(() => isOver('stalled'));
    expect(response.req.socket.destroyed).toBe(true);
  });

  test('that breaks is over, and no other stream gets the error', async () => {
    ask('broken');
    await until(() => of('broken') !== undefined);
    const { response } = of('broken')!;
    response.end();
    // Written after the end on purpose: the error that once ended the process.
    response.write('late');
    await until(() => isOver('broken'));
  });

  test('that begins on a connection that is closed already is over at once', async () => {
    const over = Promise.withResolvers<boolean>();
    app.get('/closed/early', (request, response) => {
      request.socket.once('close', () => {
        const { signal } = startEventStream(response, HEARTBEAT_MS, () => undefined);
        over.resolve(signal.aborted);
      });
      request.socket.destroy();
    });
    ask('closed/early');
    expect(await over.promise).toBe(true);
  });
});
