// The migration that makes missing prints rows of the table of work, on data from before it.

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
  before = await createDatabaseBefore(server.url, '20261122126000_prints_are_work');
});
afterAll(async () => {
  await before.drop();
  await server.drop();
});

const query: DatabaseBefore['query'] = (text, values) => before.query(text, values);

test('every print that was missing is missing afterwards, once an invoice, and what waited besides', async () => {
  const { company, register } = await before.addShop();
  const addInvoice = async () => {
    const id = uuidv7();
    await query(
      `insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, order_number, request, computed, warnings)
       values ($1, $2, 'live', $3, 'Pending', 'INVOICE', 'Cash', 'BANKNOTE', 0, '{}', '{}', '[]')`,
      [id, company, register],
    );
    return id;
  };
  const addPrint = (id: string, isRequested: boolean, attempts: number, fic: string | null) =>
    query(
      `insert into print_request
         (invoice_id, company_id, fic, is_requested, turn_at, attempts, due_at, created_at)
       values ($1, $2, $3, $4, '2026-11-22T10:00:00Z', $5, '2026-11-22T10:05:00Z', $6)`,
      [
        ...[id, attempts === 0 ? company : null, fic, isRequested, attempts],
        '2026-11-22T09:59:00Z',
      ],
    );
  const [requested, prompt, failed] = [await addInvoice(), await addInvoice(), await addInvoice()];
  const [both, pending] = [await addInvoice(), await addInvoice()];
  await addPrint(requested, true, 0, null);
  await addPrint(prompt, false, 0, null);
  await addPrint(failed, true, 5, 'a-fic');
  await addPrint(both, false, 3, null);
  await addPrint(both, false, 0, 'a-fic');
  const work = `insert into work (subject_id, kind, company_id, environment, scheduled_at)
                values ($1, 'deliver', $2, 'live', 'infinity')`;
  await query(work, [pending, company]);

  await before.apply();
  const rows = await query(
    `select subject_id, kind::text, attempts, company_id, environment::text, leased_until,
       extract(epoch from scheduled_at)::float8 as scheduled,
       extract(epoch from created_at)::float8 as created
     from work where kind::text like 'print%' order by subject_id`,
  );
  const at = (instant: string) => Date.parse(instant) / 1_000;
  const of = {
    ...{ environment: 'live', company_id: company, leased_until: null, attempts: 0 },
    ...{ scheduled: at('2026-11-22T10:00:00Z'), created: at('2026-11-22T09:59:00Z') },
  };
  const dueAgain = at('2026-11-22T10:05:00Z');
  expect(rows).toEqual([
    { ...of, subject_id: requested, kind: 'print' },
    { ...of, subject_id: prompt, kind: 'print_at_once' },
    { ...of, subject_id: failed, kind: 'print', attempts: 5, scheduled: dueAgain },
    { ...of, subject_id: both, kind: 'print_at_once' },
  ]);
  expect(await query(`select subject_id from work where kind = 'deliver'`)).toEqual([
    { subject_id: pending },
  ]);
  expect(await query(`select to_regclass('print_request') as gone`)).toEqual([{ gone: null }]);
});
