// What an advance has paid: looked up when a corrective of it is signed.

import type { IicReference } from '@fiscal/domain';
import { allRows } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import { JOIN_CONTENT } from './stored-invoice.ts';
import type { InvoiceScope } from './stored-invoice.ts';

const findPaid = allRows<[companyId: string, environment: string, iic: string], IicReference>(
  'find_paid_by_advance',
  `
    select iic, issue_date_time as "issueDateTime", amount::text
    from (
      select i.id, i.iic, i.issued_at, i.issue_date_time,
             (content.computed->'totals'->>'total')::numeric + coalesce(c.taken_back, 0) as amount
      from invoice i ${JOIN_CONTENT}
      left join lateral (
        select sum((own.computed->'totals'->>'total')::numeric) as taken_back
        from invoice k join invoice_content own on own.invoice_id = k.id
        where k.original_id = i.id and k.status = 'Fiscalized'
      ) c on true
      where content.advance_payment_iic = $3 and i.payment_method = 'ADVANCE'
        and i.company_id = $1 and i.environment = $2 and i.status = 'Fiscalized'
        and i.document_type <> 'Corrective'
    ) paid
    where amount > 0
    order by issued_at, id
    limit 1000`,
);

/**
 * The registered invoices that an advance has paid, oldest first, each with what is paid by it
 * after its own correctives; one that was cancelled is not paid by it any more. Decisions §4.
 * @param iic of the advance.
 */
export function findPaidByAdvance(
  db: Database,
  { companyId, environment }: InvoiceScope,
  iic: string,
): Promise<IicReference[]> {
  return findPaid(db, companyId, environment, iic);
}
