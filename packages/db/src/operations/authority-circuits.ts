// The circuits to the authority that are open, as workers share them. A row is there while
// its circuit is open and a worker says so every second; an older one counts for nothing.

import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

/** A circuit that holds messages back. */
export interface OpenCircuit {
  id: string;
  /** `authority`, or the id of the company whose messages alone get no reply. */
  scope: string;
  openForMs: number;
}

/** A living worker has it open. */
export const IS_OPEN = `seen_at > now() - interval '15 seconds'`;

const announce = statement.run<{ environment: Environment; scopes: string[]; ages: number[] }>(
  'announce_open_circuits',
  `insert into authority_circuit as c (environment, scope, opened_at, seen_at)
   select :environment::environment, scope, now() - open_for_ms * interval '1 millisecond', now()
   from unnest(:scopes::text[], :ages::float8[]) as opened(scope, open_for_ms)
   order by scope
   on conflict (environment, scope) do update
   set id = excluded.id, opened_at = excluded.opened_at, seen_at = now()
   where not c.${IS_OPEN}`,
);

/** Shares circuits that this worker has opened; one that another worker has open stays its own. */
export async function announceOpenCircuits(
  db: Database,
  environment: Environment,
  opened: readonly Omit<OpenCircuit, 'id'>[],
): Promise<void> {
  const scopes = opened.map(({ scope }) => scope);
  const ages = opened.map(({ openForMs }) => openForMs);
  await announce(db, { environment, scopes, ages });
}

/** Says that this worker has them open still. */
export const renewCircuits = statement.run<{ ids: readonly string[] }>(
  'renew_circuits',
  `with held as (
     select id from authority_circuit where id = any(:ids::bigint[]) order by id for update
   )
   update authority_circuit c set seen_at = now() from held where c.id = held.id`,
);

/** Deletes them: a reply came. */
export const deleteCircuits = statement.run<{ ids: readonly string[] }>(
  'delete_circuits',
  'delete from authority_circuit where id = any(:ids::bigint[])',
);

const readCircuits = (name: string, condition: string) =>
  statement.all<{ environment: Environment }, OpenCircuit>(
    name,
    `select id, scope, extract(epoch from now() - opened_at)::float8 * 1000 as "openForMs"
     from authority_circuit where environment = :environment::environment and ${condition}`,
  );

/** Those that a living worker has open. */
export const readOpenCircuits = readCircuits('read_open_circuits', IS_OPEN);

/** Those that every worker which had them open left: nothing has said that a reply came. */
export const readLeftCircuits = readCircuits('read_left_circuits', `not ${IS_OPEN}`);
