// The last numbers of cash registers in another incarnation of the database: which are not
// certain, and who says what they are. Confirmations are facts that are added; the worker that
// gives the next number applies them (open-row.ts).

import type { Environment } from '@fiscal/domain';
import { MAX_ORDINAL } from '@fiscal/domain';
import { insertAudit } from '../audit/audit-row.ts';
import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import type { NumberRowKey } from './freed-ordinal.ts';

/** More numbers than that are not lost between two copies: it is a typing mistake. */
export const MOST_LOST = 100_000;

/** A cash register that sells nothing until its last number of this year is confirmed. */
export interface SuspendedRegister {
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
 * Up to which year rows are suspended, whether they are here or not: that in which the loss was
 * seen, because no number of a later one was given before that; none where nothing was lost. It
 * depends on what was seen and said alone: whatever becomes of a cash register, the next year
 * begins by itself.
 */
export const SUSPENDED_UNTIL = `coalesce((
  select case
    when known.confirmed_at is not null and not exists (
      select from number_confirmation said where said.place = known.place and not said.nothing_lost) then 0
    else extract(year from known.seen_at at time zone 'Europe/Podgorica')::int end
  from database_place known where known.place = current_place()),
  extract(year from now() at time zone 'Europe/Podgorica')::int)`;

/** As SUSPENDED_UNTIL: no number of a later year is suspended. 0 where nothing was lost. */
export const readSuspendedUntil = statement.one<object, { year: number }>(
  'read_suspended_until',
  `select ${SUSPENDED_UNTIL} as year`,
);

const NOW = `now as materialized (select current_place() as place,
  extract(year from now() at time zone 'Europe/Podgorica')::int as this_year)`;
const OF_CODE = (row: string) =>
  `${row}.environment = code.environment and ${row}.tcr_code = code.tcr_code and ${row}.year = code.year`;

/**
 * What numbering suspends (open-row.ts): a row that may lack numbers, and whose last one is not
 * confirmed.
 * @param codes with `environment`, `tcr_code` and `year`, and what else is wanted of them.
 */
const suspendedOf = (codes: string) => `
  with ${NOW}, bound as materialized (select ${SUSPENDED_UNTIL} as suspended_until)
  select code.*, now.place, coalesce(s.last_ordinal, 0) as last_ordinal,
         s.free_ordinals, s.cash_register_ids
  from now cross join bound cross join lateral (${codes}) code
  left join number_sequence s on ${OF_CODE('s')}
  where code.year <= bound.suspended_until and s.confirmed_in is distinct from now.place
    and not exists (
      select from number_confirmation f where ${OF_CODE('f')} and f.place = now.place)`;

/** What was said of rows; it may be raised while no invoice has a number behind it. */
const confirmedOf = (codes: string) => `
  with ${NOW}
  select code.*, now.place, f.last_ordinal, coalesce(s.last_ordinal, 0) as row_ordinal,
         coalesce((select max(i.ordinal) from invoice i where ${OF_CODE('i')}), 0) as highest
  from now cross join lateral (${codes}) code
  join number_confirmation f on ${OF_CODE('f')} and f.place = now.place
  left join number_sequence s on ${OF_CODE('s')}`;

/** The cash registers with a TCR code, of this year. */
const REGISTERS = `
  select r.id as cash_register_id, r.name, c.id as company_id, c.name as company_name,
         r.environment, r.tcr_code, now.this_year as year
  from cash_register r join company c on c.id = r.company_id where r.tcr_code is not null`;

/** A TCR code and year, whether a cash register has it or none that is known here. */
const ROW = `
  select r.id as cash_register_id, r.company_id, row.environment, row.tcr_code, row.year
  from (select :environment::environment as environment, :tcrCode::text as tcr_code,
               :year::int as year) row
  left join cash_register r on r.environment = row.environment and r.tcr_code = row.tcr_code`;

/**
 * The cash registers that are suspended; `company_id` and `environment` are among what it gives.
 */
export const SUSPENDED = suspendedOf(REGISTERS);

const listed = (registers: string) => `
  select cash_register_id as "cashRegisterId", name, company_id as "companyId",
         company_name as "companyName", environment, tcr_code as "tcrCode", year,
         last_ordinal::float8 as "lastOrdinal"
  from (${registers}) listed where :companyId::uuid is null or company_id = :companyId::uuid
  order by company_name, environment, name`;

/** Of one company; of all of them for null. By company and name. */
export const listSuspendedRegisters = statement.all<
  { companyId: string | null },
  SuspendedRegister
>('list_suspended_registers', listed(SUSPENDED));

/** Those whose confirmed last number can be raised still, with that number as `lastOrdinal`. */
export const listConfirmedRegisters = statement.all<
  { companyId: string | null },
  SuspendedRegister
>(
  'list_confirmed_registers',
  listed(`select * from (${confirmedOf(REGISTERS)}) confirmed where highest <= last_ordinal`),
);

/** How many there are, of each environment that has any. */
export const countSuspendedRegisters = statement.all<
  object,
  { environment: Environment; count: number }
>(
  'count_suspended_registers',
  `select environment, count(*)::float8 as count from (${SUSPENDED}) suspended group by environment`,
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
interface RowConfirmation extends Omit<Confirmation, 'cashRegisterId'>, NumberRowKey {
  /** Numbers that are known to have been given; what is not in this database is lost. */
  ordinals: readonly number[];
}

/** What became of a confirmation. */
export type ConfirmationResult =
  | {
      kind: 'confirmed';
      /** Whether a cash register of this database has the TCR code. */
      isKnown: boolean;
      /** How many numbers were given before to invoices that this database does not have. */
      lost: number;
      /** What was said before, and is raised; null where nothing was. */
      raisedFrom: number | null;
    }
  /** Nothing of it has to be confirmed, and nothing is raised. */
  | { kind: 'not-suspended' }
  /** Another number was confirmed, and this database has given numbers behind it up to this one. */
  | { kind: 'numbered'; lastOrdinal: number; confirmed: number }
  /** This database knows a later number than that. */
  | { kind: 'too-low'; lastOrdinal: number }
  /** More than MOST_LOST beyond the last one that this database knows. */
  | { kind: 'too-high'; largest: number };

/** @param rows of SUSPENDED, with their ordinal and evidence. */
const confirming = (rows: string, nothingLost: boolean) => `
  confirmed as (
    insert into number_confirmation
      (environment, tcr_code, year, place, last_ordinal, nothing_lost, evidence)
    select environment, tcr_code, year, place, confirmed_ordinal, ${nothingLost}, :evidence
    from ${rows}
    on conflict do nothing returning environment, tcr_code
  ), audited as (${insertAudit(
    {
      actor: ':actor::text',
      companyId: 'company_id',
      entityId: 'cash_register_id',
      action: 'cash-register.number-confirmed',
      before: `jsonb_build_object('lastOrdinal', last_ordinal)`,
      after: `jsonb_build_object('tcrCode', tcr_code, 'lastOrdinal', confirmed_ordinal,
        'evidence', :evidence::text)`,
    },
    `${rows} join confirmed using (environment, tcr_code)`,
  )})`;

/** What cannot be true is not among `fitting`. */
const confirmingOne = (suspended: string) => `
  with suspended as (select *, :lastOrdinal::bigint as confirmed_ordinal from (${suspended}) suspended),
    fitting as (select * from suspended
      where confirmed_ordinal between last_ordinal and least(last_ordinal + ${MOST_LOST}, ${MAX_ORDINAL})),
    ${confirming('fitting', false)}`;

interface SuspendedRow {
  lastOrdinal: number;
  isKnown: boolean;
  /** Of the numbers up to the last one. */
  lostBefore: number;
  /** False where another one was confirmed at the same time. */
  isSaid: boolean;
}

const insertConfirmation = statement.maybe<Confirmation, SuspendedRow>(
  'confirm_number',
  `${confirmingOne(`select * from (${SUSPENDED}) suspended where cash_register_id = :cashRegisterId`)}
   select last_ordinal::float8 as "lastOrdinal", true as "isKnown", 0 as "lostBefore",
          exists (select from confirmed) as "isSaid" from suspended`,
);

// What lies beyond the last number is lost when a row takes the confirmation over, and with it what
// is free. Below may be numbers that a client had left out, and chose in the lost time.
const insertRowConfirmation = statement.maybe<RowConfirmation, SuspendedRow>(
  'confirm_number_row',
  `${confirmingOne(suspendedOf(ROW))}, lost as (
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
          (select count(*) from lost)::float8 as "lostBefore",
          exists (select from confirmed) as "isSaid" from suspended`,
);

interface ConfirmedRow {
  /** What was said. */
  lastOrdinal: number;
  /** The highest number of the row; 0 where nothing asked it for one. */
  rowOrdinal: number;
  /** The highest number that an invoice of this database has. */
  highest: number;
  isKnown: boolean;
  isRaised: boolean;
}

// The trigger raise_confirmed_number() decides, under the lock of the row of numbers.
const raising = (confirmed: string) => `
  with confirmed as (${confirmed}), raised as (
    update number_confirmation f
    set last_ordinal = :lastOrdinal, nothing_lost = false, evidence = :evidence
    from confirmed
    where f.environment = confirmed.environment and f.tcr_code = confirmed.tcr_code
      and f.year = confirmed.year and f.place = confirmed.place
      and f.last_ordinal < :lastOrdinal::bigint
      and :lastOrdinal::bigint <= least(row_ordinal + ${MOST_LOST}, ${MAX_ORDINAL})
    returning f.environment, f.tcr_code
  ), audited as (${insertAudit(
    {
      actor: ':actor::text',
      companyId: 'company_id',
      entityId: 'cash_register_id',
      action: 'cash-register.number-raised',
      before: `jsonb_build_object('lastOrdinal', last_ordinal)`,
      after: `jsonb_build_object('tcrCode', tcr_code, 'lastOrdinal', :lastOrdinal::bigint,
        'evidence', :evidence::text)`,
    },
    'confirmed join raised using (environment, tcr_code)',
  )})
  select last_ordinal::float8 as "lastOrdinal", row_ordinal::float8 as "rowOrdinal",
         highest::float8 as highest, cash_register_id is not null as "isKnown",
         exists (select from raised) as "isRaised" from confirmed`;

const raiseConfirmation = statement.maybe<Confirmation, ConfirmedRow>(
  'raise_number',
  raising(
    `select * from (${confirmedOf(REGISTERS)}) confirmed where cash_register_id = :cashRegisterId`,
  ),
);
const raiseRowConfirmation = statement.maybe<RowConfirmation, ConfirmedRow>(
  'raise_number_row',
  raising(confirmedOf(ROW)),
);

const confirmAll = statement.run<Pick<Confirmation, 'actor' | 'evidence'>>(
  'confirm_all_numbers',
  `with suspended as (select *, last_ordinal as confirmed_ordinal from (${SUSPENDED}) suspended),
    ${confirming('suspended', true)}
   select tcr_code from confirmed`,
);

/** That all have been confirmed, or that nothing was lost. */
const placeConfirmation = (name: string, when: string) =>
  statement.run<object>(
    name,
    `insert into database_place (place, seen_at, confirmed_at)
     select current_place(), now(), now() where ${when}
     on conflict (place) do update set confirmed_at = excluded.confirmed_at
     where database_place.confirmed_at is null`,
  );
const confirmPlace = placeConfirmation('confirm_place', `not exists (${SUSPENDED})`);
const confirmNothingLost = placeConfirmation('nothing_lost_in_place', 'true');

/**
 * Says what the last number of a cash register is. Numbers beyond the last one that this database
 * knows are lost: no invoice is given them, and what was free is free no more. What was said before
 * is raised, while no invoice has a number behind it; it is never lowered.
 */
export function confirmNumber(db: Database, said: Confirmation): Promise<ConfirmationResult> {
  return confirm(db, said, insertConfirmation, raiseConfirmation);
}

/**
 * The same of a TCR code. One that no cash register has begins behind that number once one has it.
 */
export function confirmRow(db: Database, said: RowConfirmation): Promise<ConfirmationResult> {
  return confirm(db, said, insertRowConfirmation, raiseRowConfirmation);
}

function confirm<Said extends { lastOrdinal: number }>(
  db: Database,
  said: Said,
  insert: (transaction: Connected, said: Said) => Promise<SuspendedRow | null>,
  raise: (transaction: Connected, said: Said) => Promise<ConfirmedRow | null>,
): Promise<ConfirmationResult> {
  const { lastOrdinal } = said;
  return inTransaction(db, async (transaction) => {
    const suspended = await insert(transaction, said);
    if (suspended === null) return raised(lastOrdinal, await raise(transaction, said));
    const largest = Math.min(suspended.lastOrdinal + MOST_LOST, MAX_ORDINAL);
    if (lastOrdinal < suspended.lastOrdinal)
      return { kind: 'too-low', lastOrdinal: suspended.lastOrdinal };
    if (lastOrdinal > largest) return { kind: 'too-high', largest };
    if (!suspended.isSaid) return raised(lastOrdinal, await raise(transaction, said));
    await confirmPlace(transaction);
    const lost = lastOrdinal - suspended.lastOrdinal + suspended.lostBefore;
    return { kind: 'confirmed', isKnown: suspended.isKnown, lost, raisedFrom: null };
  });
}

function raised(lastOrdinal: number, said: ConfirmedRow | null): ConfirmationResult {
  if (said === null) return { kind: 'not-suspended' };
  const { lastOrdinal: confirmed, rowOrdinal, highest, isKnown, isRaised } = said;
  if (isRaised) {
    return { kind: 'confirmed', isKnown, lost: lastOrdinal - highest, raisedFrom: confirmed };
  }
  const isNumbered = highest > confirmed;
  if (lastOrdinal <= (isNumbered ? rowOrdinal : confirmed)) return { kind: 'not-suspended' };
  const largest = Math.min(rowOrdinal + MOST_LOST, MAX_ORDINAL);
  if (!isNumbered && lastOrdinal > largest) return { kind: 'too-high', largest };
  return { kind: 'numbered', lastOrdinal: rowOrdinal, confirmed };
}

/**
 * Says that this database has everything: a synchronous standby was promoted, or it was moved while
 * nothing was sold. @returns how many cash registers were suspended.
 */
export function confirmAllNumbers(
  db: Database,
  said: Pick<Confirmation, 'actor' | 'evidence'>,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const count = await confirmAll(transaction, said);
    await confirmNothingLost(transaction);
    return count;
  });
}

/** Whether a number was given before, to an invoice that this database does not have. */
export const isLost = (ordinal: string, environment: string) => `exists (
  select from number_ledger lost
  where lost.environment = ${environment} and lost.tcr_code = :tcrCode and lost.year = :year
    and lost.ordinal = ${ordinal} and lost.event = 'lost')`;
