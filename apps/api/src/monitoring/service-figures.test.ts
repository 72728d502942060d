import { openDatabase } from '@fiscal/db/connection';
import { claimNextPrint, postponePrint } from '@fiscal/db/print';
import { createMetrics } from '@fiscal/runtime';
import { expect, test } from '@jest/globals';
import type { Database } from '@fiscal/db/connection';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import {
  claimSampleInvoice,
  handOutSample,
  refuseSample,
  sellSample,
  signSample,
} from '../../../../packages/db/src/testing/sample-invoices.ts';
import { NO_HORIZON } from '../../../../packages/db/src/work/work.ts';
import { createSampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import { showServiceFigures } from './service-figures.ts';

const db = useTestDatabase();

async function figuresOf(database: Database) {
  const errors: Error[] = [];
  const registry = createMetrics('api');
  const onError = (error: Error) => void errors.push(error);
  showServiceFigures(registry, { db: database, onError });
  const text = (await registry.metrics()).replaceAll(/,?process="api"/g, '');
  const linesOf = (name: string) =>
    text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return { text, errors, linesOf };
}

test('what is open is there without any worker', async () => {
  const shop = await createSampleShop(db);
  await handOutSample(db, shop, {}, 60_000);
  const claimed = await claimSampleInvoice(db, shop);
  await refuseSample(db, claimed, await signSample(db, claimed));
  await claimSampleInvoice(db, shop);
  await db.owner.pool.query(
    `insert into worker_heartbeat (id, host, pid, version, started_at, seen_at, lanes, circuits)
     select gen_random_uuid(), 'host', 1, '1', now(), now() - age, '{}', '{}'
     from unnest(array['0 s', '0 s', '1 minute']::interval[]) as age`,
  );
  const { linesOf, errors } = await figuresOf(db.api);
  expect(errors).toEqual([]);
  const expected = [
    'fiscal_database_up{} 1',
    'fiscal_worker_processes{} 2',
    'fiscal_workers{role="print"} 0',
    'fiscal_pending_invoices{environment="test",older_than_seconds="0"} 1',
    'fiscal_offline_invoices{environment="test",older_than_hours="0"} 1',
    'fiscal_offline_invoices{environment="live",older_than_hours="46"} 0',
    'fiscal_failed_invoices{environment="test",code="EFI_REFUSED"} 1',
    'fiscal_failed_invoices{environment="live",code="EFI_REFUSED"} 0',
    'fiscal_failed_invoices{environment="live",code="other"} 0',
    'fiscal_sales_waiting{environment="live"} 0',
    'fiscal_oldest_sale_seconds{environment="live"} 0',
    'fiscal_certificates_ending{environment="live",within_days="30"} 0',
    'fiscal_free_numbers{environment="live"} 0',
    'fiscal_newer_forms_waiting{} 0',
    'fiscal_held_cash_registers{environment="live"} 0',
    'fiscal_months_ahead{} 12',
  ];
  for (const line of expected) expect(linesOf(/^\w+/.exec(line)![0])).toContain(line);
  expect(linesOf('fiscal_certificate_days_left')).toEqual([]);
  const [seen] = linesOf('fiscal_database_place_seen_timestamp_seconds');
  expect(Number(seen?.split(' ')[1])).toBeCloseTo(Date.now() / 1_000, -4);
});

test('a print waits while it is due and free, and one that failed while its time has come', async () => {
  const shop = await createSampleShop(db, { printsAtOnce: true });
  const shown = async () => {
    const { linesOf } = await figuresOf(db.api);
    const names = ['fiscal_prints_waiting', 'fiscal_oldest_print_seconds', 'fiscal_failing_prints'];
    return names.map((name) => Number(linesOf(name)[0]?.split(' ')[1]));
  };
  expect(await shown()).toEqual([0, 0, 0]);
  for (let sale = 0; sale < 3; sale += 1) await sellSample(db, shop);
  await db.owner.pool.query(
    `update work set created_at = now() - interval '20 minutes' where kind = 'print_at_once'`,
  );
  const take = async () => (await claimNextPrint(db.worker, 60_000, () => NO_HORIZON))!;
  const failing = await take();
  await postponePrint(db.worker, { ...failing, nextAttemptMs: 60_000 });
  await db.owner.pool.query('update work set attempts = 3 where subject_id = $1', [
    failing.subjectId,
  ]);
  await take();
  const waiting = await shown();
  expect(waiting).toEqual([1, expect.any(Number), 1]);
  expect(waiting[1]).toBeGreaterThanOrEqual(1_200);
  await take();
  expect(await shown()).toEqual([0, 0, 1]);
  await db.owner.pool.query(
    `update work set scheduled_at = now() - interval '5 minutes' where subject_id = $1`,
    [failing.subjectId],
  );
  const due = await shown();
  expect(due).toEqual([1, expect.any(Number), 1]);
  // Since it is due again, and not since it was asked for.
  expect(due[1]).toBeGreaterThanOrEqual(300);
  expect(due[1]).toBeLessThan(1_200);
});

test('with the database away this is said, and every figure that is not known is absent', async () => {
  const away = openDatabase({
    url: 'postgresql://127.0.0.1:1/none',
    maxConnections: 1,
    applicationName: 'test',
    onError: () => undefined,
  });
  const { text, errors, linesOf } = await figuresOf(away);
  expect(linesOf('fiscal_database_up')).toEqual(['fiscal_database_up{} 0']);
  expect(errors.length).toBeGreaterThan(0);
  const shown = text.split('\n').filter((line) => /^fiscal_\w+[{ ]/.test(line));
  expect(
    shown.filter((line) => !/^fiscal_(?:database_up|event_loop|log_failures)/.test(line)),
  ).toEqual([]);
  expect(text).toContain('process_cpu_seconds_total');
  await away.close();
});
