// What keeps a session alive: what a person does, and nothing that a page does by itself.

import { afterAll, expect, test } from '@jest/globals';
import { createLogger } from '@fiscal/runtime';
import express from 'express';
import { ADMIN, startAdmin } from '../../../testing/running-admin.ts';
import type { PanelClient } from '../../../testing/running-admin.ts';
import { serve } from '../../../testing/running-api.ts';
import { openEventStream } from '../../live-view.ts';
import { createSessions } from './sessions.ts';

const MINUTE_MS = 60_000;
let now = Date.now();

const api = await startAdmin({ clock: () => new Date(now) });
afterAll(() => api.close());

const statusOf = async (client: PanelClient) => (await client.get('/session')).status;

/** Reads what there is until `words` have come so often, or all has been said. */
async function heartbeats(reader: ReadableStreamDefaultReader<Uint8Array>, count: number) {
  let received = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return 'ended';
    received += Buffer.from(value).toString();
    if (received.split('still here').length > count) return 'goes on';
  }
}

test('a live view keeps no session alive, and ends with it', async () => {
  const client = await api.signIn(ADMIN);
  const logger = createLogger({ name: 'test', level: 'silent' });
  const sessions = createSessions(api.db, api.accounts, () => new Date(now));
  const app = express();
  app.get('/', async (request, response) => {
    const actor = await sessions.actorOf(request, false);
    if (!actor) throw new Error('there is no session');
    openEventStream({ deps: { sessions, logger }, actor, request, response }, () => true, 20);
  });
  const server = await serve(app);
  try {
    const response = await fetch(server.url, { headers: { Cookie: client.cookie } });
    const reader = response.body!.getReader();
    now += 50 * MINUTE_MS;
    // The first two may have been asked for before the time went on.
    expect(await heartbeats(reader, 4)).toBe('goes on');
    now += 11 * MINUTE_MS;
    expect(await statusOf(client)).toBe(401);
    expect(await heartbeats(reader, Infinity)).toBe('ended');
  } finally {
    await server.close();
  }
});

test('opening a live view anew is no use of the session', async () => {
  const client = await api.signIn(ADMIN);
  const server = await serve(api.app);
  try {
    now += 50 * MINUTE_MS;
    const url = `${server.url}/admin/api/companies/${api.companyId}/events`;
    const response = await fetch(url, { headers: { Cookie: client.cookie } });
    expect(response.status).toBe(200);
    await response.body?.cancel();
    now += 11 * MINUTE_MS;
    expect(await statusOf(client)).toBe(401);
  } finally {
    await server.close();
  }
});

test('a call that the page made while no person was there is none either; any other one is', async () => {
  const [idle, busy] = [await api.signIn(ADMIN), await api.signIn(ADMIN)];
  now += 50 * MINUTE_MS;
  expect((await idle.get('/session').set('X-Unattended', '1')).status).toBe(200);
  expect(await statusOf(busy)).toBe(200);
  now += 11 * MINUTE_MS;
  expect([await statusOf(idle), await statusOf(busy)]).toEqual([401, 200]);
});
