// A row of numbers, before one can be given of it: it begins, or takes over what was confirmed of
// it in another incarnation of the database (number-confirmation.ts).

import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { lockRow } from './freed-ordinal.ts';
import type { NumberRowKey } from './freed-ordinal.ts';
import { SUSPENDED_UNTIL } from './number-confirmation.ts';

/**
 * One whose last number has to be confirmed, or was before it was asked for, takes that over first.
 */
const open = statement.run<NumberRowKey>(
  'open_number_sequence',
  `insert into number_sequence (environment, tcr_code, year, confirmed_in)
   select :environment, :tcrCode, :year, case when :year::int > ${SUSPENDED_UNTIL} and not exists (
     select from number_confirmation
     where environment = :environment and tcr_code = :tcrCode and year = :year
       and place = current_place()) then current_place() end
   on conflict do nothing returning year`,
);

/**
 * A row takes over what was confirmed of it; what is lost has its entry in the ledger. One that is
 * not suspended, and of which nothing was said, is certain as it stands.
 */
const adopt = statement.run<NumberRowKey & { cashRegisterId: string }>(
  'adopt_confirmation',
  `with found as (
     select place, last_ordinal, nothing_lost, evidence from number_confirmation
     where environment = :environment and tcr_code = :tcrCode and year = :year
       and place = current_place()
     union all
     select current_place(), 0, true, null where :year::int > ${SUSPENDED_UNTIL} and not exists (
       select from number_confirmation
       where environment = :environment and tcr_code = :tcrCode and year = :year
         and place = current_place())
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

const countConfirmed = statement.run<NumberRowKey>(
  'is_number_confirmed',
  `select 1 from number_sequence
   where environment = :environment and tcr_code = :tcrCode and year = :year
     and confirmed_in = current_place()`,
);

/**
 * Begins a row that is not there, or has it take over what was confirmed of it.
 * @returns whether it is worth to ask for a number: false where its last one is not certain.
 */
export async function openRow(
  db: Database,
  row: NumberRowKey,
  cashRegisterId: string,
): Promise<boolean> {
  if ((await open(db, row)) > 0) return true;
  return inTransaction(db, async (transaction) => {
    // First the lock, so that what was raised or adopted meanwhile is seen.
    await lockRow(transaction, row);
    await adopt(transaction, { ...row, cashRegisterId });
    return (await countConfirmed(transaction, row)) > 0;
  });
}
