// The migration that makes waiting work rows of a table of its own, on data from before it.

import { createTestDatabase } from '@fiscal/testbed';
import type { TestDatabase } from '@fiscal/testbed';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createDatabaseBefore } from '../testing/database-before.ts';
import type { DatabaseBefore } from '../testing/database-before.ts';

let server: TestDatabase;
let before: DatabaseBefore;
beforeAll(async () => {
  server = await createTestDatabase();
  before = await createDatabaseBefore(server.url, '20261122125000_work');
});
afterAll(async () => {
  await before.drop();
  await server.drop();
});

const query: DatabaseBefore['query'] = (text, values) => before.query(text, values);

test('every invoice and call that waited waits afterwards, at its time, and no other does', async () => {
  const { company, register } = await before.addShop();
  const add = async (status: string, attempts: number, nextAttemptAt: string | null) => {
    const id = uuidv7();
    const isHandedOut = status === 'Offline';
    await query(
      `insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, order_number, request, computed, warnings, attempts,
         turn_at, next_attempt_at, iic, issued_at, offline_since, deliver_before, claim_token)
       values ($1, $2, 'live', $3, $4::invoice_status, 'INVOICE', 'Cash', 'BANKNOTE', 0, '{}', '{}',
         '[]', $5, '2026-11-22T10:00:00Z', $6,
         $8,
         case when $7::boolean then '2026-11-22T08:00:00Z'::timestamptz end,
         case when $7 then '2026-11-22T08:00:05Z'::timestamptz end,
         case when $7 then '2026-11-24T08:00:00Z'::timestamptz end, 7)`,
      [
        ...[id, company, register, status, attempts, nextAttemptAt, isHandedOut],
        isHandedOut ? id.replaceAll('-', '').toUpperCase() : null,
      ],
    );
    return id;
  };
  const pending = await add('Pending', 2, null);
  const offline = await add('Offline', 3, '2026-11-22T09:00:00Z');
  const overdue = await add('Offline', 4, null);
  await add('Draft', 0, null);
  const call = uuidv7();
  await query(
    `insert into registry_call (id, kind, cash_register_id, expires_at)
     values ($1, 'register-tcr', $2, now() + interval '1 minute')`,
    [call, register],
  );

  await before.apply();
  const work = await query(
    `select subject_id, kind::text, environment::text, company_id,
       extract(epoch from scheduled_at)::float8 as scheduled, attempts, leased_until
     from work order by subject_id`,
  );
  const of = { environment: 'live', company_id: company, attempts: 0, leased_until: null };
  const at = (instant: string) => Date.parse(instant) / 1_000;
  expect(work).toEqual([
    { ...of, subject_id: pending, kind: 'fiscalize', scheduled: at('2026-11-22T10:00:00Z') },
    { ...of, subject_id: offline, kind: 'deliver', scheduled: at('2026-11-22T09:00:00Z') },
    { ...of, subject_id: overdue, kind: 'deliver', scheduled: Infinity },
    { ...of, subject_id: call, kind: 'call', scheduled: expect.any(Number) },
  ]);
  const kept = await query(`select attempts from invoice where status <> 'Draft' order by id`);
  expect(kept.map(({ attempts }) => attempts)).toEqual([2, 3, 4]);
});
