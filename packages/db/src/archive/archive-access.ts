// One archiver a company at a time, who sees each day as it was at one instant.

import type { Environment } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
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
export const listArchivedCompanies = statement.all<
  { environment: Environment; idOrTin: string | null },
  ArchivedCompany
>(
  'list_archived_companies',
  `select c.id, c.tin, c.name from company c
   where (:idOrTin::text is null or :idOrTin in (c.id::text, c.tin))
     and exists (select from invoice i where i.company_id = c.id and i.environment = :environment
       and i.issued_at is not null)
   order by c.id`,
);

/** A company's archive, locked for one writer. */
export interface ArchiveAccess {
  seals(): Promise<ArchiveSeal[]>;
  /** What `read` reads is of one instant. */
  atOneInstant<T>(read: (reader: ArchiveReader) => Promise<T>): Promise<T>;
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
  const session = { pool: client, objects: db.objects };
  const key = `archive of ${scope.companyId} ${scope.environment}`;
  try {
    const { isMine } = await lockArchive(session, { key });
    if (!isMine) throw new Error('another process writes the archive of this company');
    return await use({
      seals: () => listSeals(session, scope),
      async addSeal(seal) {
        await addSeal(session, { ...scope, ...seal });
      },
      freedOf: (numbers) => freedOf(session, scope, numbers),
      atOneInstant: (read) => atOneInstant(session, read),
    });
  } finally {
    await unlockArchive(session, { key }).catch(() => {
      isBroken = true;
    });
    client.release(isBroken);
  }
}

const lockArchive = statement.one<{ key: string }, { isMine: boolean }>(
  'lock_archive',
  'select pg_try_advisory_lock(hashtextextended(:key, 0)) as "isMine"',
);
const unlockArchive = statement.run<{ key: string }>(
  'unlock_archive',
  'select pg_advisory_unlock(hashtextextended(:key, 0))',
);

const beginReading = statement.run<object>(
  null,
  `begin isolation level repeatable read read only;
   set local idle_in_transaction_session_timeout = '${IDLE}'`,
);
const endReading = statement.run<object>(null, 'rollback');

async function atOneInstant<T>(
  reader: ArchiveReader,
  read: (reader: ArchiveReader) => Promise<T>,
): Promise<T> {
  await beginReading(reader);
  try {
    return await read(reader);
  } finally {
    await endReading(reader);
  }
}
