// PostgreSQL that is shut down may say so in the packet of an answer: the client that asked has its
// answer, and the line breaks before whoever asked goes on. Nobody has a statement under way then,
// to whom it could be said.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { withArchiveOf } from '../archive/archive-access.ts';
import { examineSessions } from '../doctor/sessions.ts';
import { exportInvoices } from '../invoice/invoice-export.ts';
import { detachMonth } from '../month/detach-month.ts';
import { listStoredMonths } from '../month/month-list.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { scopeOf, useSampleShop } from '../testing/sample-shops.ts';
import { inTransaction, openDatabase } from './client.ts';
import type { Database } from './client.ts';

const database = useTestDatabase();
const shop = useSampleShop(database);

/** ErrorResponse: FATAL 57P01, as each backend sends it when PostgreSQL is shut down. */
const FATAL = errorResponse({ S: 'FATAL', V: 'FATAL', C: '57P01', M: 'terminating connection' });
/** ReadyForQuery, without the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

function errorResponse(fields: Record<string, string>): Buffer {
  const body = Object.entries(fields).map(([type, value]) => `${type}${value}\0`);
  const text = Buffer.from(`${body.join('')}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

let server: Server;
let url: URL;
/** At which answer to a client PostgreSQL ends all connections; 0: at none. */
let endsAt = 0;
let answers = 0;

beforeAll(async () => {
  url = new URL(database.url);
  const target = Number(url.port);
  server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: target });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.on('data', (chunk: Buffer) => {
      const isAnswer = chunk.subarray(-READY.length - 1, -1).equals(READY);
      if (isAnswer && ++answers === endsAt) near.end(Buffer.concat([chunk, FATAL]));
      else near.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const USES: Record<string, (db: Database) => Promise<unknown>> = {
  'a transaction': (db) => inTransaction(db, ({ pool: client }) => client.query('select 1')),
  'a transaction of Prisma': (db) => db.prisma.$transaction((tx) => tx.company.count()),
  'statements of the pool': async (db) => {
    for (let round = 0; round < 3; round++) await db.pool.query('select 1');
  },
  'an export': async (db) => {
    const filter = { environment: 'test' } as Parameters<typeof exportInvoices>[2];
    for await (const page of exportInvoices(db, scopeOf(shop), filter)) expect(page).toEqual([]);
  },
  'an archive': (db) => withArchiveOf(db, scopeOf(shop), (access) => access.seals()),
  'a month that is detached': async (db) => {
    const [month] = await listStoredMonths(database.owner);
    const mayGo = () => {
      throw new Error('it stays');
    };
    await detachMonth(db, 'user:1', month!, { immovables: null, mayGo });
  },
  'a question whether there is a pooler': (db) => examineSessions(db, undefined),
  'the same of DATABASE_DIRECT_URL': (db) => examineSessions(db, url.href),
};

/** More than any of them has. */
const ANSWERS = 8;

test.each(Object.keys(USES))('%s outlives PostgreSQL at each of its answers', async (name) => {
  const errors: Error[] = [];
  const db = openDatabase({
    url: url.href,
    maxConnections: 1,
    applicationName: 'ended',
    onError: (error) => errors.push(error),
  });
  const ended: (string | null)[] = [];
  for (let at = 1; at <= ANSWERS; at++) {
    answers = 0;
    endsAt = at;
    await USES[name]!(db).then(
      () => ended.push(null),
      (error: unknown) => ended.push(String(error)),
    );
    endsAt = 0;
    // The pool has another connection.
    expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  }
  expect(ended).toHaveLength(ANSWERS);
  await db.close();
});
