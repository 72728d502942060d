import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { AnnouncedChange } from './announced-changes.ts';
import { inTransaction } from './client.ts';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import { createSampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import type { OpenTestDatabase } from '../testing/open-test-database.ts';

describe('a process that publishes its changes', () => {
  let db: OpenTestDatabase;
  let shop: SampleShop;
  let listening: pg.Client;
  /** Over PostgreSQL. */
  let notified: string[];
  /** What was published, with the status that others read at that moment. */
  let published: { change: AnnouncedChange; status: unknown }[];
  let isCarried: boolean;

  beforeAll(async () => {
    db = await openTestDatabase({
      async publish(changes) {
        if (!isCarried) throw new Error('nothing carries it');
        for (const change of changes) {
          const [id] = change.payload.split(' ');
          const { rows } = await listening.query<{ status: string }>(
            'select status from invoice where id = $1',
            [id],
          );
          published.push({ change, status: rows[0]?.status });
        }
      },
    });
    shop = await createSampleShop(db);
    listening = new pg.Client({ connectionString: db.url });
    await listening.connect();
    listening.on('notification', ({ payload = '' }) => notified.push(payload));
    await listening.query('listen invoice_changed');
  });
  beforeEach(() => {
    [notified, published, isCarried] = [[], [], true];
  });
  afterAll(async () => {
    await listening.end();
    await db.close();
  });

  const payloadOf = (id: string) => `${id} ${shop.companyId} test Pending v1`;
  const begin = (id: string) => requestFiscalization(db.api, scopeOf(shop), id, 0);
  async function until(isSo: () => boolean): Promise<void> {
    // What PostgreSQL has notified comes with the next answer.
    while (!isSo()) await listening.query('select 1');
  }

  test('publishes each once it is committed, and PostgreSQL notifies nobody', async () => {
    const { id } = await createSampleDraft(db, shop);
    await begin(id);
    await until(() => published.length > 0);
    const change = { change: 'invoice_changed', payload: payloadOf(id) };
    expect(published).toEqual([{ change, status: 'Pending' }]);
    expect(notified).toEqual([]);
  });

  test('publishes those of a transaction after its commit', async () => {
    const { id } = await createSampleDraft(db, shop);
    await inTransaction(db.api, async ({ pool: client }) => {
      await client.query(`update invoice set status = 'Pending' where id = $1`, [id]);
      await client.query('select 1');
      expect(published).toEqual([]);
    });
    await until(() => published.length > 0);
    expect(published).toMatchObject([{ change: { payload: payloadOf(id) }, status: 'Pending' }]);
  });

  test('has PostgreSQL notify what it could not publish', async () => {
    isCarried = false;
    const { id } = await createSampleDraft(db, shop);
    await begin(id);
    await until(() => notified.length > 0);
    expect(notified).toEqual([payloadOf(id)]);
  });
});
