// A sale that failed at the till is often sold again there, as a new invoice. A retry of the old
// one would then register it twice, so that a person is shown what looks like it first.

import { statement } from '../connection/statement.ts';

/**
 * A failed sale whose customer has left, and what was sold at the same till for the same amount.
 */
export interface DoubtfulRetry {
  id: string;
  cashRegisterName: string;
  /** Euros, decimal text. */
  total: string;
  createdAt: Date;
  /**
   * Handed out since, within the hours in which a sale is repeated; oldest first, three at most.
   */
  soldSince: { id: string; invoiceNumber: string; createdAt: string }[];
}

/** So long after a sale its customer may still stand at the till. */
const OLD_AFTER_MINUTES = 5;
/** A sale is repeated on the same day, or not at all. */
const REPEATED_WITHIN_HOURS = 12;

/**
 * Of these invoices, the failed ones that were never handed out and are older than a few minutes.
 * Those that seem to be sold again come first.
 */
export const findDoubtfulRetries = statement.all<
  { companyId: string | null; invoiceIds: readonly string[] },
  DoubtfulRetry
>(
  'find_doubtful_retries',
  `select i.id, r.name as "cashRegisterName", content.computed -> 'totals' ->> 'total' as total,
     i.created_at as "createdAt", coalesce(since.sold, '[]'::json) as "soldSince"
   from invoice i
   join invoice_content content on content.invoice_id = i.id
   join cash_register r on r.id = i.cash_register_id
   left join lateral (
     select json_agg(json_build_object('id', id, 'invoiceNumber', invoice_number,
                                       'createdAt', created_at) order by created_at) as sold
     from (
       select s.id, s.invoice_number, s.created_at from invoice s
       join invoice_content other on other.invoice_id = s.id
       where s.company_id = i.company_id and s.environment = i.environment
         and s.created_at > i.created_at
         and s.created_at < i.created_at + interval '${REPEATED_WITHIN_HOURS} hours'
         and s.status in ('Fiscalized', 'Offline') and s.cash_register_id = i.cash_register_id
         and s.type_of_invoice = i.type_of_invoice
         and other.computed -> 'totals' ->> 'total' = content.computed -> 'totals' ->> 'total'
       order by s.created_at limit 3
     ) as found
   ) as since on true
   where i.id = any(:invoiceIds::uuid[]) and (:companyId::uuid is null or i.company_id = :companyId)
     and i.status = 'Failed' and i.offline_since is null
     and i.created_at < now() - interval '${OLD_AFTER_MINUTES} minutes'
   order by since.sold is null, i.created_at, i.id`,
);
