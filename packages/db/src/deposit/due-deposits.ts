// Deposits that the authority has not answered, and that are due to be sent again.

import type { Environment } from '@fiscal/domain';
import type { DepositDay } from './cash-deposits.ts';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { scopeValues } from '../fiscalization/delivery-scope.ts';
import type { DeliveryScope } from '../fiscalization/delivery-scope.ts';

/** An unanswered deposit whose next attempt is due, with what signing it needs. */
export interface DueDeposit extends DepositDay {
  environment: Environment;
  companyId: string;
  company: { tin: string };
  /** The active certificate of the environment; null if there is none. */
  certificateId: string | null;
  /** XSD ChangeDateTime of its first message: an instant of its day. */
  changeDateTime: string;
  /** How often it was taken in hand. */
  attempts: number;
}

const FIND_DUE = {
  name: 'find_due_deposits',
  text: `
    select d.cash_register_id as "cashRegisterId", d.tcr_code as "tcrCode",
           d.local_date::text as "localDate", d.change_date_time as "changeDateTime", d.attempts,
           r.environment, r.company_id as "companyId", c.tin, k.id as "certificateId"
    from cash_deposit d
    join cash_register r on r.id = d.cash_register_id
    join company c on c.id = r.company_id
    left join certificate k
      on k.company_id = r.company_id and k.environment = r.environment and k.is_active
    where d.status = 'offline' and d.next_attempt_at <= now() and d.deliver_before > now()
      and (d.leased_until is null or d.leased_until < now()) and r.environment = any($1::environment[])
      and (r.environment, r.company_id) not in (select * from unnest($2::environment[], $3::uuid[]))
    order by d.created_at limit 1`,
};

/** The oldest unanswered deposit that can be tried again now; null if there is none. */
export async function findDueDeposit(
  db: Database,
  scope: DeliveryScope,
): Promise<DueDeposit | null> {
  const [row] = await run<DueRow>(db.pool, FIND_DUE, scopeValues(scope));
  if (!row) return null;
  const { tin, ...due } = row;
  return { ...due, company: { tin } };
}

const POSTPONE = {
  name: 'postpone_deposit',
  text: `
    update cash_deposit
    set attempts = attempts + 1, next_attempt_at = now() + $4 * interval '1 millisecond'
    where cash_register_id = $1 and tcr_code = $2 and local_date = $3::date and status = 'offline'`,
};

/** A due deposit that cannot be signed now lets those of others go first. */
export async function postponeDeposit(
  db: Database,
  { cashRegisterId, tcrCode, localDate }: DepositDay,
  nextAttemptMs: number,
): Promise<void> {
  await run(db.pool, POSTPONE, [cashRegisterId, tcrCode, localDate, nextAttemptMs]);
}

type DueRow = Omit<DueDeposit, 'company'> & DueDeposit['company'];
