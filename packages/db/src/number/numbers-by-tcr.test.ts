// The migration that keys rows of numbers by what is printed, on data from before it.

import { createTestDatabase } from '@fiscal/testbed';
import type { TestDatabase } from '@fiscal/testbed';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { migrate } from '../migration/migrate.ts';
import { createDatabaseBefore } from '../testing/database-before.ts';
import type { DatabaseBefore } from '../testing/database-before.ts';

const NAME = '20261122122000_numbers_by_tcr';
const CODE = 'aa111aa111';
const OTHER_CODE = 'bb222bb222';

let server: TestDatabase;
let before: DatabaseBefore;
beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(() => server.drop());
beforeEach(async () => {
  before = await createDatabaseBefore(server.url, NAME);
});
afterEach(() => before.drop());

const query = async (text: string, values: unknown[] = []) =>
  (await before.client.query<Record<string, unknown>>(text, values)).rows;

async function createCompany(name: string): Promise<string> {
  const id = uuidv7();
  await query(
    `insert into company (id, tin, name, address, town, updated_at)
     values ($1, '12345678', $2, 'Ulica 1', 'Podgorica', now())`,
    [id, name],
  );
  return id;
}

let registers = 0;
interface Register {
  id: string;
  companyId: string;
  environment: string;
}
async function addRegister(
  companyId: string,
  tcrCode: string | null,
  environment = 'test',
): Promise<Register> {
  const id = uuidv7();
  registers += 1;
  await query(
    `insert into cash_register (id, company_id, environment, name, tcr_code, internal_id,
       business_unit_code, software_code, operator_code, maintainer_code, updated_at)
     values ($1, $2, $3::environment, $4, $5, $6, 'bb123bb123', 'ss123ss123', 'oo123oo123',
       'mm123mm123', now())`,
    [id, companyId, environment, `Kasa ${registers}`, tcrCode, String(registers)],
  );
  return { id, companyId, environment };
}

/** As the version before has numbered an invoice, with its row in the ledger. */
async function addInvoice(
  { id: registerId, companyId, environment }: Register,
  ordinal: number,
  { status = 'Fiscalized', tcrCode = CODE } = {},
): Promise<string> {
  const id = uuidv7();
  await query(
    `insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
       type_of_invoice, payment_method, order_number, request, computed, warnings, tcr_code, year,
       ordinal, invoice_number, issued_at, issue_date_time, iic, fic, failure)
     values ($1, $2, $3::environment, $4, $5::invoice_status, 'INVOICE', 'Cash', 'BANKNOTE', 0, '{}',
       '{}', '[]', $6, 2026, $7::bigint, $8, now(), '2026-11-21T10:00:00+01:00',
       $9, case $10 when 'Fiscalized' then 'a-fic' end, case $10 when 'Failed' then '{}'::json end)`,
    [
      ...[id, companyId, environment, registerId, status, tcrCode, ordinal],
      ...[`bb123bb123/${ordinal}/2026/${tcrCode}`, id.replaceAll('-', '').toUpperCase(), status],
    ],
  );
  await query(
    `insert into number_ledger (cash_register_id, tcr_code, year, ordinal, invoice_id, event)
     values ($1, $2, 2026, $3, $4, 'given')`,
    [registerId, tcrCode, ordinal, id],
  );
  return id;
}

interface Row {
  last: number;
  floor: number;
  free: number[];
  at: string;
  tcrCode?: string;
}
async function addRow(register: Register, { last, floor, free, at, tcrCode = CODE }: Row) {
  await query(
    `insert into number_sequence (cash_register_id, tcr_code, year, last_ordinal, floor_ordinal,
       free_ordinals, last_issued_at) values ($1, $2, 2026, $3, $4, $5, $6)`,
    [register.id, tcrCode, last, floor, free, at],
  );
}

const EARLIER = '2026-11-20T10:00:00.000Z';
const LATER = '2026-11-21T10:00:00.000Z';

test('rows of one TCR code become one that goes on after the highest; everything else stays', async () => {
  const company = await createCompany('Prodavnica');
  const first = await addRegister(company, null);
  const second = await addRegister(company, CODE);
  const live = await addRegister(company, CODE, 'live');
  for (const ordinal of [1, 3, 5]) await addInvoice(first, ordinal);
  for (const ordinal of [4, 9]) await addInvoice(second, ordinal);
  await addInvoice(live, 1);
  await addInvoice(second, 1, { tcrCode: OTHER_CODE });
  // The first one freed 2 and 4 before the code moved; the second one gave 4 to somebody.
  await addRow(first, { last: 5, floor: 5, free: [2, 4], at: EARLIER });
  await addRow(second, { last: 9, floor: 0, free: [7], at: LATER });
  await addRow(live, { last: 1, floor: 1, free: [], at: EARLIER });
  await addRow(second, { last: 1, floor: 1, free: [], at: EARLIER, tcrCode: OTHER_CODE });
  const invoices = await query('select * from invoice order by id');
  const ledger = await query('select * from number_ledger order by id');

  await before.apply();

  const rows = await query(
    `select environment, tcr_code, year, last_ordinal::int as last, floor_ordinal::int as floor,
       free_ordinals::int[] as free, last_issued_at as at, cash_register_ids as registers
     from number_sequence order by environment, tcr_code`,
  );
  const year = 2026;
  expect(rows).toEqual([
    {
      ...{ environment: 'test', tcr_code: CODE, year, last: 9, floor: 5, free: [2, 7] },
      ...{ at: new Date(LATER), registers: [first.id, second.id] },
    },
    {
      ...{ environment: 'test', tcr_code: OTHER_CODE, year, last: 1, floor: 1, free: [] },
      ...{ at: new Date(EARLIER), registers: [second.id] },
    },
    {
      ...{ environment: 'live', tcr_code: CODE, year, last: 1, floor: 1, free: [] },
      ...{ at: new Date(EARLIER), registers: [live.id] },
    },
  ]);
  expect(await query('select * from invoice order by id')).toEqual(invoices);
  const environmentOf = ({ cash_register_id: id }: Record<string, unknown>) =>
    id === live.id ? 'live' : 'test';
  expect(await query('select * from number_ledger order by id')).toEqual(
    ledger.map((row) => ({ ...row, environment: environmentOf(row) })),
  );
});

describe('the migration changes nothing and says what is to be done where', () => {
  /** What it says; the data and the version before are as they were. */
  async function refusal(): Promise<string> {
    const reason: unknown = await migrate(before.url).catch((error: unknown) => error);
    expect(await query(`select cash_register_id from number_sequence`)).toHaveLength(1);
    const applied = await query('select 1 from _prisma_migrations where migration_name = $1', [
      NAME,
    ]);
    expect(applied).toEqual([]);
    return reason instanceof Error ? reason.message : '';
  }

  test('cash registers share a TCR code, until it is cleared on all but one', async () => {
    const own = await addRegister(await createCompany('Prodavnica'), CODE);
    const theirs = await addRegister(await createCompany('Komšija'), CODE);
    await addRow(own, { last: 1, floor: 1, free: [], at: EARLIER });
    const said = await refusal();
    expect(said).toContain('clear each one in the panel where it does not belong');
    expect(said).toMatch(new RegExp(`- test ${CODE}: "Kasa .*" of Prodavnica .*${own.id}.*, .*`));
    expect(said).toContain(theirs.id);
    expect(said).not.toContain('Numbers on several invoices');
    await query('update cash_register set tcr_code = null where id = $1', [theirs.id]);
    expect(await migrate(before.url)).toContain(NAME);
  });

  test('invoices share a number, until one of them has given it back', async () => {
    const company = await createCompany('Prodavnica');
    const first = await addRegister(company, null);
    const second = await addRegister(company, CODE);
    const registered = await addInvoice(first, 1);
    const failed = await addInvoice(second, 1, { status: 'Failed' });
    await addRow(second, { last: 1, floor: 1, free: [], at: EARLIER });
    const said = await refusal();
    const number = `bb123bb123/1/2026/${CODE}`;
    expect(said).toContain(`- test ${number}: invoice ${registered} (Fiscalized, TIN 12345678)`);
    expect(said).toContain(`invoice ${failed} (Failed, TIN 12345678)`);
    expect(said).not.toContain('TCR codes on several cash registers');
    await query(
      `update invoice set tcr_code = null, year = null, ordinal = null, invoice_number = null,
         issued_at = null, issue_date_time = null, iic = null where id = $1`,
      [failed],
    );
    expect(await migrate(before.url)).toContain(NAME);
  });

  test('much is doubled: the first twenty are named and the others counted', async () => {
    const company = await createCompany('Prodavnica');
    const [first, second] = [await addRegister(company, null), await addRegister(company, CODE)];
    for (let ordinal = 1; ordinal <= 23; ordinal += 1) {
      await addInvoice(first, ordinal);
      await addInvoice(second, ordinal);
    }
    await addRow(second, { last: 23, floor: 23, free: [], at: EARLIER });
    const said = await refusal();
    expect(said.match(/^- test /gm)).toHaveLength(20);
    expect(said).toContain('- and 3 more');
  });
});
