// The circuits to the authority that are open, as workers share them. A row is there while
// its circuit is open and a worker says so every second; an older one counts for nothing.

import type { Environment } from '@fiscal/domain';
import { allRows, execute } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

export interface OpenCircuit {
  id: string;
  /** `authority`, or the id of the company whose messages alone get no reply. */
  scope: string;
  openForMs: number;
}

/** A living worker has it open. */
export const IS_HELD = `seen_at > now() - interval '15 seconds'`;

const announce = execute<[Environment, scopes: string[], ages: number[]]>(
  'announce_open_circuits',
  `insert into authority_circuit as c (environment, scope, opened_at, seen_at)
   select $1::environment, scope, now() - open_for_ms * interval '1 millisecond', now()
   from unnest($2::text[], $3::float8[]) as opened(scope, open_for_ms)
   order by scope
   on conflict (environment, scope) do update
   set id = excluded.id, opened_at = excluded.opened_at, seen_at = now()
   where not c.${IS_HELD}`,
);

export async function announceOpenCircuits(
  db: Database,
  environment: Environment,
  opened: readonly Omit<OpenCircuit, 'id'>[],
): Promise<void> {
  const scopes = opened.map(({ scope }) => scope);
  const ages = opened.map(({ openForMs }) => openForMs);
  await announce(db, environment, scopes, ages);
}

/** Says that this worker has them open still. */
export const renewCircuits = execute<[ids: readonly string[]]>(
  'renew_circuits',
  `with held as (
     select id from authority_circuit where id = any($1::bigint[]) order by id for update
   )
   update authority_circuit c set seen_at = now() from held where c.id = held.id`,
);

/** Deletes them: an answer came. */
export const deleteCircuits = execute<[ids: readonly string[]]>(
  'delete_circuits',
  'delete from authority_circuit where id = any($1::bigint[])',
);

/** Those that a living worker has open. */
export const readOpenCircuits = allRows<[Environment], OpenCircuit>(
  'read_open_circuits',
  `select id, scope, extract(epoch from now() - opened_at)::float8 * 1000 as "openForMs"
   from authority_circuit where environment = $1::environment and ${IS_HELD}`,
);
