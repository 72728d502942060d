// Ends a create whose outcome is unknown: its commit may wait for a standby or a disk, and
// its statement may not have reached PostgreSQL yet. That no row is seen proves nothing. So the id
// is taken: contents without an invoice, under the key that the create needs. Where the create is
// in progress, taking it waits; once it is taken, the create is refused whenever it comes.
// docs/adr/0010-responses-of-the-api.md.

import { setTimeout as sleep } from 'node:timers/promises';
import { batchStatements } from '../connection/batched-statements.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import {
  StorageUnavailableError,
  storageUnavailabilityOf,
} from '../connection/storage-unavailable.ts';

/** How long a statement waits for a create in progress; of several ids each is then tried alone. */
const LOCK_TIMEOUT = '1s';
/** How long a caller waits in all: that the id is taken has to be committed, too. */
const MOST_WAIT_MS = 4_000;
const POLL_MS = 50;

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

// Whose time is out of these bounds no create under way has: an id is made just before its
// statement, by a clock that is a day off at most, and no line or transaction lasts for a month. In
// the order of the ids, so that no two of these statements wait for each other. What is stored, or
// taken already, is not written again.
const takeAll = statement.run<{ ids: readonly string[] }>(
  'take_ids_of_creates',
  `with bounded as materialized (select set_config('lock_timeout', '${LOCK_TIMEOUT}', true))
   insert into invoice_content (invoice_id, request, computed, warnings, seller)
   select id, 'null', 'null', 'null', 'null' from unnest(:ids::uuid[]) as asked (id), bounded
   where uuid_instant(id) between now() - interval '30 days' and now() + interval '2 days'
     and not exists (select from invoice i where i.id = asked.id)
   order by id
   on conflict (invoice_id) do nothing`,
);

/**
 * Resolves once no create of the id can become visible any more: it is stored, and can be read, or
 * never will be.
 * @throws StorageUnavailableError where that is not known yet.
 */
export type EndCreate = (id: string) => Promise<void>;

/** Takes with one statement the ids that are asked for at the same time. */
export function openCreateEnd(db: Database): EndCreate {
  const take = batchStatements(async (ids: readonly string[]) => {
    await takeAll(db, { ids });
    return ids.map(() => true);
  });
  return async (id) => {
    if (!UUID_V7.test(id)) return;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new StorageUnavailableError(true, new Error(`no end of the create of ${id}`))),
      MOST_WAIT_MS,
    );
    try {
      await Promise.race([take(id), late]);
    } catch (error) {
      const isUnknown = isLockTimeout(error) || storageUnavailabilityOf(error) !== null;
      throw isUnknown ? new StorageUnavailableError(true, error) : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

// Only creates write contents, and a transaction keeps the lock until its rows are seen.
const listCreates = statement.all<object, { transaction: string }>(
  'list_creates_in_progress',
  `select virtualtransaction as transaction from pg_locks
   where locktype = 'relation' and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
     and relation = 'invoice_content'::regclass
     and database = (select oid from pg_database where datname = current_database())`,
);

/**
 * Resolves once the creates have ended that are in progress now, of whatever company: what is
 * searched afterwards is seen.
 * @throws StorageUnavailableError where one of them does not end.
 */
export async function awaitCreates(db: Database): Promise<void> {
  const inProgress = async () => (await listCreates(db)).map(({ transaction }) => transaction);
  const giveUpAt = performance.now() + MOST_WAIT_MS;
  let open = await inProgress();
  while (open.length > 0) {
    if (performance.now() > giveUpAt) {
      throw new StorageUnavailableError(true, new Error('a create does not end'));
    }
    await sleep(POLL_MS);
    const still = new Set(await inProgress());
    open = open.filter((transaction) => still.has(transaction));
  }
}
