// Waiting work: one row a document and kind, which is taken in hand with a lease and a fencing token and
// goes away with the result. Whoever holds the newest token may write a result; everybody else is told
// that the claim is lost.

import type { Environment } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { Database, Statement } from '../connection/client.ts';

/** Prints in the order in which they go: one that a caller waits for, and one that is made at once. */
export const PRINT_KINDS = ['print', 'print_at_once'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

/** The claim is lost: the lease ran out, and another worker has taken the document. */
export class ClaimLostError extends Error {
  readonly code = 'CLAIM_LOST';
  override readonly name = 'ClaimLostError';
}

/** A document in hand. */
export interface Claim {
  subjectId: string;
  /** Fencing token: no other claim ever had it. */
  token: string;
}

/** Nobody has the row in hand. */
export const IS_FREE = '(leased_until is null or leased_until < now())';

/** What taking a row in hand changes. @param lease the parameter with the lease in milliseconds. */
export const taking = (lease = '$1'): string => `
  token = gen_random_uuid(), attempts = w.attempts + 1,
  leased_until = now() + ${lease} * interval '1 millisecond'`;

/** The work that an invoice waits for; it has one row at most of these kinds. */
export const OF_INVOICE = `kind in ('fiscalize', 'deliver')`;

/** The print of an invoice that is missing. */
export const OF_PRINT = `kind in ('print', 'print_at_once')`;

const RENEW = {
  name: 'renew_leases',
  text: `
    update work w set leased_until = now() + $3 * interval '1 millisecond'
    from unnest($1::uuid[], $2::uuid[]) as held (subject_id, token)
    where w.subject_id = held.subject_id and w.token = held.token
    returning w.subject_id as "subjectId", w.token`,
};

/** Renews the leases of the work in hand. @returns the claims that are still the newest. */
export function renewLeases(
  db: Database,
  claims: readonly Claim[],
  leaseMs: number,
): Promise<Claim[]> {
  return run<Claim>(db.pool, RENEW, [...columnsOf(claims), leaseMs]);
}

/** The subjects and the tokens of claims. */
export function columnsOf(claims: readonly Claim[]): [string[], string[]] {
  return [claims.map(({ subjectId }) => subjectId), claims.map(({ token }) => token)];
}

function horizonStatement(name: string, ofWork: string): Statement {
  return {
    name,
    text: `
    select least(now() - interval '1 minute', (
      select scheduled_at from work where ${ofWork} and scheduled_at >= $1
      order by scheduled_at limit 1
    )) as horizon`,
  };
}

const SALES_HORIZON = horizonStatement(
  'read_sales_horizon',
  `kind = 'fiscalize' and environment = $2`,
);

/** Kinds whose work of both environments waits in one row. */
export type WaitingKind = 'deliver' | PrintKind;

const HORIZONS: Readonly<Record<WaitingKind, Statement>> = {
  deliver: horizonStatement('read_deliver_horizon', `kind = 'deliver'`),
  print: horizonStatement('read_print_horizon', `kind = 'print'`),
  print_at_once: horizonStatement('read_print_at_once_horizon', `kind = 'print_at_once'`),
};

/** Before every row of the table. */
export const NO_HORIZON = new Date(0);

/**
 * A moment before which no sale of the environment is scheduled. A claim that begins there steps over nothing
 * that is done: rows of done work stay in the table as long as a snapshot (a backup) is open.
 * It is never within the last minute, where rows may be on their way.
 * @param from an earlier horizon, or NO_HORIZON, which reads the whole index.
 */
export function readSalesHorizon(
  db: Database,
  environment: Environment,
  from: Date,
): Promise<Date> {
  return readHorizon(db, SALES_HORIZON, [from, environment]);
}

/** As readSalesHorizon, of another kind of work. */
export function readWorkHorizon(db: Database, kind: WaitingKind, from: Date): Promise<Date> {
  return readHorizon(db, HORIZONS[kind], [from]);
}

async function readHorizon(db: Database, statement: Statement, values: unknown[]): Promise<Date> {
  const [row] = await run<{ horizon: Date }>(db.pool, statement, values);
  if (!row) throw new Error('the statement returned no row');
  return row.horizon;
}
