// What takes long of the process is shared: each company has a slot, and a bounded number of calls.

import { afterAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PANEL_ENDPOINTS } from '../panel/panel-endpoints.ts';
import { PUBLIC_ENDPOINTS } from '../public/public-endpoints.ts';
import { startAdmin } from '../testing/running-admin.ts';
import { createShop, serve } from '../testing/running-api.ts';
import { sendRefusal } from './refusal/refusal.ts';
import { inSlot, MOST_HEAVY_CALLS } from './heavy-calls.ts';

const panel = await startAdmin();
afterAll(() => panel.close());

// Pages of events are narrow, and calls wait for them: they take one for records alone
// (public/events/events.test.ts).
test('every list of pages takes a slot of its company', () => {
  const lists = [...PUBLIC_ENDPOINTS, ...PANEL_ENDPOINTS].filter(
    ({ path, query }) =>
      query && ('limit' in query.shape || 'cursor' in query.shape) && path !== '/events',
  );
  expect(lists.length).toBeGreaterThan(8);
  expect(lists.filter(({ isHeavy }) => !isHeavy).map(({ path }) => path)).toEqual([]);
});

test('lists beyond the share of a company are refused at once; another company gets its list', async () => {
  const [shop, other] = [await createShop(panel), await createShop(panel)];
  const inTheWay = await panel.db.pool.connect();
  await inTheWay.query('begin; lock table invoice in access exclusive mode');
  const lists = Array.from({ length: MOST_HEAVY_CALLS + 5 }, () =>
    shop.test.get('/api/invoices').then(({ status, headers, body }) => ({ status, headers, body })),
  );
  const refused: unknown[] = [];
  for (const list of lists) {
    void list.then((response) => {
      if (response.status === 429) refused.push(response);
    });
  }
  while (refused.length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const response of refused) {
    expect(response).toMatchObject({
      headers: { 'retry-after': '1' },
      body: { code: 'RATE_LIMITED' },
    });
  }
  const others = other.test.get('/api/invoices').then(({ status }) => status);
  await inTheWay.query('commit');
  inTheWay.release();
  expect(await others).toBe(200);
  const statuses = (await Promise.all(lists)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_HEAVY_CALLS);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

describe('a response that its reader does not take', () => {
  test('counts for its company, and takes no slot; it is free when the reader is gone', async () => {
    const app = express();
    const large = Buffer.alloc(32 * 1024 * 1024);
    app.get('/:company', async (request, response) => {
      response.locals.caller = { company: { id: request.params.company } };
      const result = await inSlot(response, () => Promise.resolve(null));
      if (result === null) response.send(request.query.small === undefined ? large : 'small');
      else sendRefusal(response, result);
    });
    const server = await serve(app);
    const { port } = new URL(server.url);
    const readers = await Promise.all(
      Array.from({ length: MOST_HEAVY_CALLS }, async () => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n');
        // The response has begun, and no more of it is taken.
        await once(socket, 'readable');
        return socket;
      }),
    );
    const ask = async (company: string) => (await fetch(`${server.url}/${company}?small`)).status;
    expect(await ask('a')).toBe(429);
    expect(await ask('b')).toBe(200);
    readers[0]?.destroy();
    while ((await ask('a')) !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const socket of readers) socket.destroy();
    await server.close();
  });
});
