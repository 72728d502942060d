// One archiver a company at a time, who sees each day as it was at one moment.

import type { Environment } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { allRows } from '../connection/statement.ts';
import type { InvoiceScope } from '../invoice/stored-invoice.ts';
import { addSeal, listSeals } from './archive-seals.ts';
import type { ArchiveSeal } from './archive-seals.ts';
import { freedOf } from './archived-documents.ts';
import type { ArchiveReader } from './archived-documents.ts';

/** A company whose days can be archived. */
export interface ArchivedCompany {
  id: string;
  tin: string;
  name: string;
}

/** Those with an invoice that was issued in the environment; all where no id or TIN is given. */
export const listArchivedCompanies = allRows<
  [environment: Environment, idOrTin: string | null],
  ArchivedCompany
>(
  'list_archived_companies',
  `select c.id, c.tin, c.name from company c
   where ($2::text is null or $2 in (c.id::text, c.tin))
     and exists (select from invoice i where i.company_id = c.id and i.environment = $1
       and i.issued_at is not null)
   order by c.id`,
);

/** A company's archive while nobody else writes it. */
export interface ArchiveAccess {
  seals(): Promise<ArchiveSeal[]>;
  /** What `read` reads is of one moment. */
  atOneMoment<T>(read: (reader: ArchiveReader) => Promise<T>): Promise<T>;
  addSeal(seal: ArchiveSeal): Promise<void>;
  /**
   * Which of these invoice numbers were given back by a refused invoice that was never handed out.
   */
  freedOf(invoiceNumbers: string[]): Promise<string[]>;
}

/** A page is written to the disk before the next one is read. */
const IDLE = '2min';

/**
 * @throws Error where another process writes the archive of this company; StorageUnavailableError
 * if PostgreSQL goes away in between.
 */
export async function withArchiveOf<T>(
  db: Pick<Database, 'pool' | 'objects'>,
  scope: InvoiceScope,
  use: (access: ArchiveAccess) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  let isBroken = false;
  const key = [`archive of ${scope.companyId} ${scope.environment}`];
  try {
    const lock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked';
    const { rows } = await client.query<{ locked: boolean }>(lock, key);
    if (!rows[0]?.locked) throw new Error('another process writes the archive of this company');
    return await use({
      seals: () => listSeals(client, scope),
      addSeal: (seal) => addSeal(client, scope, seal),
      freedOf: (numbers) => freedOf(client, scope, numbers),
      atOneMoment: (read) => atOneMoment({ client, objects: db.objects }, read),
    });
  } finally {
    const unlock = 'select pg_advisory_unlock(hashtextextended($1, 0))';
    await client.query(unlock, key).catch(() => {
      isBroken = true;
    });
    client.release(isBroken);
  }
}

async function atOneMoment<T>(
  reader: ArchiveReader,
  read: (reader: ArchiveReader) => Promise<T>,
): Promise<T> {
  const { client } = reader;
  await client.query('begin isolation level repeatable read read only');
  try {
    await client.query(`set local idle_in_transaction_session_timeout = '${IDLE}'`);
    return await read(reader);
  } finally {
    await client.query('rollback');
  }
}
