// A pooler in transaction mode between this process and PostgreSQL (PgBouncer): a session lasts for
// one transaction there. So the pooler sets what every session has, names of prepared statements
// mean nothing unless it keeps them, and what needs a session goes past it, over
// DATABASE_DIRECT_URL.

import pg from 'pg';

/** A pooler that DATABASE_URL leads to. */
export interface Pooler {
  /**
   * It keeps the prepared statements of its clients: PgBouncer from 1.21 on, with
   * max_prepared_statements.
   */
  keepsPrepared: boolean;
}

interface PoolerEnv {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_POOLER_PREPARES: boolean;
}

/** There is one where another URL leads to PostgreSQL itself. */
export function poolerOf(env: PoolerEnv): { pooler?: Pooler } {
  if (env.DATABASE_DIRECT_URL === undefined) return {};
  return { pooler: { keepsPrepared: env.DATABASE_POOLER_PREPARES } };
}

/** What leads to PostgreSQL itself: for LISTEN. */
export function directUrlOf(env: PoolerEnv): string {
  return env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
}

/** A pooler gives its clients numbers of its own in the place of PostgreSQL's processes. */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { processID: number };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== processID;
}

/** Sends every statement without its name, so that it is parsed where it is executed. */
export class UnnamedClient extends pg.Client {
  // The overloads of pg, of which all but one pass a statement on as it is.
  override query = ((statement: unknown, ...others: unknown[]) =>
    (super.query as (...args: unknown[]) => unknown)(
      unnamed(statement),
      ...others,
    )) as pg.Client['query'];
}

function unnamed(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('text' in statement))
    return statement;
  return { ...statement, name: undefined };
}
