// Where many invoices are, for a client that follows them without a call for each. Extensions §10.

import type { InvoiceStatus } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { StorageUnavailableError } from '../connection/storage-unavailable.ts';
import { awaitCreates } from './end-create.ts';
import type { EndCreate } from './end-create.ts';
import { mayLackExternalIds } from './external-ids.ts';
import { HAS_CONTENT, IN_SCOPE } from './stored-invoice.ts';
import type { InvoiceScope } from './stored-invoice.ts';

/** What is asked for: ids of invoices, or what the client calls them. */
export interface AskedStatuses {
  by: 'ids' | 'externalIds';
  values: readonly string[];
}

/** One of what was asked for. Of what was not found all is null but what it was asked by. */
export interface StatusEntry {
  id: string | null;
  externalId: string | null;
  /** Null where the scope has no such invoice, or `code` says why that is not known. */
  status: InvoiceStatus | null;
  iic: string | null;
  fic: string | null;
  invoiceNumber: string | null;
  fiscalizedAt: string | null;
  updatedAt: Date | null;
  /** Of its failure; `INVOICE_DETACHED` where its month is put away. */
  code: string | null;
}

const readBy = (column: 'id' | 'external_id', type: string, isOne: string) =>
  statement.all<InvoiceScope & { values: readonly string[] }, StatusEntry>(
    `find_statuses_by_${column}`,
    `select ${column === 'id' ? 'asked.value' : 'state.id'} as id,
            ${column === 'id' ? 'state.external_id' : 'asked.value'} as "externalId",
            state.status, state.iic, state.fic, state.invoice_number as "invoiceNumber",
            state.issue_date_time as "fiscalizedAt", state.updated_at as "updatedAt", state.code
     from unnest(:values::${type}[]) with ordinality as asked (value, at)
     left join lateral (
       select i.*, case when not ${HAS_CONTENT} then 'INVOICE_DETACHED'
                        when i.status = 'Failed' then i.failure ->> 'code' end as code
       from invoice i where i.${column} = asked.value and ${isOne} limit 1
     ) as state on true order by asked.at`,
  );
const READS = {
  ids: readBy('id', 'uuid', IN_SCOPE),
  externalIds: readBy(
    'external_id',
    'text',
    'i.company_id = :companyId and i.environment = :environment and i.superseded_by is null',
  ),
};

/**
 * The invoices of the scope that are asked for, in that order: with one statement where all are
 * found. What is not has no status and no code once no create of it can become visible any more;
 * until then the code STORAGE_UNAVAILABLE, or NUMBERS_UNCONFIRMED of an external id while the
 * database may lack documents of a cash register.
 */
export async function readStatuses(
  { db, endCreate }: { db: Database; endCreate: EndCreate },
  scope: InvoiceScope,
  { by, values }: AskedStatuses,
): Promise<StatusEntry[]> {
  const read = () => READS[by](db, { ...scope, values });
  const found = await read();
  const absent = found.flatMap(({ status }, at) => (status === null ? [at] : []));
  if (absent.length === 0) return found;
  const ends = by === 'ids' ? absent.map((at) => endCreate(values[at] ?? '')) : [awaitCreates(db)];
  const open = (await Promise.allSettled(ends)).map(isOpen);
  const entries = await read();
  const isLacking = by === 'externalIds' && (await mayLackExternalIds(db, scope)).isLacking;
  for (const [index, at] of absent.entries()) {
    const entry = entries[at];
    if (entry?.status !== null) continue;
    if (open[by === 'ids' ? index : 0]) entry.code = 'STORAGE_UNAVAILABLE';
    else if (isLacking) entry.code = 'NUMBERS_UNCONFIRMED';
  }
  return entries;
}

/** Whether it is not known how a create has ended. @throws what is no such thing. */
function isOpen(end: PromiseSettledResult<void>): boolean {
  if (end.status === 'rejected' && !(end.reason instanceof StorageUnavailableError)) {
    throw end.reason;
  }
  return end.status === 'rejected';
}
