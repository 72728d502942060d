import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listenForChanges } from './changes.ts';
import type { ChangeListener, InvoiceChange } from './changes.ts';
import { requestFiscalization } from './request-fiscalization.ts';
import { createSampleDraft, createSampleShop, scopeOf } from './testing/sample-invoices.ts';
import { openTestDatabase } from './testing/open-test-database.ts';
import type { OpenTestDatabase } from './testing/open-test-database.ts';

const LONG_MS = 120_000;

let db: OpenTestDatabase;
let changes: ChangeListener;
beforeAll(async () => {
  db = await openTestDatabase({ onError: () => undefined });
  changes = listenForChanges(db.apiUrl, () => undefined);
  // Told once it listens, because what was before may have gone unheard.
  await new Promise<void>((resolve) => {
    const listens = new AbortController();
    const onChange = () => {
      listens.abort();
      resolve();
    };
    changes.watchInvoices('nobody', onChange, listens.signal);
  });
});
afterAll(async () => {
  await changes.close();
  await db.close();
});

/** What a watcher is told, and the moment when it is told that much. */
function watch(companyId: string, signal: AbortSignal) {
  const told: (InvoiceChange | null)[] = [];
  let onTold: () => void = () => undefined;
  changes.watchInvoices(
    companyId,
    (change) => {
      told.push(change);
      onTold();
    },
    signal,
  );
  const until = async (isEnough: () => boolean) => {
    const started = Date.now();
    while (!isEnough() && Date.now() - started < LONG_MS) {
      await new Promise<void>((resolve) => {
        onTold = resolve;
        setTimeout(resolve, 50);
      });
    }
    expect(isEnough()).toBe(true);
  };
  return { told, until };
}

test('a company is told of its invoices’ changes, of nobody else’s, and of none after it has gone', async () => {
  const shop = await createSampleShop(db);
  const neighbour = await createSampleShop(db);
  const leaving = new AbortController();
  const own = watch(shop.companyId, leaving.signal);
  const others = watch(neighbour.companyId, new AbortController().signal);

  const first = await createSampleDraft(db, shop);
  const waiting = changes.next('invoice_changed', first.id, LONG_MS);
  await requestFiscalization(db.api, scopeOf(shop), first.id, 0);
  await waiting;
  await own.until(() => own.told.length >= 1);
  const { companyId } = shop;
  const change = { invoiceId: first.id, companyId, environment: 'test', status: 'Pending' };
  expect(own.told).toEqual([change]);

  leaving.abort();
  const second = await createSampleDraft(db, shop);
  const third = await createSampleDraft(db, neighbour);
  await requestFiscalization(db.api, scopeOf(shop), second.id, 0);
  await requestFiscalization(db.api, scopeOf(neighbour), third.id, 0);
  // Notifications come in order: the neighbour's is heard after the one that nobody listens to.
  await others.until(() => others.told.some((told) => told?.invoiceId === third.id));
  expect(own.told).toEqual([change]);
  expect(others.told).toHaveLength(1);
});

test('after a lost connection watchers are told that something may have gone unheard', async () => {
  const shop = await createSampleShop(db);
  const leaving = new AbortController();
  const own = watch(shop.companyId, leaving.signal);
  await db.owner.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen %'`,
  );
  await own.until(() => own.told.includes(null));
  const { id } = await createSampleDraft(db, shop);
  await requestFiscalization(db.api, scopeOf(shop), id, 0);
  await own.until(() => own.told.some((told) => told?.invoiceId === id));
  leaving.abort();
});
