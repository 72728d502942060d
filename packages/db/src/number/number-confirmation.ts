// The last numbers of cash registers in a database that came to another place: which are not certain,
// and who says what they are. Confirmations are facts that are added; the worker that gives the next
// number applies them (open-row.ts).

import type { Environment } from '@fiscal/domain';
import { MAX_ORDINAL } from '@fiscal/domain';
import type pg from 'pg';
import { insertAudit } from '../audit/audit-row.ts';
import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { allRows, run, statement } from '../connection/statement.ts';
import type { NumberRowKey } from './freed-ordinal.ts';

/** More numbers than that are not lost between two copies: it is a typing mistake. */
export const MOST_LOST = 100_000;

/** A cash register that sells nothing until its last number of this year is confirmed. */
export interface HeldRegister {
  cashRegisterId: string;
  name: string;
  companyId: string;
  companyName: string;
  environment: Environment;
  tcrCode: string;
  /** Calendar year in Podgorica. */
  year: number;
  /** The last one that this database knows; 0 for none. */
  lastOrdinal: number;
}

/**
 * Up to which year a TCR code without a row is held, instead of beginning at 1: any, while the place is
 * not confirmed; where something may have been lost, up to the year in which it was confirmed, because a
 * cash register may have been added in the lost time; none, where nothing was lost.
 */
export const UNKNOWN_UNTIL = `coalesce((
  select case
    when exists (select from number_confirmation said where said.place = known.place and not said.nothing_lost)
    then extract(year from known.confirmed_at at time zone 'Europe/Podgorica')::int else 0 end
  from database_place known where known.place = current_place() and known.confirmed_at is not null), 9999)`;

/** @param codes with `environment`, `tcr_code` and `year`, and what else is wanted of them. */
const heldOf = (codes: string) => `
  with now as materialized (select current_place() as place, ${UNKNOWN_UNTIL} as unknown_until,
    extract(year from now() at time zone 'Europe/Podgorica')::int as this_year)
  select code.*, now.place, coalesce(s.last_ordinal, 0) as last_ordinal,
         s.free_ordinals, s.cash_register_ids
  from now cross join lateral (${codes}) code
  left join number_sequence s
    on s.environment = code.environment and s.tcr_code = code.tcr_code and s.year = code.year
  where case when s.year is null then code.year <= now.unknown_until
             else s.confirmed_in is distinct from now.place end
    and not exists (
      select from number_confirmation f
      where f.environment = code.environment and f.tcr_code = code.tcr_code and f.year = code.year
        and f.place = now.place)`;

/** The cash registers that are held; `company_id` and `environment` are among what it gives. */
export const HELD = heldOf(`
  select r.id as cash_register_id, r.name, c.id as company_id, c.name as company_name,
         r.environment, r.tcr_code, now.this_year as year
  from cash_register r join company c on c.id = r.company_id where r.tcr_code is not null`);

/** A TCR code and year, whether a cash register has it or none that is known here. */
const HELD_ROW = heldOf(`
  select r.id as cash_register_id, r.company_id, row.environment, row.tcr_code, row.year
  from (select :environment::environment as environment, :tcrCode::text as tcr_code,
               :year::int as year) row
  left join cash_register r on r.environment = row.environment and r.tcr_code = row.tcr_code`);

/** Of one company; of all of them for null. By company and name. */
export const listHeldRegisters = allRows<[companyId: string | null], HeldRegister>(
  'list_held_registers',
  `select cash_register_id as "cashRegisterId", name, company_id as "companyId",
          company_name as "companyName", environment, tcr_code as "tcrCode", year,
          last_ordinal::float8 as "lastOrdinal"
   from (${HELD}) held where $1::uuid is null or company_id = $1::uuid
   order by company_name, environment, name`,
);

/** How many there are, of each environment that has any. */
export const countHeldRegisters = allRows<[], { environment: Environment; count: number }>(
  'count_held_registers',
  `select environment, count(*)::float8 as count from (${HELD}) held group by environment`,
);

/** What is found out about the last number of a cash register. */
export interface Confirmation {
  /** `user:<id>`, `command-line` */
  actor: string;
  cashRegisterId: string;
  lastOrdinal: number;
  /** From where it is known, in words. */
  evidence: string;
}

/** What is found out about a TCR code and year, which this database need not know. */
export interface RowConfirmation extends Omit<Confirmation, 'cashRegisterId'>, NumberRowKey {
  /** Numbers that are known to have been given; what is not in this database is lost. */
  ordinals: readonly number[];
}

export type ConfirmationResult =
  | {
      kind: 'confirmed';
      /** Whether a cash register of this database has the TCR code. */
      isKnown: boolean;
      /** How many numbers were given before to invoices that this database does not have. */
      lost: number;
    }
  /** Nothing of it has to be confirmed. */
  | { kind: 'not-held' }
  /** This database knows a later number than that. */
  | { kind: 'too-low'; lastOrdinal: number }
  /** More than MOST_LOST beyond the last one that this database knows. */
  | { kind: 'too-high'; largest: number };

/** @param rows of HELD, with their ordinal and evidence. */
const confirming = (rows: string, nothingLost: boolean) => `
  confirmed as (
    insert into number_confirmation
      (environment, tcr_code, year, place, last_ordinal, nothing_lost, evidence)
    select environment, tcr_code, year, place, confirmed_ordinal, ${nothingLost}, :evidence
    from ${rows}
    on conflict do nothing returning environment, tcr_code
  ), audited as (${insertAudit(
    {
      ...{ actor: ':actor::text', companyId: 'company_id', entityId: 'cash_register_id' },
      action: `'cash-register.number-confirmed'`,
      before: `jsonb_build_object('lastOrdinal', last_ordinal)`,
      after: `jsonb_build_object('tcrCode', tcr_code, 'lastOrdinal', confirmed_ordinal,
        'evidence', :evidence::text)`,
    },
    `${rows} join confirmed using (environment, tcr_code)`,
  )})`;

/** What cannot be true is not among `fitting`. */
const confirmingOne = (held: string) => `
  with held as (select *, :lastOrdinal::bigint as confirmed_ordinal from (${held}) held),
    fitting as (select * from held
      where confirmed_ordinal between last_ordinal and least(last_ordinal + ${MOST_LOST}, ${MAX_ORDINAL})),
    ${confirming('fitting', false)}`;

interface HeldRow {
  lastOrdinal: number;
  isKnown: boolean;
  /** Of the numbers up to the last one. */
  lostBefore: number;
}

const CONFIRM = statement<Confirmation>(
  'confirm_number',
  `${confirmingOne(`select * from (${HELD}) held where cash_register_id = :cashRegisterId`)}
   select last_ordinal::float8 as "lastOrdinal", true as "isKnown", 0 as "lostBefore" from held`,
);

// What lies beyond the last number is lost when a row takes the confirmation over, and with it what is
// free. Below may be numbers that a client had left out, and chose in the lost time.
const CONFIRM_ROW = statement<RowConfirmation>(
  'confirm_number_row',
  `${confirmingOne(HELD_ROW)}, lost as (
     insert into number_ledger
       (environment, cash_register_id, tcr_code, year, ordinal, event, reason)
     select environment, coalesce(cash_register_id, cash_register_ids[1]), tcr_code, year, ordinal,
            'lost', :evidence
     from fitting join confirmed using (environment, tcr_code),
       lateral (select distinct unnest(:ordinals::bigint[]) as ordinal) given
     where ordinal <= last_ordinal and ordinal <> all(free_ordinals) and not exists (
       select from number_ledger l
       where l.environment = fitting.environment and l.tcr_code = fitting.tcr_code
         and l.year = fitting.year and l.ordinal = given.ordinal and l.event in ('given', 'lost'))
     returning 1
   )
   select last_ordinal::float8 as "lastOrdinal", cash_register_id is not null as "isKnown",
          (select count(*) from lost)::float8 as "lostBefore" from held`,
);

const CONFIRM_ALL = statement<Pick<Confirmation, 'actor' | 'evidence'>>(
  'confirm_all_numbers',
  `with held as (select *, last_ordinal as confirmed_ordinal from (${HELD}) held),
    ${confirming('held', true)}
   select tcr_code from confirmed`,
);

const CONFIRM_PLACE = statement(
  'confirm_place',
  `insert into database_place (place, confirmed_at)
   select current_place(), now() where not exists (${HELD})
   on conflict (place) do update set confirmed_at = excluded.confirmed_at
   where database_place.confirmed_at is null`,
);

/**
 * Says what the last number of a cash register is. Numbers beyond the last one that this database
 * knows are lost: no invoice is given them, and what was free is free no more.
 */
export function confirmNumber(db: Database, said: Confirmation): Promise<ConfirmationResult> {
  return confirm(db, CONFIRM(said), said.lastOrdinal);
}

/**
 * The same of a TCR code. One that no cash register has begins behind that number once one has it.
 */
export function confirmRow(db: Database, said: RowConfirmation): Promise<ConfirmationResult> {
  return confirm(db, CONFIRM_ROW(said), said.lastOrdinal);
}

function confirm(
  db: Database,
  query: pg.QueryConfig,
  lastOrdinal: number,
): Promise<ConfirmationResult> {
  return inTransaction(db, async (client) => {
    const [held] = await run<HeldRow>(client, query);
    if (held === undefined) return { kind: 'not-held' };
    const largest = Math.min(held.lastOrdinal + MOST_LOST, MAX_ORDINAL);
    if (lastOrdinal < held.lastOrdinal) return { kind: 'too-low', lastOrdinal: held.lastOrdinal };
    if (lastOrdinal > largest) return { kind: 'too-high', largest };
    await run(client, CONFIRM_PLACE({}));
    const lost = lastOrdinal - held.lastOrdinal + held.lostBefore;
    return { kind: 'confirmed', isKnown: held.isKnown, lost };
  });
}

/**
 * Says that this database has everything: a synchronous standby was promoted, or it was moved while
 * nothing was sold. @returns how many cash registers were held.
 */
export function confirmAllNumbers(
  db: Database,
  said: Pick<Confirmation, 'actor' | 'evidence'>,
): Promise<number> {
  return inTransaction(db, async (client) => {
    const { length } = await run(client, CONFIRM_ALL(said));
    await run(client, CONFIRM_PLACE({}));
    return length;
  });
}

/** Whether a number was given before, to an invoice that this database does not have. */
export const isLost = (ordinal: string, environment: string) => `exists (
  select from number_ledger lost
  where lost.environment = ${environment} and lost.tcr_code = :tcrCode and lost.year = :year
    and lost.ordinal = ${ordinal} and lost.event = 'lost')`;
