// What an operator has to look after, over all companies: open work, certificates that end, and
// cash registers that are live and have sold nothing. Reads open work and the companies, never what
// went well.

import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import { DELIVERABLE } from '../operations/backlog.ts';

/** So many of each are listed; the counts say how many there are. */
const MOST_LISTED = 100;

interface Counted {
  /** Of all, also of those beyond the list. */
  found: number;
}

export interface CompanyWork extends Counted {
  companyId: string;
  name: string;
  failed: number;
  waiting: number;
  nearestDeadline: Date | null;
  /** When the oldest of the failed was created. */
  oldestFailure: Date | null;
}

/** Companies with failed or waiting work, the nearest deadline first, then the most failures. */
export const readWorkByCompany = statement.all<{ environment: Environment }, CompanyWork>(
  'read_work_by_company',
  `with failed as (
     select i.company_id, count(*)::int as failed, min(i.created_at) as oldest from invoice i
     where i.environment = :environment::environment and i.status = 'Failed' and i.dismissed_at is null
     group by i.company_id
   ), waiting as (
     select company_id, count(*)::int as waiting, min(deliver_before) as nearest
     from ${DELIVERABLE} where environment = :environment::environment and is_offline
     group by company_id
   )
   select c.id as "companyId", c.name, coalesce(failed.failed, 0) as failed,
          coalesce(waiting.waiting, 0) as waiting, waiting.nearest as "nearestDeadline",
          failed.oldest as "oldestFailure", count(*) over ()::int as found
   from failed full join waiting using (company_id) join company c on c.id = company_id
   order by waiting.nearest nulls last, coalesce(failed.failed, 0) desc, c.name, c.id
   limit ${MOST_LISTED}`,
);

interface EndingCertificate extends Counted {
  companyId: string;
  name: string;
  notAfter: Date;
}

/** Certificates that sign, of companies that may sell, and end within these days or have ended. */
export const readEndingCertificates = statement.all<
  { environment: Environment; now: Date; days: number },
  EndingCertificate
>(
  'read_ending_certificates',
  `select c.id as "companyId", c.name, k.not_after as "notAfter", count(*) over ()::int as found
   from certificate k join company c on c.id = k.company_id
   where k.environment = :environment::environment and k.is_active and c.status = 'active'
     and k.not_after <= :now::timestamptz + :days * interval '1 day'
   order by k.not_after, c.name, c.id limit ${MOST_LISTED}`,
);

export interface WithoutLiveSale extends Counted {
  companyId: string;
  name: string;
  /** Null where the company has no cash register. */
  cashRegister: string | null;
  /** When the company went live; null where no audit row says so. */
  liveSince: Date | null;
}

/** Cash registers of live companies that never had a live sale, and live companies without any. */
export const readRegistersWithoutLiveSale = statement.all<object, WithoutLiveSale>(
  'read_registers_without_live_sale',
  `select c.id as "companyId", c.name, r.name as "cashRegister", (
            select max(a.at) from audit_log a
            where a.entity_id = c.id and a.action = 'company.went-live'
          ) as "liveSince", count(*) over ()::int as found
   from company c left join cash_register r on r.company_id = c.id and r.environment = 'live'
   where c.environment = 'live' and c.status = 'active' and not exists (
     select from number_sequence s
     where s.environment = 'live' and s.tcr_code = r.tcr_code and s.last_ordinal > 0
   )
   order by "liveSince" nulls first, c.name, c.id, r.name, r.id limit ${MOST_LISTED}`,
);
