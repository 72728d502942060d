// What a company has sold within a day, by hour and outcome. Reads the invoices of that day alone.

import type { Environment, InvoiceStatus } from '@fiscal/domain';
import { run, statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

/** What can become of a sale: a draft is none yet, and a failure that was dismissed is none any more. */
export type Outcome = Exclude<InvoiceStatus, 'Draft'>;

export interface CompanyScope {
  companyId: string;
  environment: Environment;
}

export interface SoldInvoices {
  /** Hours since the beginning of the day; null for the whole day. */
  hour: number | null;
  outcome: Outcome;
  count: number;
  /** Euros, decimal text; a corrective counts with its sign. */
  amount: string;
}

// The total stands beside what people search by, too, where no JSON has to be parsed for it. Both rows
// have the time of one statement.
const READ = statement<CompanyScope & { from: Date; to: Date }>(
  'read_company_day',
  `
    with part as (
      select floor(date_part('epoch', i.created_at - :from::timestamptz) / 3600)::int as hour, i.status,
             count(*) as count, sum(s.total) as total
      from invoice i
      join invoice_search s on s.invoice_id = i.id and s.created_at = i.created_at
      where i.company_id = :companyId::uuid and i.environment = :environment::environment
        and i.created_at >= :from::timestamptz and i.created_at < :to::timestamptz
        and s.environment = :environment::environment
        and s.created_at >= :from::timestamptz and s.created_at < :to::timestamptz
        and i.status <> 'Draft' and i.dismissed_at is null
      group by 1, 2
    )
    select hour, status::text as outcome, sum(count)::int as count, sum(total)::text as amount
    from part group by grouping sets ((hour, status), (status))
    order by hour, outcome`,
);

/** Hours without a sale are not there. @param day from its first instant up to that of the next. */
export function readCompanyDay(
  db: Database,
  scope: CompanyScope,
  day: { from: Date; to: Date },
): Promise<SoldInvoices[]> {
  return run<SoldInvoices>(db.pool, READ({ ...scope, ...day }));
}
