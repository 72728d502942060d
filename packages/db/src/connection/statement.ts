// The dialect of SQL. What Prisma does not do is a `statement`: its name, its text with named
// parameters (`:invoiceId`), the types of its values and rows, and how many rows it has. It runs on
// the database or inside a transaction. Parts of a text may come from several files: none depends
// on the order in which another one writes its values. The linter refuses every other way; only
// `connection/` and `migration/` speak to a session themselves (begin, listen, DDL).

import pg from 'pg';
import type { Prisma } from '../generated/client.ts';
import { mapInSlices } from './slices.ts';

/** What runs statements: the database, or a transaction of `inTransaction`. */
export interface Connected {
  pool: pg.Pool | pg.ClientBase;
}

/** A transaction of Prisma. A statement has no name there, so it is parsed each time. */
export type Transaction = Prisma.TransactionClient;

/** Values may be left out where a statement has none. */
type Run<Values, Result> = (
  on: Connected | Transaction,
  ...values: object extends Values ? [values?: Values] : [values: Values]
) => Promise<Result>;

/** A row as PostgreSQL wrote it: equal texts, nothing has changed. */
export interface WrittenRow {
  fields: readonly pg.FieldDef[];
  texts: readonly (string | null)[];
}

/** `:name`, and no cast (`::type`). */
const PARAMETER = /(?<!:):([a-z]\w*)/g;

/** The text as PostgreSQL takes it, `$1` for the first parameter, and the names in that order. */
export function numbered(text: string): { text: string; parameters: string[] } {
  const parameters: string[] = [];
  const withNumbers = text.replaceAll(PARAMETER, (_, parameter: string) => {
    const known = parameters.indexOf(parameter);
    return `$${known < 0 ? parameters.push(parameter) : known + 1}`;
  });
  return { text: withNumbers, parameters };
}

interface Query {
  name?: string;
  text: string;
  values: unknown[];
}

function prepare(name: string | null, text: string): (values?: object) => Query {
  const { text: withNumbers, parameters } = numbered(text);
  return (values = {}) => ({
    ...(name !== null && { name }),
    text: withNumbers,
    values: parameters.map((parameter) => {
      if (!(parameter in values)) throw new Error(`the statement ${name} lacks :${parameter}`);
      return values[parameter as keyof typeof values];
    }),
  });
}

async function rowsOf<Row>(on: Connected | Transaction, query: Query): Promise<Row[]> {
  if ('pool' in on) return (await on.pool.query<Row & pg.QueryResultRow>(query)).rows;
  return on.$queryRawUnsafe<Row[]>(query.text, ...query.values);
}

const JSON_TYPES: readonly number[] = [pg.types.builtins.JSON, pg.types.builtins.JSONB];
/** By a type's number, which the driver's types know as an enumeration. */
export const parserOf: (type: number) => (text: string) => unknown = pg.types.getTypeParser;
const asText = (text: string) => text;
const JSON_AS_TEXT = {
  getTypeParser: (type: number) => (JSON_TYPES.includes(type) ? asText : parserOf(type)),
};
const ALL_AS_TEXT = { getTypeParser: () => asText };

/**
 * Makes a statement, by how many rows it has.
 * - name: of the prepared statement, which is its identity: one text a name. Null for a text that
 *   is composed for each call.
 *
 * A statement throws an Error where a value that its text names is absent, and what pg throws.
 */
/* oxlint-disable typescript/no-unnecessary-type-parameters --
   A caller names the types of its values and rows, which no argument shows. */
export const statement = {
  /** Every row. @param options.timeoutMs of the client; that of the pool if absent. */
  all<Values extends object, Row extends object>(
    name: string | null,
    text: string,
    { timeoutMs }: { timeoutMs?: number } = {},
  ): Run<Values, Row[]> {
    const query = prepare(name, text);
    const timeout = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
    return (on, ...[values]) => rowsOf<Row>(on, { ...query(values), ...timeout });
  },

  /** The first row, or null. */
  maybe<Values extends object, Row extends object>(
    name: string | null,
    text: string,
  ): Run<Values, Row | null> {
    const query = prepare(name, text);
    return async (on, ...[values]) => (await rowsOf<Row>(on, query(values)))[0] ?? null;
  },

  /** The row of a statement that always has one. @throws Error where it has none. */
  one<Values extends object, Row extends object>(
    name: string | null,
    text: string,
  ): Run<Values, Row> {
    const query = prepare(name, text);
    return async (on, ...[values]) => {
      const [row] = await rowsOf<Row>(on, query(values));
      if (row === undefined) throw new Error(`the statement ${name} returned no row`);
      return row;
    };
  },

  /** No row is wanted: how many it has changed, or found. */
  run<Values extends object>(name: string | null, text: string): Run<Values, number> {
    const query = prepare(name, text);
    return async (on, ...[values]) => {
      const { text: sent, values: given, ...others } = query(values);
      if ('pool' in on) {
        return (await on.pool.query({ ...others, text: sent, values: given })).rowCount ?? 0;
      }
      return on.$executeRawUnsafe(sent, ...given);
    };
  },

  /**
   * As `all`, of rows that may hold much JSON: the driver would parse all that has arrived in one
   * go, so it stays text until its slice of the event loop.
   */
  inSlices<Values extends object, Row extends object>(name: string | null, text: string) {
    const query = prepare(name, text);
    return async ({ pool }: Connected, values: Values): Promise<Row[]> => {
      const { rows, fields } = await pool.query<Record<string, unknown>>({
        ...query(values),
        types: JSON_AS_TEXT,
      });
      const names = fields
        .filter(({ dataTypeID }) => JSON_TYPES.includes(dataTypeID))
        .map(({ name }) => name);
      // Out of the driver's result, which outlives its use: what hangs on one that is old already
      // survives the garbage collector's short runs, and makes them long.
      return mapInSlices(rows.splice(0), (row) => {
        for (const name of names) {
          const json = row[name];
          if (typeof json === 'string') row[name] = JSON.parse(json);
        }
        return row as Row;
      });
    };
  },

  /** As `all`, unparsed. */
  written<Values extends object>(name: string, text: string) {
    const query = prepare(name, text);
    return async ({ pool }: Connected, values: Values): Promise<WrittenRow[]> => {
      const { fields, rows } = await pool.query<(string | null)[]>({
        ...query(values),
        rowMode: 'array',
        types: ALL_AS_TEXT,
      });
      return rows.map((texts) => ({ fields, texts }));
    };
  },
};
/* oxlint-enable typescript/no-unnecessary-type-parameters */

/** Whether PostgreSQL has refused a statement because of this unique index. */
export function violates(error: unknown, index: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return false;
  return error.code === '23505' && error.constraint === index;
}
