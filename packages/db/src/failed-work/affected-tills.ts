// The cash registers that a cause is about: all of them, so that none is left out of a remedy.

import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { failedIn, valuesOf } from './failed-work.ts';
import type { WorkScope } from './failed-work.ts';

/** A cash register with failed invoices. */
export interface AffectedTill {
  companyId: string;
  companyName: string;
  cashRegisterId: string;
  cashRegisterName: string;
  count: number;
  /** Of these, what the customer holds although the authority refused it. */
  urgent: number;
}

/** More than any cause is about; so many fit into one response. */
const MOST = 2_000;

/** @param cause null for every cause. @returns the ones with most invoices first. */
export function listAffectedTills(
  db: Database,
  scope: WorkScope,
  cause: string | null,
): Promise<AffectedTill[]> {
  const list = statement.all<object, AffectedTill>(
    null,
    `select i.company_id as "companyId", c.name as "companyName",
       i.cash_register_id as "cashRegisterId", r.name as "cashRegisterName", i.count, i.urgent
     from (
       select i.company_id, i.cash_register_id, count(*)::int as count,
              count(i.deliver_before)::int as urgent
       from invoice i where ${failedIn(scope)} and ${cause === null ? 'true' : 'i.failure_cause = :cause'}
       group by i.company_id, i.cash_register_id order by count(*) desc limit ${MOST}
     ) as i
     join company c on c.id = i.company_id join cash_register r on r.id = i.cash_register_id
     order by i.urgent = 0, i.count desc, c.name, r.name, i.cash_register_id`,
  );
  return list(db, { ...valuesOf(scope), cause });
}
