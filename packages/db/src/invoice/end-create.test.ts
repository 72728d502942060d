// The absence of a row is no proof that it will never come (decisions §2): before an id is said not
// to be stored, a create of it that may be under way is ended for good.

import { openTcpProxy } from '@fiscal/testbed';
import type { TcpProxy } from '@fiscal/testbed';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { openDatabase } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { sampleDraft } from '../testing/sample-invoices.ts';
import { scopeOf, useSampleShop } from '../testing/sample-shops.ts';
import { awaitCreates, openCreateEnd } from './end-create.ts';
import type { EndCreate } from './end-create.ts';
import { openInvoiceStore } from './new-invoices.ts';
import { findInvoice } from './stored-invoice.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);

/** Another API process, whose line to PostgreSQL can be held up. */
let other: Database;
let line: TcpProxy;
let endCreate: EndCreate;

beforeAll(async () => {
  const url = new URL(db.apiUrl);
  line = await openTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${line.port}`;
  const options = { maxConnections: 4, applicationName: 'other', onError: () => undefined };
  other = openDatabase({ url: url.href, ...options });
  endCreate = openCreateEnd(db.api);
});
afterAll(async () => {
  await other.close();
  await line.close();
});

const create = (on: Database, id: string) =>
  openInvoiceStore(on)({ invoice: sampleDraft(shop, { id }), scheduledInMs: null });
const isStored = async (id: string) => (await findInvoice(db.api, scopeOf(shop), id)) !== null;
const takenIds = async (ids: string[]) => {
  const text = `select invoice_id as id from invoice_content c where invoice_id = any($1)
    and not exists (select from invoice i where i.id = c.invoice_id)`;
  return (await db.owner.pool.query<{ id: string }>(text, [ids])).rows.map(({ id }) => id);
};
const UNKNOWN = { code: 'STORAGE_UNAVAILABLE', mayHaveStored: true };

let release = () => Promise.resolve();
afterEach(() => release());

/** A create whose commit waits until `release`, as for a standby or a disk. */
async function holdCommit(id: string): Promise<void> {
  await db.owner.pool.query(`
    create or replace function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(13); return null; end $$;
    create constraint trigger held after insert on invoice deferrable initially deferred
      for each row execute function hold()`);
  const holder = await db.owner.pool.connect();
  await holder.query('select pg_advisory_lock(13)');
  const created = create(other, id).then(
    () => true,
    () => false,
  );
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory'`;
  while ((await db.owner.pool.query(waiting)).rowCount === 0);
  release = async () => {
    release = () => Promise.resolve();
    await holder.query('select pg_advisory_unlock(13)');
    holder.release();
    await created;
    await db.owner.pool.query('drop trigger held on invoice');
  };
}

test('an id that nothing is stored under is taken once, and a create of it is refused', async () => {
  const id = uuidv7();
  await endCreate(id);
  await Promise.all([endCreate(id), openCreateEnd(other)(id)]);
  expect(await takenIds([id])).toEqual([id]);
  await expect(create(other, id)).rejects.toMatchObject({ code: '23505' });
  expect(await isStored(id)).toBe(false);
});

test('while the commit of a create waits, nothing is said; when it is over, the invoice is found', async () => {
  const id = uuidv7();
  await holdCommit(id);
  expect(await isStored(id)).toBe(false);
  await expect(endCreate(id)).rejects.toMatchObject(UNKNOWN);
  await release();
  await endCreate(id);
  expect(await isStored(id)).toBe(true);
  expect(await takenIds([id])).toEqual([]);
});

test('a commit that waits does not hold up the end of other creates', async () => {
  const [held, free] = [uuidv7(), uuidv7()];
  await holdCommit(held);
  const ended = endCreate(free);
  await expect(endCreate(held)).rejects.toMatchObject(UNKNOWN);
  await ended;
  expect(await takenIds([held, free])).toEqual([free]);
});

test('a commit that waits and is rolled back is ended for good', async () => {
  const id = uuidv7();
  await holdCommit(id);
  line.cut();
  await db.owner.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'other' and wait_event = 'advisory'`,
  );
  await release();
  await endCreate(id);
  expect(await isStored(id)).toBe(false);
  expect(await takenIds([id])).toEqual([id]);
});

test('a create that reaches PostgreSQL after its id was taken is never stored', async () => {
  const id = uuidv7();
  await other.ping();
  await line.setMode('stall');
  const created = create(other, id);
  await endCreate(id);
  expect(await isStored(id)).toBe(false);
  await line.setMode('pass');
  await expect(created).rejects.toMatchObject({ code: '23505' });
  expect(await isStored(id)).toBe(false);
});

test('many creates and their ends at once, over two processes: each is stored or ended, and none is both', async () => {
  const ids = Array.from({ length: 60 }, () => uuidv7());
  const store = openInvoiceStore(other);
  const creates = ids.map((id) =>
    store({ invoice: sampleDraft(shop, { id }), scheduledInMs: null }).then(
      () => true,
      () => false,
    ),
  );
  const absent = ids.map(async (id, index) => {
    await (index % 2 === 0 ? endCreate(id) : openCreateEnd(other)(id));
    return !(await isStored(id));
  });
  const [stored, ended] = await Promise.all([Promise.all(creates), Promise.all(absent)]);
  const later = await Promise.all(ids.map(isStored));
  expect(later).toEqual(stored);
  expect(later).toEqual(ended.map((isAbsent) => !isAbsent));
});

const DAY_MS = 24 * 3_600_000;
test.each([
  ['is no UUIDv7', () => uuidv4()],
  ['is older than a month', () => uuidv7({ msecs: Date.now() - 31 * DAY_MS })],
  ['is of the future', () => uuidv7({ msecs: Date.now() + 3 * DAY_MS })],
])('nothing is written for an id that %s', async (_, idOf) => {
  const id = idOf();
  await endCreate(id);
  expect(await takenIds([id])).toEqual([]);
});

test.each([
  ['a day before', -25 * 3_600_000],
  ['a day after', 25 * 3_600_000],
])('an API whose clock is %s PostgreSQL’s has its creates ended, too', async (_, aheadMs) => {
  const id = uuidv7({ msecs: Date.now() + aheadMs });
  await endCreate(id);
  expect(await takenIds([id])).toEqual([id]);
});

describe('a search', () => {
  test('waits for the creates in progress', async () => {
    const id = uuidv7();
    await holdCommit(id);
    const searched = awaitCreates(db.api);
    await release();
    await searched;
    expect(await isStored(id)).toBe(true);
  });

  test('and says that it is not known where one does not end', async () => {
    await holdCommit(uuidv7());
    await expect(awaitCreates(db.api)).rejects.toMatchObject(UNKNOWN);
    await release();
    await awaitCreates(db.api);
  });
});
