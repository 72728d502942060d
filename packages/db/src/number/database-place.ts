// Where the database is. A database that was restored, rolled back or promoted may lack numbers that
// the authority has: it recognizes itself by its place, and gives no number of a row whose last one is
// not certain there (numbering.ts, number-confirmation.ts). docs/adr/0019-places.md.

import { insertAudit } from '../audit/audit-row.ts';
import { firstRow } from '../connection/statement.ts';

/**
 * What a process remembers of the database: the place, and the position in the write-ahead log when
 * it was last given a number. A smaller position in the same place: a copy of the files was put back.
 * Zero where it remembers nothing.
 */
export interface LastSeen {
  lastPlace: string;
  /** Bytes. */
  lastPosition: number;
}

export const NOTHING_SEEN: Readonly<LastSeen> = { lastPlace: '', lastPosition: 0 };

const POSITION = `(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8`;

/** Against :lastPlace and :lastPosition. */
export const READ_HERE = `
  select place, position, place = :lastPlace and position < :lastPosition::float8 as is_rolled_back
  from (select current_place() as place, ${POSITION} as position) now`;

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
