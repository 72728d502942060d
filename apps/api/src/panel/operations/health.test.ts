import { randomUUID } from 'node:crypto';
import { createLogger } from '@fiscal/runtime';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { startAdmin } from '../../testing/running-admin.ts';
import { readUntil, serve } from '../../testing/running-api.ts';
import type { Actor } from '../../access/actor.ts';
import { endEventStreams, openEventStream, STREAMS_PER_SESSION } from '../live-view.ts';

const LONG_MS = 120_000;

const panel = await startAdmin();
const server = await serve(panel.app);
afterAll(async () => {
  await server.close();
  await panel.close();
});

describe('the health of the service', () => {
  beforeAll(async () => {
    const since = '2026-11-21T10:00:00.000Z';
    const circuits = {
      test: {
        state: 'open',
        since,
        failures: 4,
        unpinned: null,
        obstacle: null,
        disbelief: null,
        receiptCheckSilentSince: null,
      },
      live: {
        state: 'closed',
        since,
        failures: 1,
        unpinned: null,
        obstacle: 'The clock was set.',
        disbelief: 'Nobody we trust has signed it.',
        receiptCheckSilentSince: since,
      },
    };
    // One company gets no reply; the other issues nothing offline.
    await panel.db.pool.query(
      `insert into authority_circuit (environment, scope, opened_at, seen_at)
       values ('live', $1, now(), now() + interval '1 hour')`,
      [panel.otherCompanyId],
    );
    await panel.db.pool.query(
      `update company set offline_issuing = false, environment = 'live' where id = $1`,
      [panel.companyId],
    );
    const lanes = { printing: { inProgress: 1, concurrency: 2, lastConsumedAt: null } };
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
  test('shows a lane that is paused, why, and its jobs and hours', async () => {
    const { operator, admin } = panel;
    const lane = { lane: 'delivery' };
    const reason = 'Provjera sertifikata';
    await operator.post('/operations/lane/pause', { ...lane, reason: ' ' }).expect(400);
    await operator.post('/operations/lane/pause', { ...lane, reason }).expect(200);
    const pauseOf = async () => {
      const { body } = await operator.get('/operations/health').expect(200);
      const queues = body.queues as { queue: string; pause: object | null }[];
      return queues.find(({ queue }) => queue === 'delivery')?.pause;
    };
    expect(await pauseOf()).toMatchObject({ reason });
    await admin.post('/operations/lane/resume', lane).expect(404);
    await operator.post('/operations/lane/resume', lane).expect(200);
    expect(await pauseOf()).toBeNull();
    const { body } = await operator.get('/operations/lane?lane=printing').expect(200);
    expect(body).toMatchObject({ jobs: [], hours: [{ done: 10, failed: 5 }] });
  });

  test('shows lanes, workers, the authority and prints', async () => {
    const { body } = await panel.operator.get('/operations/health').expect(200);
    expect(body).toMatchObject({
      isQueueAway: false,
      queues: [
        { queue: 'fiscalization', waiting: 0, oldestAgeSeconds: 0, ratePerMinute: 0 },
        { queue: 'test-fiscalization', waiting: 0 },
        { queue: 'registry', workers: 0 },
        { queue: 'printing', workers: 1, ratePerMinute: 2, brokenPerMinute: 1 },
        { queue: 'delivery' },
      ],
      workers: [
        {
          host: 'kasa-1',
          isAlive: true,
          lanes: [{ lane: 'printing', inProgress: 1 }],
          obstacles: [{ environments: ['live'], words: 'The clock was set.' }],
        },
      ],
      prints: { waiting: 0, oldestAgeSeconds: 0, failing: 0, companies: { found: 0, named: [] } },
      lateCompanies: { found: 0, named: [] },
    });
    expect(body.efi).toMatchObject([
      {
        environment: 'test',
        circuit: { state: 'open', failures: 4 },
        unpinned: null,
        disbelief: null,
        isHindered: false,
        receiptCheckSilentSince: null,
        silentCompanies: { found: 0, named: [] },
        failingCompanies: { found: 1, named: [{ companyId: panel.companyId }] },
        minutes: [{ registered: 3, refused: 1, averageMs: 200, slowestMs: 500 }],
      },
      {
        environment: 'live',
        circuit: { state: 'closed', failures: 1 },
        unpinned: null,
        disbelief: 'Nobody we trust has signed it.',
        isHindered: true,
        silentCompanies: { found: 1, named: [{ companyId: panel.otherCompanyId }] },
        failingCompanies: { found: 1, named: [{ companyId: panel.companyId }] },
        receiptCheckSilentSince: '2026-11-21T10:00:00.000Z',
        minutes: [],
      },
    ]);
  });

  test('is pushed again and again', async () => {
    const response = await fetch(`${server.url}/admin/api/operations/events`, {
      headers: { Cookie: panel.operator.cookie },
      signal: AbortSignal.timeout(LONG_MS),
    });
    const twice = /event: health[^]*event: health/;
    expect(await readUntil(response, twice)).toMatch(twice);
  });
});

describe('a live view', () => {
  let views: Awaited<ReturnType<typeof serve>>;
  let actor: Actor | null;
  let open = 0;
  const own = (sessionId: string): Actor => ({
    role: 'operator',
    companyId: null,
    userId: 'u',
    email: 'e',
    sessionId,
    confirmedAt: new Date(),
    mustAddFactor: false,
  });

  beforeAll(async () => {
    const app = express();
    const logger = createLogger({ name: 'test', level: 'silent' });
    const sessions = {
      actorOf: () => Promise.resolve(actor),
      isFromOurPages: () => Promise.resolve(true),
    };
    app.get('/:sessionId', (request, response) => {
      const caller = { request, response, actor: own(request.params.sessionId) };
      const call = { deps: { sessions, logger }, ...caller };
      const stream = openEventStream(call, ({ role }) => role === 'operator', 50);
      if (!stream) {
        response.status(429).end();
        return;
      }
      open += 1;
      stream.signal.addEventListener('abort', () => (open -= 1));
      stream.send('hello', { to: 'you' });
    });
    views = await serve(app);
  });
  afterAll(() => views.close());
  const connect = (session: string, signal = AbortSignal.timeout(LONG_MS)) =>
    fetch(`${views.url}/${session}`, { signal });
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
    const expected =
      /event: hello\ndata: {"to":"you"}\n\n(event: heartbeat\ndata: still here\n\n)+/;
    expect(await readUntil(response, expected)).toMatch(expected);
    leaving.abort();
    await untilOpen(0);
  });

  test('ends with its session, and with the role that it was opened for', async () => {
    actor = own('b');
    const first = await connect('b');
    actor = null;
    await readUntil(first, /never/);
    const second = await connect('b');
    actor = { ...own('b'), role: 'company_admin', companyId: 'c' };
    await readUntil(second, /never/);
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
