// What an advance has paid, and what its correctives took back of it (extensions §1, Advances).

import type { AdvanceAccount, AdvancePayment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { findDocumentTrees } from './document-tree.ts';
import { IN_FORCE, paidBy, paysInvoices } from './stored-invoice.ts';

interface AdvanceRow {
  advanceId: string;
  iic: string;
  issueDateTime: string;
}

const findAdvances = statement.all<{ ids: readonly string[] }, AdvanceRow>(
  'find_advances',
  `select id as "advanceId", iic, issue_date_time as "issueDateTime" from invoice
   where id = any(:ids::uuid[]) and ${paysInvoices('invoice')} and iic is not null`,
);

type PaymentRow = AdvancePayment & { advanceId: string };

/** What these advances pay, in the order of issue: of each invoice its ADVANCE payment alone. */
export const findAdvancePayments = statement.all<{ ids: readonly string[] }, PaymentRow>(
  'find_advance_payments',
  `select a.id as "advanceId", p.id, p.iic, p.issue_date_time as "issueDateTime",
          p.status = 'Fiscalized' as "isRegistered", total.amount::text as amount
   from unnest(:ids::uuid[]) as k (id)
   join invoice a on a.id = k.id
   cross join lateral ${paidBy('a')} found
   join invoice p on p.id = found.id
   cross join lateral (
     with recursive tree as (
       select p.id
       union all
       select c.id from tree join invoice c on c.original_id = tree.id and c.status in ${IN_FORCE}
     )
     -- As domain's paymentsOf: without payments, the payment method pays the total.
     select sum(coalesce((part.value ->> 'amount')::numeric, 0)) as amount
     from tree cross join lateral content_of_invoice(tree.id) content
     left join lateral json_array_elements(
       coalesce(
         content.computed -> 'payments',
         json_build_array(json_build_object(
           'method', content.request ->> 'paymentMethod',
           'amount', content.computed -> 'totals' ->> 'total'
         ))
       )
     ) part on part.value ->> 'method' = 'ADVANCE'
   ) total
   order by p.issued_at nulls last, p.id`,
);

/** The accounts of these invoices, by id; of those that are no signed advance, none. */
export async function findAdvanceAccounts(
  db: Connected,
  ids: readonly string[],
): Promise<Map<string, AdvanceAccount>> {
  if (ids.length === 0) return new Map();
  const advances = await findAdvances(db, { ids });
  const found = advances.map(({ advanceId }) => advanceId);
  if (found.length === 0) return new Map();
  const trees = await findDocumentTrees(db, found);
  const payments = Map.groupBy(
    await findAdvancePayments(db, { ids: found }),
    (payment) => payment.advanceId,
  );
  return new Map(
    advances.map(({ advanceId, iic, issueDateTime }) => [
      advanceId,
      {
        iic,
        issueDateTime,
        documents: trees.get(advanceId) ?? [],
        payments: payments.get(advanceId) ?? [],
      },
    ]),
  );
}
