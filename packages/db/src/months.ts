// `months`: which months are stored, how large they are and which may go; `months detach <month>`
// detaches one that the law does not keep any more.

import { parseArgs } from 'node:util';
import type { Database } from './connection/client.ts';
import { detachMonth } from './month/detach-month.ts';
import { listStoredMonths, reasonToKeep } from './month/month-list.ts';
import type { MonthUse, StoredMonth } from './month/month-list.ts';

const ACTOR = 'command-line';
const USAGE =
  'Use: months, to see which are stored; months detach <month>, for one that may go; with --immovables ' +
  '"where invoices about immovables are kept, or that there are none" before twenty years are over.';

/**
 * @returns what is stored, or what was done and what is left to do, in lines. @throws Error in
 * words
 */
export async function monthsByHand(
  db: Database,
  args: readonly string[],
  now = new Date(),
): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { immovables: { type: 'string' } },
  });
  const [verb, name, ...others] = positionals;
  const months = await listStoredMonths(db);
  if (verb === undefined) return months.map((month) => lineOf(month, now)).join('\n');
  if (verb !== 'detach' || name === undefined || others.length > 0) throw new Error(USAGE);
  const month = months.find((each) => each.name === name);
  if (month === undefined) throw new Error(`There is no month ${name}. ${USAGE}`);
  const immovables = values.immovables?.trim() ?? null;
  if (immovables === '') throw new Error(`--immovables says nothing. ${USAGE}`);
  const mayGo = (use: MonthUse | null) => {
    const reason = reasonToKeep(month, { use, areImmovablesKept: immovables !== null, now });
    if (reason !== null) throw new Error(`The month ${name} stays: ${reason}.`);
  };
  mayGo(null);
  await detachMonth(db, ACTOR, month, { immovables, mayGo });
  return leftToDo(month);
}

function lineOf(month: StoredMonth, now: Date): string {
  const size = `${(month.bytes / 1_000_000).toFixed(0)} MB`;
  const reason = reasonToKeep(month, { use: null, areImmovablesKept: true, now });
  return (
    `${month.name.padEnd(8)} about ${String(Math.round(month.rows)).padStart(10)} rows ${size.padStart(10)}  ` +
    (reason === null
      ? 'may go, once those about immovables are kept elsewhere or are twenty years old'
      : `stays: ${reason}`)
  );
}

function leftToDo({ name, parts }: StoredMonth): string {
  const tables = parts.map(({ part }) => `--table=${part}`).join(' ');
  return [
    `Detached ${name}. Its tables are left; keep a copy, and check it, before they are dropped:`,
    `  pg_dump --format=custom --file=months-${name}.dump ${tables} "$DATABASE_URL"`,
    '  pg_restore --list ' + `months-${name}.dump`,
    `  psql "$DATABASE_URL" -c 'drop table ${parts.map(({ part }) => part).join(', ')}'`,
    'Until then the month can be attached again:',
    // Contents last, so that nothing is found before all of it is there.
    ...parts
      .toReversed()
      .map(
        ({ table, part, from, to }) =>
          `  alter table ${table} attach partition ${part} for values from (${from}) to (${to});`,
      ),
  ].join('\n');
}
