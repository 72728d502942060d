// Waiting work: one row a document and kind, which is claimed with a lease and a fencing token and
// deleted with the result. Only the holder of the newest token writes a result; to every other one
// the claim is lost.

import { FORMS } from '@fiscal/domain';
import type { Environment, Paper } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';

/**
 * Prints by their paper: those that a caller waits for, and those that are made at once. A strip
 * has kinds of its own: a worker of a release that knows no strip would print an A4.
 */
export const PRINT_KINDS = {
  a4: { requested: 'print', atOnce: 'print_at_once' },
  '80mm': { requested: 'print_strip', atOnce: 'print_strip_at_once' },
} as const satisfies Record<Paper, Record<'requested' | 'atOnce', PrintKind>>;
/** Each kind of PRINT_KINDS, and that of reports, whose rows an older worker leaves alone. */
export const ALL_PRINT_KINDS = [
  'print',
  'print_at_once',
  'print_strip',
  'print_strip_at_once',
  'print_report',
] as const;
/** One of ALL_PRINT_KINDS. */
export type PrintKind = (typeof ALL_PRINT_KINDS)[number];

/** Another worker has claimed the work since, or it is done: nothing was written. */
export class ClaimLostError extends Error {
  readonly code = 'CLAIM_LOST';
  override readonly name = 'ClaimLostError';
}

/** Work that one worker has under a lease. */
export interface Claim {
  subjectId: string;
  /** Fencing token: no other claim ever had it. */
  token: string;
}

/** The invoice of a claim, and the claim's token, which only the newest claim has. */
export interface HeldWork {
  invoiceId: string;
  token: string;
}

export function heldWorkOf({ subjectId, token }: Claim): HeldWork {
  return { invoiceId: subjectId, token };
}

/** No claim of the row is valid. */
export const IS_FREE = '(leased_until is null or leased_until < now())';

/**
 * This release does not know the form of the invoice that the row is about. In words that make no
 * join, so that it is looked up for the row that is claimed and no other.
 */
export const IS_OF_NEWER_FORM = `
  ((select form from invoice where id = subject_id) > ${FORMS.invoice}) is true`;

/** What a claim for :leaseMs changes of the work `w`. */
export const CLAIMING = `
  token = gen_random_uuid(), attempts = w.attempts + 1,
  leased_until = now() + :leaseMs * interval '1 millisecond'`;

/** The work that an invoice waits for; it has one row at most of these kinds. */
export const OF_INVOICE = `kind in ('fiscalize', 'deliver')`;

/** A print that is missing. */
export const OF_PRINT = `kind in ('${ALL_PRINT_KINDS.join("', '")}')`;

const renew = statement.all<{ subjectIds: string[]; tokens: string[]; leaseMs: number }, Claim>(
  'renew_leases',
  `update work w set leased_until = now() + :leaseMs * interval '1 millisecond'
   from unnest(:subjectIds::uuid[], :tokens::uuid[]) as held (subject_id, token)
   where w.subject_id = held.subject_id and w.token = held.token
   returning w.subject_id as "subjectId", w.token`,
);

/** Renews the leases of claimed work. @returns the claims that are still the newest. */
export function renewLeases(
  db: Database,
  claims: readonly Claim[],
  leaseMs: number,
): Promise<Claim[]> {
  return renew(db, { ...columnsOf(claims), leaseMs });
}

/** For `unnest`. */
export function columnsOf(claims: readonly Claim[]): { subjectIds: string[]; tokens: string[] } {
  return {
    subjectIds: claims.map(({ subjectId }) => subjectId),
    tokens: claims.map(({ token }) => token),
  };
}

/** Kinds of work with a horizon of their own, beside sales. */
export type WaitingKind = 'deliver' | PrintKind;

/** Of which work there are horizons: sales of an environment, and other kinds. */
export type HorizonOf = Environment | WaitingKind;
export type Horizons = Record<HorizonOf, Date>;

/** What a lane looks for: work from its horizon on, or what has no horizon. */
export type LookedFor = HorizonOf | 'cash' | 'key_operation';

/** Horizons, and what may add work behind them. */
export interface ReadHorizons {
  horizons: Horizons;
  /** Of what there is some that is not done, be it claimed or due later. */
  waiting: ReadonlySet<LookedFor>;
  /** See database-incarnation.ts. */
  place: string;
  /** Ids of the transactions of the cluster that have written and not ended, in decimal. */
  inProgress: string[];
}

const OF_WORK: Record<HorizonOf, string> = {
  live: `kind = 'fiscalize' and environment = 'live'`,
  test: `kind = 'fiscalize' and environment = 'test'`,
  deliver: `kind = 'deliver'`,
  print: `kind = 'print'`,
  print_at_once: `kind = 'print_at_once'`,
  print_strip: `kind = 'print_strip'`,
  print_strip_at_once: `kind = 'print_strip_at_once'`,
  print_report: `kind = 'print_report'`,
};
const FIRST = Object.entries(OF_WORK).map(
  ([name, ofWork]) => `
    (select scheduled_at from work where ${ofWork} and scheduled_at >= :${name}
     order by scheduled_at limit 1) as ${name}`,
);
const OTHERS = `
  exists (select from withdrawal where status in ('pending', 'offline'))
    or exists (select from cash_deposit where status = 'offline') as cash,
  exists (select from work where kind = 'key_operation') as key_operation`;
// A snapshot would not do: of the transactions that began after the last one that ended it names
// none. Where commits wait for a standby, those are all that count.
const read = statement.one<
  Record<HorizonOf, Date | 'infinity'>,
  Record<HorizonOf, Date | null> &
    Record<'cash' | 'key_operation', boolean> &
    Pick<ReadHorizons, 'place' | 'inProgress'> & { latest: Date }
>(
  'read_horizons',
  `select ${FIRST.join(', ')}, ${OTHERS}, current_place() as place,
     now() - interval '1 minute' as latest,
     array(select transactionid::text from pg_locks
           where locktype = 'transactionid' and mode = 'ExclusiveLock') as "inProgress"`,
);
const NONE_READ = fromEachKind(() => 'infinity' as const);

function fromEachKind<T>(of: (kind: HorizonOf) => T): Record<HorizonOf, T> {
  const kinds = Object.keys(OF_WORK) as HorizonOf[];
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<HorizonOf, T>;
}

/** Before every row of the table. */
export const NO_HORIZON = new Date(0);

/**
 * Times before which no work of a kind is scheduled. A claim that begins there steps over nothing
 * that is done: rows of done work stay in the table as long as a snapshot (a backup) is open. A
 * horizon is never within the last minute, where rows may be on their way: a row has the time of
 * its statement, or half a minute less, and is seen from its commit on.
 * @param from earlier horizons, or NO_HORIZON, which reads the whole index of the kind; no index is
 * read of a kind that it does not name.
 */
export async function readHorizons(
  db: Database,
  from: Readonly<Partial<Horizons>>,
): Promise<ReadHorizons> {
  const { place, inProgress, latest, ...found } = await read(db, { ...NONE_READ, ...from });
  const horizons = fromEachKind((kind) => earlierOf(found[kind] ?? latest, latest));
  const waiting = (Object.keys(found) as LookedFor[]).filter((what) => Boolean(found[what]));
  return { horizons, waiting: new Set(waiting), place, inProgress };
}

const earlierOf = (one: Date, other: Date): Date => (one < other ? one : other);

/** Whose deliveries may be claimed. */
export interface DeliveryScope {
  environments: readonly Environment[];
  /** Companies whose messages are kept back, because they alone get no reply. */
  skipped: readonly { environment: Environment; companyId: string }[];
}

export interface ScopeValues {
  environments: readonly Environment[];
  skippedEnvironments: Environment[];
  skippedCompanies: string[];
}

/** Whether a row of these two columns is in the scope. */
export const inScope = (environment: string, companyId: string): string => `
  ${environment} = any(:environments::environment[]) and (${environment}, ${companyId}) not in (
    select * from unnest(:skippedEnvironments::environment[], :skippedCompanies::uuid[]))`;

export function scopeValues({ environments, skipped }: DeliveryScope): ScopeValues {
  const skippedEnvironments = skipped.map(({ environment }) => environment);
  const skippedCompanies = skipped.map(({ companyId }) => companyId);
  return { environments, skippedEnvironments, skippedCompanies };
}
