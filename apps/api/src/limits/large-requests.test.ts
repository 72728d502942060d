// What one call can cost everybody: bodies that are large, deep, compressed or full of mistakes.

import { gzipSync } from 'node:zlib';
import { MAX_ITEMS } from '@fiscal/domain';
import { afterAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { jsonBody } from '../http/body/json-body.ts';
import { MOST_PROBLEMS } from '../http/refusal/refusal.ts';
import { startAdmin } from '../testing/running-admin.ts';
import { cashInvoice, createShop, serve } from '../testing/running-api.ts';
import { inSlot, LARGE_BYTES } from '../http/heavy-calls.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const shop = await createShop(panel);

/** Sends the body as it is. */
const draft = (body: string | Buffer, headers: Record<string, string> = {}) =>
  shop.test
    .post('/api/invoices/draft')
    .set({ 'Content-Type': 'application/json', ...headers })
    .serialize((sent) => sent as string)
    .send(body);
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a body of a client', () => {
  test('with 340 000 items is refused by their number alone, and small', async () => {
    const items = `[${new Array(340_000).fill('{}').join(',')}]`;
    const response = await draft(`{"orderNumber":"x","items":${items}}`);
    expect(response.status).toBe(400);
    const paths = (response.body.details as { path: string }[]).map(({ path }) => path);
    // Everything else that is wrong is still said at once.
    expect(paths).toEqual([
      'items',
      'type',
      'orderNumber',
      'typeOfInvoice',
      'paymentMethod',
      'paymentDeadline',
    ]);
    expect(response.body.code).toBe('TOO_MANY_ITEMS');
    expect(response.body).not.toHaveProperty('detailsOmitted');
    expect(response.text.length).toBeLessThan(2_000);
  });

  test('with thousands of problems gets the first hundred and the number of others', async () => {
    const items = new Array(MAX_ITEMS).fill({});
    const response = await draft(JSON.stringify(cashInvoice({ items })));
    expect(response.status).toBe(400);
    expect(response.body.details).toHaveLength(MOST_PROBLEMS);
    // Name, price, quantity and VAT of every item.
    expect(response.body.detailsOmitted).toBe(4 * MAX_ITEMS - MOST_PROBLEMS);
    expect(response.body.error).toBe('items[0].name is required.');
  });

  test.each(['gzip', 'deflate', 'br', 'identity, gzip'])(
    'that is compressed (%s) is refused 415 unread, with what is taken',
    async (coding) => {
      const response = await draft(gzipSync(JSON.stringify(cashInvoice())), {
        'Content-Encoding': coding,
      });
      const error = expect.stringContaining('Content-Encoding');
      expect(response).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_MEDIA_TYPE', error },
      });
      expect(response.headers['accept-encoding']).toBe('identity');
    },
  );

  test('whose coding is identity is taken', async () => {
    const response = await draft(JSON.stringify(cashInvoice()), { 'Content-Encoding': 'Identity' });
    expect(response.status).toBe(201);
  });

  test('that is nested without need is refused before anything is made of it', async () => {
    const tooDeep = await draft(`{"note":"[[[","else":${nested(32)}}`);
    const error = 'The body is nested deeper than 32 levels.';
    expect(tooDeep).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE', error } });
    expect((await draft(nested(500_000))).status).toBe(413);
    const sound = `${JSON.stringify(cashInvoice()).slice(0, -1)},"else":${nested(31)}}`;
    expect((await draft(sound)).status).toBe(201);
  });

  test('in UTF-16 is no JSON, said or not', async () => {
    const sent = Buffer.from(JSON.stringify(cashInvoice()), 'utf16le');
    const charset = { 'Content-Type': 'application/json; charset=utf-16le' };
    expect((await draft(sent, charset)).status).toBe(415);
    const response = await draft(sent);
    expect(response).toMatchObject({ status: 400, body: { code: 'MALFORMED_JSON' } });
  });
});

describe('a body of the panel', () => {
  test('with more values than any page sends is refused before anything is made of it', async () => {
    const invoiceIds = new Array(2_000).fill(0);
    const response = await panel.operator.post('/failed-work/retry', { invoiceIds });
    const error = 'The body has more than 2000 values.';
    expect(response).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE', error } });
  });

  test('with hundreds of problems gets the first hundred and the number of others', async () => {
    const invoiceIds = new Array(400).fill(0);
    const response = await panel.operator.post('/failed-work/retry', { invoiceIds });
    expect(response).toMatchObject({ status: 400, body: { code: 'FIELD_INVALID' } });
    expect(response.body.details).toHaveLength(MOST_PROBLEMS);
    expect(response.body.detailsOmitted).toBe(400 - MOST_PROBLEMS);
  });

  test('in another encoding than UTF-8 is refused', async () => {
    const send = (type: string, body: Buffer) =>
      panel.operator
        .post('/failed-work/retry')
        .set('Content-Type', type)
        .serialize((sent) => sent as string)
        .send(body);
    const windows1250 = Buffer.from('{"reason":"\u00c8evapi"}', 'latin1');
    const response = await send('application/json', windows1250);
    expect(response).toMatchObject({ status: 400, body: { code: 'MALFORMED_JSON' } });
    const named = await send('application/json; charset=windows-1250', windows1250);
    expect(named).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    const utf8 = await send('application/json; charset=utf8', Buffer.from('{"invoiceIds":[0]}'));
    expect(utf8).toMatchObject({ status: 400, body: { code: 'FIELD_INVALID' } });
  });

  test('that is compressed is refused 415', async () => {
    const response = await panel.operator
      .post('/failed-work/retry')
      .set('Content-Encoding', 'gzip')
      .set('Content-Type', 'application/json')
      .serialize((sent) => sent as string)
      .send(gzipSync('{}'));
    expect(response.status).toBe(415);
  });
});

describe('large bodies', () => {
  test('of one company are few at a time, one after the other; another company, and small ones, are not held up', async () => {
    const app = express();
    app.use((incoming, response, next) => {
      response.locals.caller = { company: { id: incoming.get('Company') } };
      next();
    });
    const held = Promise.withResolvers<undefined>();
    const holding = Promise.withResolvers<undefined>();
    app.get('/', async (_incoming, response) => {
      await inSlot(response, () => {
        holding.resolve(undefined);
        return held.promise;
      });
      response.json({});
    });
    app.post('/', ...jsonBody, (_incoming, response) => {
      response.json({});
    });
    const server = await serve(app);
    const call = async (company: string, bytes?: number) => {
      const headers = { 'Content-Type': 'application/json', Company: company };
      const sent =
        bytes === undefined
          ? { headers }
          : { method: 'POST', headers, body: JSON.stringify('x'.repeat(bytes)) };
      return (await fetch(server.url, sent)).status;
    };
    const holder = call('a');
    await holding.promise;
    let finished = 0;
    const large = [call('a', LARGE_BYTES), call('a', LARGE_BYTES)];
    for (const each of large) void each.then(() => (finished += 1));
    expect(await call('b', LARGE_BYTES)).toBe(200);
    expect(await call('a', 1_000)).toBe(200);
    expect(finished).toBe(0);
    held.resolve(undefined);
    expect(await Promise.all([holder, ...large])).toEqual([200, 200, 200]);
    await server.close();
  });
});
