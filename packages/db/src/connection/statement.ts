import type pg from 'pg';

/** What runs statements: the database, or a transaction of it. */
export interface Connected {
  pool: pg.Pool | pg.PoolClient;
}

/** A prepared statement: its name is its identity, so one text a name. */
export interface Statement {
  name: string;
  text: string;
}

/** For `run`, with the values $1, $2, … */
export const prepared = (name: string, text: string): Statement => ({ name, text });

/** `:name`, and no cast (`::type`). */
const PARAMETER = /(?<!:):([a-z]\w*)/g;

/**
 * A prepared statement whose parameters have names, `:invoiceId`: parts of it may come from several
 * files, and none depends on the order in which another one writes its values. The names are
 * numbered once, here.
 * @returns what gives the query for these values. @throws Error where a value that the text names
 * is absent.
 */
// A caller names the type of its values, which no argument shows.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function statement<Values extends object>(
  name: string,
  text: string,
): (values: Values) => pg.QueryConfig {
  const order: string[] = [];
  const numbered = text.replaceAll(PARAMETER, (_, parameter: string) => {
    const known = order.indexOf(parameter);
    return `$${known < 0 ? order.push(parameter) : known + 1}`;
  });
  return (values) => ({
    name,
    text: numbered,
    values: order.map((parameter) => {
      if (!(parameter in values)) throw new Error(`the statement ${name} lacks :${parameter}`);
      return values[parameter as keyof Values];
    }),
  });
}

/**
 * Runs a prepared statement on the pool or inside a transaction.
 * @param values where they are numbered.
 */
export async function run<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  query: Statement | pg.QueryConfig,
  values?: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>(query, values)).rows;
}

// Statements that need nothing but their values are functions of the database.

type Prepared<Values extends unknown[], Result> = (
  db: Connected,
  ...values: Values
) => Promise<Result>;

/** A prepared statement of the values $1, $2, …: all of its rows. */
export function allRows<Values extends unknown[], Row extends pg.QueryResultRow>(
  name: string,
  text: string,
): Prepared<Values, Row[]> {
  return (db, ...values) => run<Row>(db.pool, { name, text }, values);
}

/** As allRows: the first row, or null. */
export function firstRow<Values extends unknown[], Row extends pg.QueryResultRow>(
  name: string,
  text: string,
): Prepared<Values, Row | null> {
  return async (db, ...values) => (await run<Row>(db.pool, { name, text }, values))[0] ?? null;
}

/** As allRows, of a statement that always has a row. */
export function onlyRow<Values extends unknown[], Row extends pg.QueryResultRow>(
  name: string,
  text: string,
): Prepared<Values, Row> {
  const find = firstRow<Values, Row>(name, text);
  return async (db, ...values) => {
    const row = await find(db, ...values);
    if (row === null) throw new Error(`the statement ${name} returned no row`);
    return row;
  };
}

/** As allRows, of a statement whose rows do not matter. */
export function execute<Values extends unknown[]>(
  name: string,
  text: string,
): Prepared<Values, void> {
  return async (db, ...values) => {
    await run(db.pool, { name, text }, values);
  };
}

/** Whether PostgreSQL has refused a statement because of this unique index. */
export function violates(error: unknown, index: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return false;
  return error.code === '23505' && error.constraint === index;
}
