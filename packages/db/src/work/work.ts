// Waiting work: one row a document and kind, which is claimed with a lease and a fencing token and
// deleted with the result. Only the holder of the newest token writes a result; to every other one
// the claim is lost.

import type { Environment } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { run } from '../connection/statement.ts';
import type { Statement } from '../connection/statement.ts';

/**
 * Prints in the order in which they go: one that a caller waits for, and one that is made at once.
 */
export const PRINT_KINDS = ['print', 'print_at_once'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

/** The claim is lost: the lease ran out, and another worker has taken the document. */
export class ClaimLostError extends Error {
  readonly code = 'CLAIM_LOST';
  override readonly name = 'ClaimLostError';
}

/** A claimed document. */
export interface Claim {
  subjectId: string;
  /** Fencing token: no other claim ever had it. */
  token: string;
}

/** No claim of the row is valid. */
export const IS_FREE = '(leased_until is null or leased_until < now())';

/** What a claim for :leaseMs changes of the work `w`. */
export const CLAIMING = `
  token = gen_random_uuid(), attempts = w.attempts + 1,
  leased_until = now() + :leaseMs * interval '1 millisecond'`;

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

/** Renews the leases of claimed work. @returns the claims that are still the newest. */
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
 * A moment before which no sale of the environment is scheduled. A claim that begins there steps
 * over nothing that is done: rows of done work stay in the table as long as a snapshot (a backup)
 * is open. It is never within the last minute, where rows may be on their way.
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

/** Whose deliveries may be claimed now. */
export interface DeliveryScope {
  environments: readonly Environment[];
  /** Companies whose messages are kept back, because they alone get no reply. */
  skipped: readonly { environment: Environment; companyId: string }[];
}

/** A DeliveryScope as `inScope` names it. */
export interface ScopeValues {
  environments: readonly Environment[];
  skippedEnvironments: Environment[];
  skippedCompanies: string[];
}

/** Whether a row of these two columns is in the scope. */
export const inScope = (environment: string, companyId: string): string => `
  ${environment} = any(:environments::environment[]) and (${environment}, ${companyId}) not in (
    select * from unnest(:skippedEnvironments::environment[], :skippedCompanies::uuid[]))`;

/** The values that `inScope` names. */
export function scopeValues({ environments, skipped }: DeliveryScope): ScopeValues {
  const skippedEnvironments = skipped.map(({ environment }) => environment);
  const skippedCompanies = skipped.map(({ companyId }) => companyId);
  return { environments, skippedEnvironments, skippedCompanies };
}
