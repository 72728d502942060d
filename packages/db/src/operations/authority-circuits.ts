// The circuits to the authority that are open, as workers tell each other of them. A row is there while
// its circuit is open and a worker says so every second; an older one counts for nothing.

import type { Environment } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';

/** A circuit that a living worker has open. */
export interface OpenCircuit {
  /** Of this opening. */
  id: string;
  /** `authority`, or the id of the company whose messages alone get no reply. */
  scope: string;
  /** Milliseconds since it was opened. */
  openForMs: number;
}

const IS_HELD = `seen_at > now() - interval '15 seconds'`;

const ANNOUNCE = {
  name: 'announce_open_circuits',
  text: `
    insert into authority_circuit as c (environment, scope, opened_at, seen_at)
    select $1::environment, scope, now() - open_for_ms * interval '1 millisecond', now()
    from unnest($2::text[], $3::float8[]) as opened(scope, open_for_ms)
    order by scope
    on conflict (environment, scope) do update
    set id = excluded.id, opened_at = excluded.opened_at, seen_at = now()
    where not c.${IS_HELD}`,
};

/** Writes down what this worker has opened; what another one has written already stays. */
export async function announceOpenCircuits(
  db: Database,
  environment: Environment,
  opened: readonly Omit<OpenCircuit, 'id'>[],
): Promise<void> {
  const scopes = opened.map(({ scope }) => scope);
  const ages = opened.map(({ openForMs }) => openForMs);
  await run(db.pool, ANNOUNCE, [environment, scopes, ages]);
}

const HOLD = {
  name: 'hold_circuits',
  text: `
    with held as (
      select id from authority_circuit where id = any($1::bigint[]) order by id for update
    )
    update authority_circuit c set seen_at = now() from held where c.id = held.id`,
};

/** This worker has them open still. */
export async function renewCircuits(db: Database, ids: readonly string[]): Promise<void> {
  await run(db.pool, HOLD, [ids]);
}

const FORGET = {
  name: 'forget_circuits',
  text: `delete from authority_circuit where id = any($1::bigint[])`,
};

/** An answer came. */
export async function deleteCircuits(db: Database, ids: readonly string[]): Promise<void> {
  await run(db.pool, FORGET, [ids]);
}

const READ = {
  name: 'read_open_circuits',
  text: `
    select id, scope, extract(epoch from now() - opened_at)::float8 * 1000 as "openForMs"
    from authority_circuit where environment = $1::environment and ${IS_HELD}`,
};

/** Those that a living worker has open. */
export async function readOpenCircuits(
  db: Database,
  environment: Environment,
): Promise<OpenCircuit[]> {
  return run<OpenCircuit>(db.pool, READ, [environment]);
}
