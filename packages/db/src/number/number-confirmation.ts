// The last numbers of cash registers in a database that came to another place: which are not certain,
// who says what they are, and how a row takes it over. Confirmations are facts that are added; the
// worker that gives the next number applies them.

import type { Environment } from '@fiscal/domain';
import { MAX_ORDINAL } from '@fiscal/domain';
import { insertAudit } from '../audit/audit-row.ts';
import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { allRows, run, statement } from '../connection/statement.ts';
import { IS_CONFIRMED_PLACE } from './database-place.ts';
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

/** `company_id` and `environment` are among what it gives. */
export const HELD = `
  select r.id as cash_register_id, r.name, c.id as company_id, c.name as company_name,
         r.environment, r.tcr_code, now.year, now.place,
         coalesce(s.last_ordinal, 0) as last_ordinal
  from (select current_place() as place,
               extract(year from now() at time zone 'Europe/Podgorica')::int as year) now
  join cash_register r on r.tcr_code is not null
  join company c on c.id = r.company_id
  left join number_sequence s
    on s.environment = r.environment and s.tcr_code = r.tcr_code and s.year = now.year
  where case when s.year is null then not ${IS_CONFIRMED_PLACE} else s.confirmed_in is distinct from now.place end
    and not exists (
      select from number_confirmation f
      where f.environment = r.environment and f.tcr_code = r.tcr_code and f.year = now.year
        and f.place = now.place)`;

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

export type ConfirmationResult =
  | { kind: 'confirmed' }
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
      after: `jsonb_build_object('lastOrdinal', confirmed_ordinal, 'evidence', :evidence::text)`,
    },
    `${rows} join confirmed using (environment, tcr_code)`,
  )})`;

const CONFIRM = statement<Confirmation>(
  'confirm_number',
  `with held as (select *, :lastOrdinal::bigint as confirmed_ordinal from (${HELD}) held
      where cash_register_id = :cashRegisterId),
    fitting as (select * from held
      where confirmed_ordinal between last_ordinal and last_ordinal + ${MOST_LOST}),
    ${confirming('fitting', false)}
   select last_ordinal::float8 as "lastOrdinal" from held`,
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
  return inTransaction(db, async (client) => {
    const [held] = await run<{ lastOrdinal: number }>(client, CONFIRM(said));
    if (held === undefined) return { kind: 'not-held' };
    const largest = Math.min(held.lastOrdinal + MOST_LOST, MAX_ORDINAL);
    if (said.lastOrdinal < held.lastOrdinal) return { kind: 'too-low', ...held };
    if (said.lastOrdinal > largest) return { kind: 'too-high', largest };
    await run(client, CONFIRM_PLACE({}));
    return { kind: 'confirmed' };
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

/** A row takes over what was confirmed of it; what is lost has its entry in the ledger. */
const ADOPT = statement<NumberRowKey & { cashRegisterId: string }>(
  'adopt_confirmation',
  `
    with found as (
      select * from number_confirmation
      where environment = :environment and tcr_code = :tcrCode and year = :year
        and place = current_place()
    ), before as (
      select s.* from number_sequence s, found
      where s.environment = :environment and s.tcr_code = :tcrCode and s.year = :year
        and s.confirmed_in is distinct from found.place
      for update of s
    ), adopted as (
      update number_sequence s
      set last_ordinal = greatest(s.last_ordinal, found.last_ordinal),
          floor_ordinal = greatest(s.floor_ordinal, found.last_ordinal),
          free_ordinals = case when found.nothing_lost then s.free_ordinals else '{}' end,
          confirmed_in = found.place
      from found, before
      where s.environment = :environment and s.tcr_code = :tcrCode and s.year = :year
        and s.confirmed_in is not distinct from before.confirmed_in
      returning s.last_ordinal
    ), lost as (
      insert into number_ledger
        (environment, cash_register_id, tcr_code, year, ordinal, event, reason)
      select :environment, :cashRegisterId, :tcrCode, :year, ordinal, 'lost', found.evidence
      from found, before, adopted, lateral (
        select generate_series(before.last_ordinal + 1, adopted.last_ordinal) as ordinal
        union all select unnest(before.free_ordinals) where not found.nothing_lost) gone
    )
    select 1 from adopted`,
);

/** A statement of its own: another call may have adopted it while the first one waited for it. */
const IS_CONFIRMED = statement<NumberRowKey>(
  'is_number_confirmed',
  `select 1 from number_sequence
   where environment = :environment and tcr_code = :tcrCode and year = :year
     and confirmed_in = current_place()`,
);

/** @returns whether the row's last number is certain now. */
export async function adoptConfirmation(
  db: Database,
  row: NumberRowKey,
  cashRegisterId: string,
): Promise<boolean> {
  await run(db.pool, ADOPT({ ...row, cashRegisterId }));
  return (await run(db.pool, IS_CONFIRMED(row))).length > 0;
}

/** Whether a number was given before, to an invoice that this database does not have. */
export const isLost = (ordinal: string, environment: string) => `exists (
  select from number_ledger lost
  where lost.environment = ${environment} and lost.tcr_code = :tcrCode and lost.year = :year
    and lost.ordinal = ${ordinal} and lost.event = 'lost')`;
