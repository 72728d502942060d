// PostgreSQL in another calendar than the machine's: for the logins of the service the schema
// `clock` stands before its own functions, and for all it is what columns say by default.

import type { LoginUrls } from '@fiscal/db/migration';
import type { Body } from './invoices.ts';

type Query = (text: string, values?: unknown[]) => Promise<Body[]>;

const SCHEMA = `
  create schema clock;
  grant usage on schema clock to public;
  create table clock.ahead (by interval not null);
  insert into clock.ahead values ('0');
  grant select on clock.ahead to public;
  create function clock.now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + by from clock.ahead';
  create function clock.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + by from clock.ahead';
  do $$ declare c record; begin
    for c in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'CURRENT_TIMESTAMP'
    loop
      execute format('alter table %I alter %I set default clock.now()', c.table_name, c.column_name);
    end loop;
  end $$`;

/**
 * Gives the logins of the service a clock of their own from their next session on.
 * @returns what puts it so many milliseconds ahead of the machine's.
 */
export async function shiftDatabaseClock({
  query,
  logins,
}: {
  query: Query;
  logins: LoginUrls;
}): Promise<(aheadMs: number) => Promise<void>> {
  await query(SCHEMA);
  for (const url of Object.values(logins)) {
    await query(`alter role ${new URL(url).username} set search_path = clock, pg_catalog, public`);
  }
  return async (aheadMs) => {
    await query(`update clock.ahead set by = $1 * interval '1 ms'`, [aheadMs]);
  };
}
