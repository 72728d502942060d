// One print or message out of PostgreSQL: put, read back, and only then taken out of its row.
// Whatever ends in between, the row has its bytes, and the same bytes are put under the same key
// again.

import { emptyRow } from '@fiscal/db/object';
import type { MovableRow, MovedKind } from '@fiscal/db/object';
import type { Database } from '@fiscal/db/connection';
import { readObject, sha256Of } from '@fiscal/objects';
import type { ObjectStore } from '@fiscal/objects';

const ENDINGS: Record<MovedKind, string> = { messages: 'message', prints: 'pdf', strips: 'pdf' };

/** `prints/2026-11/019a….pdf`: by month, so that they can be listed and copied in parts. */
function keyOf(kind: MovedKind, { id, createdAt }: Pick<MovableRow, 'id' | 'createdAt'>) {
  return `${kind}/${createdAt.toISOString().slice(0, 7)}/${id}.${ENDINGS[kind]}`;
}

/**
 * @throws ObjectStoreUnavailableError; ObjectNotIntactError where the store gives back something
 * else; Error where the row is not what it says. The row keeps its bytes then.
 */
export async function moveRow(
  db: Database,
  store: ObjectStore,
  kind: MovedKind,
  row: MovableRow,
): Promise<void> {
  const sha256 = sha256Of(row.bytes);
  if (row.sha256 !== null && row.sha256 !== sha256) {
    throw new Error('its bytes are not those that its row has the digest of');
  }
  const key = keyOf(kind, row);
  await store.put(key, row.bytes);
  await readObject(store, { key, sha256 });
  await emptyRow(db, kind, row, { key, sha256, size: row.bytes.length });
}
