import type { Failure } from '@fiscal/domain';
import { openTcpProxy } from '@fiscal/testbed';
import type { TcpProxy } from '@fiscal/testbed';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { listenForChanges } from './changes.ts';

import type { Change, ChangeListener, Subscription } from './changes.ts';
import type { InvoiceChange } from './invoice-change.ts';
import { LISTENING_NAME } from '../connection/listening-connection.ts';
import { insertKeyOperation } from '../key-operation/key-operations.ts';
import {
  claimNextKeyOperation,
  recordKeyOperation,
} from '../key-operation/key-operation-claims.ts';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import { createSampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import type { OpenTestDatabase } from '../testing/open-test-database.ts';

const LONG_MS = 120_000;
const FAILURE: Failure = {
  error: 'Refused.',
  code: 'EFI_REFUSED',
  tcrCode: null,
  efiCode: 53,
  efiMessage: 'refused',
  retryable: false,
  remedy: null,
};

let db: OpenTestDatabase;
let proxy: TcpProxy;
/** Its line goes through the proxy. */
let changes: ChangeListener;
beforeAll(async () => {
  db = await openTestDatabase({ onError: () => undefined });
  const url = new URL(db.apiUrl);
  proxy = await openTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  const databaseUrl = url.href;
  changes = listenForChanges({ databaseUrl, db: db.api, onError: () => undefined });
});
beforeEach(async () => {
  await proxy.setMode('pass');
  await untilListening(true);
});
afterAll(async () => {
  await changes.close();
  await proxy.close();
  await db.close();
});

async function untilListening(isListening: boolean): Promise<void> {
  const started = Date.now();
  for (;;) {
    const isNow = await changes.assertListening().then(
      () => true,
      () => false,
    );
    if (isNow === isListening) return;
    if (Date.now() - started > LONG_MS) throw new Error('it stays as it is');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const never = () => new AbortController().signal;

/** Resolves when the change is reported; rejects if only the time is up. */
async function reportOf(subscription: Subscription, seen: string): Promise<void> {
  const started = performance.now();
  await subscription.next(seen, { timeoutMs: LONG_MS, signal: never() });
  subscription.end();
  if (performance.now() - started >= LONG_MS) throw new Error('the change was not reported');
}
const reported = (change: Change, id: string, seen: string) =>
  reportOf(changes.subscribe(change, id), seen);

/** What a watcher receives, and the moment when it has received that much. */
function watch(companyId: string, signal: AbortSignal) {
  const received: (InvoiceChange | null)[] = [];
  let onReceived: () => void = () => undefined;
  changes.watchInvoices(
    companyId,
    (change) => {
      received.push(change);
      onReceived();
    },
    signal,
  );
  const until = async (isEnough: () => boolean) => {
    const started = Date.now();
    while (!isEnough() && Date.now() - started < LONG_MS) {
      await new Promise<void>((resolve) => {
        onReceived = resolve;
        setTimeout(resolve, 50);
      });
    }
    expect(isEnough()).toBe(true);
  };
  return { received, until };
}

test('a watcher receives its company’s changes alone, and none after its end', async () => {
  const shop = await createSampleShop(db);
  const neighbour = await createSampleShop(db);
  const leaving = new AbortController();
  const own = watch(shop.companyId, leaving.signal);
  const others = watch(neighbour.companyId, new AbortController().signal);

  const first = await createSampleDraft(db, shop);
  const waiting = reported('invoice_changed', first.id, 'Draft');
  await requestFiscalization(db.api, scopeOf(shop), first.id, 0);
  await waiting;
  await own.until(() => own.received.length >= 1);
  const { companyId } = shop;
  const change = { invoiceId: first.id, companyId, environment: 'test', status: 'Pending' };
  expect(own.received).toEqual([change]);

  leaving.abort();
  const second = await createSampleDraft(db, shop);
  const third = await createSampleDraft(db, neighbour);
  await requestFiscalization(db.api, scopeOf(shop), second.id, 0);
  await requestFiscalization(db.api, scopeOf(neighbour), third.id, 0);
  // Notifications come in order: the neighbour's is received after the one that has no watcher.
  await others.until(() => others.received.some((change) => change?.invoiceId === third.id));
  expect(own.received).toEqual([change]);
  expect(others.received).toHaveLength(1);
});

test('after a lost connection watchers are notified that changes may have been lost', async () => {
  const shop = await createSampleShop(db);
  const leaving = new AbortController();
  const own = watch(shop.companyId, leaving.signal);
  await db.owner.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [LISTENING_NAME],
  );
  await own.until(() => own.received.includes(null));
  const { id } = await createSampleDraft(db, shop);
  await requestFiscalization(db.api, scopeOf(shop), id, 0);
  await own.until(() => own.received.some((change) => change?.invoiceId === id));
  leaving.abort();
});

describe('of another release', () => {
  const announce = (payload: string) =>
    db.owner.pool.query(`select pg_notify('invoice_changed', $1)`, [payload]);
  const [invoiceId, companyId] = [randomUUID(), randomUUID()];

  test('a change with more words is taken for what is known of it', async () => {
    const own = watch(companyId, never());
    const waiting = reported('invoice_changed', invoiceId, 'Draft');
    await announce(`${invoiceId} ${companyId} live Pending v2 {"more":1} v1`);
    await waiting;
    await own.until(() => own.received.length > 0);
    expect(own.received).toEqual([
      { invoiceId, companyId, environment: 'live', status: 'Pending' },
    ]);
  });

  test.each([
    ['no version', `${invoiceId} ${companyId} live Pending`],
    ['a newer version', `${invoiceId} ${companyId} live Pending v2`],
    ['an unknown status', `${invoiceId} ${companyId} live Suspended`],
    ['an unknown environment', `${invoiceId} ${companyId} trial Pending`],
    ['another shape', JSON.stringify({ version: 2, invoiceId, companyId })],
    ['its first word alone', invoiceId],
    ['no words', ''],
    ['line breaks and spaces', ' \n  \n'],
    ['garbage', '\u0001\uFFFD💥'],
  ])('a change with %s has watchers read again', async (_, payload) => {
    const own = watch(companyId, never());
    await announce(payload);
    await own.until(() => own.received.length > 0);
    expect(own.received).toEqual([null]);
  });
});

describe('on a line that is dropped without a word', () => {
  test('a wait for an invoice ends before the line is known to be dead', async () => {
    const shop = await createSampleShop(db);
    const { id } = await createSampleDraft(db, shop);
    await proxy.setMode('stall');
    const waiting = reported('invoice_changed', id, 'Draft');
    await requestFiscalization(db.api, scopeOf(shop), id, 0);
    await waiting;
  });

  test('a wait for a print of the version that is valid now ends', async () => {
    const shop = await createSampleShop(db);
    const { id } = await createSampleDraft(db, shop);
    await proxy.setMode('stall');
    const waiting = reported('document_added', id, 'missing');
    const print = `insert into document (id, invoice_id, fic, sha256, pdf)
      values (gen_random_uuid(), $1, $2, 'x', '')`;
    await db.owner.pool.query(print, [id, null]);
    await waiting;
  });

  test('a call that waits for a key operation is woken', async () => {
    const { cashRegisterId } = await createSampleShop(db);
    const input = { kind: 'register-tcr', cashRegisterId } as const;
    const id = await insertKeyOperation(db.api, input, LONG_MS);
    const call = await claimNextKeyOperation(db.worker, { leaseMs: LONG_MS });
    await proxy.setMode('stall');
    const waiting = reported('key_operation_recorded', id, 'pending');
    await recordKeyOperation(db.worker, call!, null, { status: 'failed', failure: FAILURE });
    await waiting;
  });

  test('readiness says so; once reconnected, watchers are notified to read again', async () => {
    const shop = await createSampleShop(db);
    const own = watch(shop.companyId, never());
    await proxy.setMode('stall');
    await untilListening(false);
    const { id } = await createSampleDraft(db, shop);
    await requestFiscalization(db.api, scopeOf(shop), id, 0);
    expect(own.received).toEqual([]);
    await proxy.setMode('pass');
    await untilListening(true);
    await own.until(() => own.received.includes(null));
  });
});

test('a change between the subscription and the wait is not missed', async () => {
  const shop = await createSampleShop(db);
  const own = watch(shop.companyId, never());
  const { id } = await createSampleDraft(db, shop);
  const subscription = changes.subscribe('invoice_changed', id);
  await requestFiscalization(db.api, scopeOf(shop), id, 0);
  await own.until(() => own.received.length > 0);
  // With this state no read of the row reveals it.
  await reportOf(subscription, 'Pending');
});
