// Fills a database with sales as the service has stored one: each row of a sale that was really
// made, copied under other numbers. So sizes are real ones, also those of messages and replies.

import pg from 'pg';

/** The days of the copies in Podgorica, one every 6 s. */
export const COPIED_FROM = '2023-11-14';

/** What of a copy is its own; `n` is its number. */
type Own = Readonly<Record<string, string>>;

const AT = `to_timestamp(1700000000 + n * 6)`;
const ID = `overlay(lpad(to_hex((1700000000 + n * 6)::bigint * 1000), 12, '0') || '7' ||
  left(md5('id' || n), 19) placing '8' from 17)::uuid`;
const TCR_CODE = `'zz999zz999'`;
const YEAR = '2020';

/** The tables of a sale, and which rows of the one that is copied they hold. */
const TABLES: readonly { table: string; of: string; own: Own }[] = [
  {
    table: 'invoice',
    of: 'id',
    own: {
      id: ID,
      tcr_code: TCR_CODE,
      year: YEAR,
      ordinal: 'n',
      invoice_number: `'bb123bb123/' || n || '/${YEAR}/zz999zz999'`,
      iic: `upper(md5('iic' || n))`,
      fic: `md5('fic' || n)::uuid::text`,
      issued_at: AT,
      issue_date_time: `to_char(${AT} at time zone 'Europe/Podgorica', 'YYYY-MM-DD"T"HH24:MI:SS"+01:00"')`,
      created_at: AT,
      updated_at: AT,
    },
  },
  { table: 'invoice_content', of: 'invoice_id', own: { invoice_id: ID } },
  { table: 'invoice_search', of: 'invoice_id', own: { invoice_id: ID, created_at: AT } },
  {
    table: 'submission',
    of: 'invoice_id',
    own: {
      // Its month is that of the invoice.
      id: ID,
      request_uuid: `md5('request' || n)::uuid`,
      invoice_id: ID,
      created_at: AT,
      answered_at: AT,
    },
  },
  {
    table: 'number_ledger',
    of: 'invoice_id',
    own: { invoice_id: ID, tcr_code: TCR_CODE, year: YEAR, ordinal: 'n', at: AT },
  },
  { table: 'audit_log', of: 'entity_id', own: { entity_id: ID, at: AT } },
];

/** @param id of the sale that is copied; Fiscalized. */
export async function copySale(databaseUrl: string, id: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Neither keys nor rules are looked at: they hold of the copies as they hold of the sale.
    await client.query('set session_replication_role = replica');
    const indexes = await dropIndexes(client);
    for (const { table, of, own } of TABLES) {
      const columns = await columnsOf(client, table);
      const values = columns.map((column) => own[column] ?? `sale.${column}`);
      await client.query(
        `insert into ${table} (${columns.join(', ')})
         select ${values.join(', ')}
         from (select * from ${table} where ${of} = $1) sale, generate_series(1, $2::int) n`,
        [id, count],
      );
    }
    for (const definition of indexes) await client.query(definition);
    await client.query(`vacuum analyze ${TABLES.map(({ table }) => table).join(', ')}`);
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/**
 * Indexes that are made of all rows at once are made in a tenth of the time. @returns their
 * definitions.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[]) and not indisprimary`,
    [TABLES.map(({ table }) => table)],
  );
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  return rows.map(({ definition }) => definition);
}

/** Without those that PostgreSQL fills in by itself. */
async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER'
       and coalesce(column_default, '') not like 'nextval%'
     order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
}
