// Deposits that the authority has not replied to, and that are due to be sent again.

import { FORMS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { inScope, scopeValues } from '../work/work.ts';
import type { DeliveryScope, ScopeValues } from '../work/work.ts';
import type { DepositDay } from './cash-deposits.ts';

/** A deposit with what signing it again needs. */
export interface DueDeposit extends DepositDay {
  environment: Environment;
  companyId: string;
  company: { tin: string };
  /** The active certificate of the environment; null if there is none. */
  certificateId: string | null;
  /** XSD ChangeDateTime of its first message: an instant of its day. */
  changeDateTime: string;
  attempts: number;
}

const findDue = statement.maybe<ScopeValues, DueDeposit>(
  'find_due_deposits',
  `select d.cash_register_id as "cashRegisterId", d.tcr_code as "tcrCode",
          d.local_date::text as "localDate", d.change_date_time as "changeDateTime", d.attempts,
          r.environment, r.company_id as "companyId", json_build_object('tin', c.tin) as company,
          k.id as "certificateId"
   from cash_deposit d
   join cash_register r on r.id = d.cash_register_id
   join company c on c.id = r.company_id
   left join certificate k
     on k.company_id = r.company_id and k.environment = r.environment and k.is_active
   where d.status = 'offline' and d.next_attempt_at <= now() and d.deliver_before > now()
     and (d.leased_until is null or d.leased_until < now()) and d.form <= ${FORMS.cashDeposit}
     and ${inScope('r.environment', 'r.company_id')}
   order by d.created_at limit 1`,
);

/** The oldest unanswered deposit that can be tried again now; null if there is none. */
export function findDueDeposit(db: Database, scope: DeliveryScope): Promise<DueDeposit | null> {
  return findDue(db, scopeValues(scope));
}

/** A due deposit that cannot be signed now lets those of others go first. */
export const postponeDeposit = statement.run<DepositDay & { nextAttemptMs: number }>(
  'postpone_deposit',
  `update cash_deposit
   set attempts = attempts + 1, next_attempt_at = now() + :nextAttemptMs * interval '1 millisecond'
   where cash_register_id = :cashRegisterId and tcr_code = :tcrCode
     and local_date = :localDate::date and status = 'offline'`,
);
