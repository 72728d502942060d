// Where the database is. A database that was restored, rolled back or promoted may lack numbers that
// the authority has: it recognizes itself by its place, and gives no number of a row whose last one is
// not certain there (numbering.ts, number-confirmation.ts). docs/adr/0019-places-of-the-database.md.

import { insertAudit } from '../audit/audit-row.ts';
import { firstRow } from '../connection/statement.ts';

/**
 * What a process remembers of the database: the place in which it was given the last number, with the
 * position in the write-ahead log and PostgreSQL's time. A smaller position in the same place: a copy
 * of the files was put back. Another place that was certain before that time: it lacks the number, for
 * example the old primary after a failover. Zeros where it remembers nothing.
 */
export interface LastSeen {
  lastPlace: string;
  /** Bytes. */
  lastPosition: number;
  /** Milliseconds since 1970, by PostgreSQL's clock. */
  lastAt: number;
}

export const NOTHING_SEEN: Readonly<LastSeen> = { lastPlace: '', lastPosition: 0, lastAt: 0 };

/** What is known after both; they come in any order. */
export function laterSeen(one: Readonly<LastSeen>, other: Readonly<LastSeen>): LastSeen {
  const isOther =
    one.lastPlace === other.lastPlace
      ? other.lastPosition > one.lastPosition
      : other.lastAt > one.lastAt;
  return { ...(isOther ? other : one) };
}

const POSITION = `(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8`;

/** Against :lastPlace, :lastPosition and :lastAt. */
export const READ_HERE = `
  select place, position, at, case
    when place = :lastPlace then position < :lastPosition::float8
    else exists (
      select from database_place known where known.place = now.place
        and extract(epoch from coalesce(confirmed_at, seen_at)) * 1000 < :lastAt::float8)
    end as is_rolled_back
  from (select current_place() as place, ${POSITION} as position,
               floor(extract(epoch from now()) * 1000)::float8 as at) now`;

/** Whether the place is one where no row needs to be confirmed any more. */
export const IS_CONFIRMED_PLACE = 'confirmed_place() is not null';

/** Notes that a copy of the database's files was put back: its place is another one from now on. */
export const noteRollback = firstRow<[actor: string], { place: string }>(
  'note_rollback',
  `with noted as (insert into database_rollback (noticed_by) values ($1) returning noticed_by)
   , audited as (${insertAudit(
     {
       ...{ actor: 'noticed_by', companyId: 'null::uuid', entityId: 'null::uuid' },
       action: `'database.rolled-back'`,
     },
     'noted',
   )})
   select current_place() as place from noted`,
);

/**
 * Notes where the database is. @returns the place where it is seen for the first time, so that cash
 * registers have to be confirmed; null where it was known.
 */
export const recognizePlace = firstRow<[actor: string], { place: string }>(
  'recognize_place',
  `with noted as (
     insert into database_place (place) select current_place() on conflict do nothing returning place
   ), audited as (${insertAudit(
     {
       ...{ actor: '$1::text', companyId: 'null::uuid', entityId: 'null::uuid' },
       ...{ action: `'database.moved'`, after: `jsonb_build_object('place', place)` },
     },
     'noted',
   )})
   select place from noted`,
);
