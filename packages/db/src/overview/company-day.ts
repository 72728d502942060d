// What a company has sold within a day, by hour and outcome. Reads the invoices of that day alone.

import type { Environment, InvoiceStatus } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import { JOIN_CONTENT } from '../invoice/stored-invoice.ts';

/**
 * What can become of a sale: a draft is none yet, and a failure that was dismissed is none any
 * more.
 */
export type Outcome = Exclude<InvoiceStatus, 'Draft'>;

/** A company in one environment. */
export interface CompanyScope {
  companyId: string;
  environment: Environment;
}

interface SoldInvoices {
  /** Hours since the beginning of the day; null for the whole day. */
  hour: number | null;
  outcome: Outcome;
  count: number;
  /** Euros, decimal text; a corrective counts with its sign. */
  amount: string;
}

/**
 * Hours without a sale are not there. `from`: the first instant of the day; `to`: of the next.
 */
export const readCompanyDay = statement.all<CompanyScope & { from: Date; to: Date }, SoldInvoices>(
  'read_company_day',
  `with sale as (
     select floor(extract(epoch from i.created_at - :from::timestamptz) / 3600)::int as hour, i.status,
            (content.computed -> 'totals' ->> 'total')::numeric as total
     from invoice i ${JOIN_CONTENT}
     where i.company_id = :companyId::uuid and i.environment = :environment::environment
       and i.created_at >= :from::timestamptz and i.created_at < :to::timestamptz
       and i.status <> 'Draft' and i.dismissed_at is null
   )
   select hour, status::text as outcome, count(*)::int as count, sum(total)::text as amount
   from sale group by grouping sets ((hour, status), (status))
   order by hour, outcome`,
);
