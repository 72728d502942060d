// What was tried again together, and what became of it: read from the invoices themselves, so that
// it is right for several workers at once.

import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';

/** A batch, by the state in which its invoices are now. */
interface RetryBatch {
  id: string;
  startedAt: Date;
  total: number;
  fiscalized: number;
  /** Issued offline, by this retry. */
  offline: number;
  failed: number;
  /** Without an outcome yet. */
  open: number;
}

interface NewBatch {
  id: string;
  /** Null for one over all companies. */
  companyId: string | null;
  startedBy: string;
}

// A batch is of one environment: a page shows one, and so does its retry.
const add = statement.run<NewBatch & { invoiceIds: string[]; isDelivery: boolean }>(
  'add_to_retry_batch',
  `with batch as (
     insert into retry_batch (id, company_id, environment, started_by)
     select :id::uuid, :companyId::uuid, environment, :startedBy::text
     from invoice where id = (:invoiceIds::uuid[])[1]
     on conflict (id) do nothing
   )
   insert into retry_batch_invoice (batch_id, invoice_id, is_delivery)
   select :id, id, :isDelivery from unnest(:invoiceIds::uuid[]) as id`,
);

/** Adds invoices to a batch, which begins with its first one. */
export async function addToBatch(
  transaction: Connected,
  batch: NewBatch,
  invoices: readonly { id: string }[],
  isDelivery: boolean,
): Promise<void> {
  if (invoices.length === 0) return;
  const invoiceIds = invoices.map(({ id }) => id);
  await add(transaction, { ...batch, invoiceIds, isDelivery });
}

/** More than a page shows. */
const MOST = 5;

/** Those of the last hour, the newest first: of a company, or of all. */
export const readRetryBatches = statement.all<
  { environment: Environment; companyId: string | null },
  RetryBatch
>(
  'read_retry_batches',
  `select b.id, b.started_at as "startedAt", counts.*
   from (
     select * from retry_batch
     where environment = :environment::environment and (:companyId::uuid is null or company_id = :companyId)
       and started_at > now() - interval '1 hour'
     order by started_at desc limit ${MOST}
   ) as b, lateral (
     select count(*)::int as total,
       (count(*) filter (where i.status = 'Fiscalized'))::int as fiscalized,
       (count(*) filter (where i.status = 'Offline' and not x.is_delivery))::int as offline,
       (count(*) filter (where i.status = 'Failed'))::int as failed,
       (count(*) filter (where i.status = 'Pending' or i.status = 'Offline' and x.is_delivery))::int
         as open
     from retry_batch_invoice x join invoice i on i.id = x.invoice_id where x.batch_id = b.id
   ) as counts
   order by b.started_at desc`,
);
