// Which incarnation the database is. A database that was restored, rolled back or promoted may lack
// numbers that the authority has: it recognizes itself by its incarnation, and gives no number of a
// row whose last one is not certain there (numbering.ts, number-confirmation.ts).
// docs/adr/0019-incarnations-of-the-database.md.

import { insertAudit } from '../audit/audit-row.ts';
import { statement } from '../connection/statement.ts';

/**
 * The last number that is known to be given: the incarnation of the database, the entry of the
 * ledger with its time. A database that has no such entry lacks numbers: a copy of its files was
 * put back, or it is the old primary after a failover. Workers keep it outside the database. Zeros
 * where nothing is known.
 */
export interface LastSeen {
  lastPlace: string;
  /** `number_ledger.id` */
  lastEntry: number;
  /** Milliseconds since 1970, by PostgreSQL's clock. */
  lastAt: number;
}

/** Before the first number: every other one is later. */
export const NOTHING_SEEN: Readonly<LastSeen> = { lastPlace: '', lastEntry: 0, lastAt: 0 };

/** What is known after both; they come in any order. */
export function laterSeen(one: Readonly<LastSeen>, other: Readonly<LastSeen>): LastSeen {
  return { ...(other.lastAt > one.lastAt ? other : one) };
}

/**
 * What stays of an incarnation when its database is promoted, recovered, or its files are put back.
 * A dump that is read makes another database, which is not to be held against the numbers of this
 * one.
 */
export function databaseOf(place: string): string {
  const [system, , database, table] = place.split('.');
  return [system, database, table].join('.');
}

/**
 * Against :lastPlace, :lastEntry and :lastAt. What was given before another incarnation was
 * confirmed, or seen, is known to those who confirm it.
 */
export const READ_HERE = `
  select place, :lastEntry::bigint > 0 and not exists (
    select from number_ledger
    where id = :lastEntry::bigint and extract(epoch from at) * 1000 = :lastAt::float8
  ) and (place = :lastPlace or exists (
    select from database_place known where known.place = now.place
      and extract(epoch from coalesce(confirmed_at, seen_at)) * 1000 < :lastAt::float8)
  ) as is_rolled_back
  from (select current_place() as place) now`;

/**
 * Notes that a copy of the database's files was put back: it is another incarnation from now on.
 * @param place the incarnation in which that was seen; nothing is noted in a later one.
 */
export const noteRollback = statement.maybe<
  { actor: string; place: string | null },
  { place: string }
>(
  'note_rollback',
  `with noted as (insert into database_rollback (noticed_by)
     select :actor::text where :place::text is null or current_place() = :place returning noticed_by)
   , audited as (${insertAudit(
     {
       actor: 'noticed_by',
       companyId: 'null::uuid',
       entityId: 'null::uuid',
       action: 'database.rolled-back',
     },
     'noted',
   )})
   select current_place() as place from noted`,
);

/**
 * Notes the incarnation. @returns it where it is seen for the first time, so that cash
 * registers have to be confirmed; null where it was known.
 */
export const recordIncarnation = statement.maybe<{ actor: string }, { place: string }>(
  'recognize_place',
  `with noted as (
     insert into database_place (place, seen_at) select current_place(), now()
     on conflict do nothing returning place
   ), audited as (${insertAudit(
     {
       actor: ':actor::text',
       companyId: 'null::uuid',
       entityId: 'null::uuid',
       action: 'database.moved',
       after: `jsonb_build_object('place', place)`,
     },
     'noted',
   )})
   select place from noted`,
);

/** The incarnation (`current_place()`), and whether it lacks a number that is known to be given. */
export const readIncarnation = statement.one<LastSeen, { place: string; isRolledBack: boolean }>(
  'read_place',
  `select place, is_rolled_back as "isRolledBack" from (${READ_HERE}) here`,
);
