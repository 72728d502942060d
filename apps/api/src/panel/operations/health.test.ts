import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { createLogger } from '@fiscal/runtime';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { OPERATOR, startAdmin } from '../../testing/running-admin.ts';
import type { RunningAdmin } from '../../testing/running-admin.ts';
import { ORIGIN } from '../../testing/running-api.ts';
import { sessionCookie } from '../accounts/sign-in/session-cookie.ts';
import { createSessions } from '../accounts/sign-in/sessions.ts';
import type { Actor } from '../actor.ts';
import { endEventStreams, openEventStream, STREAMS_PER_SESSION } from '../live-view.ts';

const LONG_MS = 120_000;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Reads until the text is there; false if the stream ends before. */
async function readUntil(response: Response, wanted: RegExp): Promise<boolean> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (wanted.test(text)) return true;
  }
  return false;
}

describe('the health of the service', () => {
  let panel: RunningAdmin;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    panel = await startAdmin();
    server = createServer(panel.app);
    url = await listen(server);
    // As a worker of an older version writes it.
    const since = '2026-11-21T10:00:00.000Z';
    const circuits = {
      test: { state: 'open', since, failures: 4 },
      live: {
        ...{ state: 'closed', since, failures: 1, silentCompanies: 1, unpinned: null },
        ...{ disbelief: 'Nobody we trust has signed it.', receiptCheckSilentSince: since },
      },
    };
    const lanes = { printing: { inHand: 1, concurrency: 2, lastConsumedAt: null } };
    await panel.db.pool.query(
      `insert into worker_heartbeat (id, host, pid, version, started_at, seen_at, lanes, circuits)
       values ($1, 'kasa-1', 42, '1.0.0', now(), now(), $2, $3)`,
      [randomUUID(), lanes, circuits],
    );
    await panel.db.pool.query(
      `insert into efi_minute values ('test', date_trunc('minute', now()), 3, 1, 0, 800, 500)`,
    );
    await panel.db.pool.query(
      `insert into worker_lane_minute values ('printing', date_trunc('minute', now()), 10, 5)`,
    );
  });
  afterAll(async () => {
    await stop(server);
    await panel.close();
  });

  test('tells of lanes, workers, the authority and prints, to operators only', async () => {
    const { body } = await panel.operator.get('/operations/health').expect(200);
    expect(body).toMatchObject({
      isQueueAway: false,
      queues: [
        { queue: 'fiscalization', waiting: 0, oldestAgeSeconds: 0, ratePerMinute: 0 },
        { queue: 'test-fiscalization', waiting: 0 },
        { queue: 'registry' },
        { queue: 'printing', ratePerMinute: 2, brokenPerMinute: 1 },
        { queue: 'delivery' },
      ],
      workers: [{ host: 'kasa-1', isAlive: true, lanes: [{ lane: 'printing', inHand: 1 }] }],
      prints: { waiting: 0, oldestAgeSeconds: 0, failing: 0 },
    });
    const { efi } = body as { efi: unknown[] };
    expect(efi).toMatchObject([
      {
        environment: 'test',
        circuit: { state: 'open', failures: 4 },
        ...{ unpinned: null, disbelief: null, silentCompanies: 0, receiptCheckSilentSince: null },
        minutes: [{ registered: 3, refused: 1, averageMs: 200, slowestMs: 500 }],
      },
      {
        environment: 'live',
        circuit: { state: 'closed', failures: 1 },
        unpinned: null,
        disbelief: 'Nobody we trust has signed it.',
        silentCompanies: 1,
        receiptCheckSilentSince: '2026-11-21T10:00:00.000Z',
        minutes: [],
      },
    ]);
    for (const path of ['/operations/health', '/operations/events']) {
      expect((await panel.admin.get(path)).status).toBe(404);
      expect((await panel.visitor.get(path)).status).toBe(401);
    }
  });

  test('is told to nobody who has signed out meanwhile', async () => {
    const { db } = panel;
    const logger = createLogger({ name: 'test', level: 'silent' });
    const cookie = sessionCookie(ORIGIN);
    const sessions = createSessions({
      ...{ db, cookie, origin: ORIGIN, secondFactorFor: 'nobody' },
      clock: () => new Date(),
    });
    const app = express();
    app.get('/', async (request, response) => {
      const actor = await sessions.actorOf(request);
      if (!actor) throw new Error('nobody is signed in');
      openEventStream({ deps: { sessions, logger }, actor, request, response }, () => true, 50);
    });
    const live = createServer(app);
    try {
      const leaving = await panel.signIn(OPERATOR);
      const headers = { Cookie: leaving.cookie };
      const signal = AbortSignal.timeout(LONG_MS);
      const response = await fetch(await listen(live), { headers, signal });
      expect(response.status).toBe(200);
      await leaving.post('/sign-out').expect(204);
      expect(await readUntil(response, /never/)).toBe(false);
    } finally {
      await stop(live);
    }
  });

  test('is pushed again and again', async () => {
    const response = await fetch(`${url}/admin/api/operations/events`, {
      headers: { Cookie: panel.operator.cookie },
      signal: AbortSignal.timeout(LONG_MS),
    });
    expect(await readUntil(response, /event: health[^]*event: health/)).toBe(true);
  });
});

describe('a live view', () => {
  let server: Server;
  let url: string;
  let actor: Actor | null;
  let open: number;
  /** Sessions that have ended, by their path. */
  const gone = new Set<string>();
  const own = (sessionId: string): Actor => ({
    role: 'operator',
    userId: 'u',
    email: 'e',
    sessionId,
    ...{ confirmedAt: new Date(), mustAddFactor: false },
  });

  beforeAll(async () => {
    const app = express();
    const logger = createLogger({ name: 'test', level: 'silent' });
    const sessions = {
      actorOf: (request: express.Request) => Promise.resolve(gone.has(request.path) ? null : actor),
      isFromOurPages: () => Promise.resolve(true),
    };
    open = 0;
    app.get('/:sessionId', (request, response) => {
      const call = {
        deps: { sessions, logger },
        request,
        response,
        actor: own(request.params.sessionId),
      };
      const stream = openEventStream(call, ({ role }) => role === 'operator', 50);
      if (!stream) {
        response.status(429).end();
        return;
      }
      open += 1;
      stream.signal.addEventListener('abort', () => (open -= 1));
      stream.send('hello', { to: 'you' });
    });
    server = createServer(app);
    url = await listen(server);
  });
  afterAll(async () => {
    await stop(server);
  });
  const connect = (session: string, signal = AbortSignal.timeout(LONG_MS)) =>
    fetch(`${url}/${session}`, { signal });
  const untilOpen = async (count: number) => {
    const started = Date.now();
    while (open !== count && Date.now() - started < LONG_MS) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(open).toBe(count);
  };

  test('says that it is alive, and is over when the browser goes', async () => {
    actor = own('a');
    const leaving = new AbortController();
    const response = await connect('a', leaving.signal);
    const told = /event: hello\ndata: {"to":"you"}\n\n(: still here\n\n)+/;
    expect(await readUntil(response, told)).toBe(true);
    leaving.abort();
    await untilOpen(0);
  });

  test('ends with its session, and with the role that it was opened for', async () => {
    actor = own('b');
    const first = await connect('b');
    actor = null;
    expect(await readUntil(first, /never/)).toBe(false);
    const second = await connect('b');
    actor = { ...own('b'), role: 'company_admin', companyId: 'c' };
    expect(await readUntil(second, /never/)).toBe(false);
    await untilOpen(0);
  });

  test('that ends behind another answer of its connection leaves the process and that answer alone', async () => {
    actor = own('e');
    const { port } = new URL(url);
    const socket = connectSocket(Number(port), '127.0.0.1');
    socket.setEncoding('utf8');
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    gone.add('/f');
    ask('/e');
    ask('/f');
    // Two views, of which the second has lost its session: long enough for its timer to fire again.
    let heartbeats = 0;
    for await (const chunk of socket) {
      heartbeats += String(chunk).split(': still here').length - 1;
      if (heartbeats > 5) break;
    }
    expect(heartbeats).toBeGreaterThan(5);
    await untilOpen(0);
  });

  test('is one of six of its session, whatever other sessions have open', async () => {
    actor = own('c');
    const streams: Response[] = [];
    for (let i = 0; i < STREAMS_PER_SESSION; i += 1) streams.push(await connect('c'));
    expect((await connect('c')).status).toBe(429);
    const other = await connect('d');
    expect(other.status).toBe(200);
    await streams[0]?.body?.cancel();
    await untilOpen(STREAMS_PER_SESSION);
    expect((await connect('c')).status).toBe(200);
    endEventStreams();
    await untilOpen(0);
    expect((await connect('c')).status).toBe(200);
    endEventStreams();
    await untilOpen(0);
  });
});
