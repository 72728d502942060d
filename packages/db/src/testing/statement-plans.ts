// How PostgreSQL carries out the statements of a function: the statements themselves are watched,
// not copies of them.

import type pg from 'pg';
import type { Database } from '../connection/client.ts';

interface SentStatement {
  text: string;
  values: unknown[];
}

/** A step of a plan that was carried out, as `explain (analyze, format json)` gives it. */
export interface PlanStep {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  /** Of one loop. */
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  /** Those that an index could not tell from hits. */
  'Rows Removed by Index Recheck'?: number;
  /** Pages of tables and indexes, also of the steps below. */
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanStep[];
}

/** Runs `read`, which must only read, and gives the plans of its statements: every step of each. */
export async function plansOf(
  db: Database,
  read: (db: Database) => Promise<unknown>,
): Promise<PlanStep[][]> {
  const sent: SentStatement[] = [];
  await read({ ...db, pool: watched(db.pool, sent) });
  const plans: PlanStep[][] = [];
  for (const { text, values } of sent) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': { Plan: PlanStep }[] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    );
    plans.push(rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => stepsOf(Plan))));
  }
  return plans;
}

/** The table of a step, of which the plan names a month. */
export function tableOf(step: PlanStep): string {
  return step['Relation Name']?.replace(/_(first|\d{4}_\d{2})$/, '') ?? '';
}

/** How many rows of its table a step has looked at. */
export function rowsLookedAt(step: PlanStep): number {
  const removed =
    (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
  return (step['Actual Rows'] + removed) * step['Actual Loops'];
}

/** How many pages of tables and indexes a statement has read, of its plan's steps. */
export function pagesRead([whole]: readonly PlanStep[]): number {
  return whole === undefined ? 0 : whole['Shared Hit Blocks'] + whole['Shared Read Blocks'];
}

function stepsOf(step: PlanStep): PlanStep[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}

function watched(pool: pg.Pool, sent: SentStatement[]): pg.Pool {
  const query = (query: string | pg.QueryConfig, values?: unknown[]) => {
    const { text, values: own = [] } = typeof query === 'string' ? { text: query } : query;
    sent.push({ text, values: values ?? own });
    return pool.query(query, values);
  };
  return new Proxy(pool, {
    get: (target, key): unknown => (key === 'query' ? query : Reflect.get(target, key, target)),
  });
}
