// The one place in which bytes come back from the store: what is not what was put is never
// returned.

import { createHash } from 'node:crypto';
import { ObjectNotIntactError, ObjectStoreUnavailableError } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';

/** Hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * @param store null where this process has none.
 * @param sha256 of the bytes that were put, hexadecimal.
 * @throws ObjectStoreUnavailableError, ObjectNotIntactError
 */
export async function readObject(
  store: ObjectStore | null,
  { key, sha256 }: { key: string; sha256: string },
): Promise<Buffer> {
  if (store === null) throw new ObjectStoreUnavailableError('OBJECT_STORE is not set');
  const bytes = await store.get(key);
  if (bytes === null) throw new ObjectNotIntactError(key, 'is missing');
  if (sha256Of(bytes) !== sha256) throw new ObjectNotIntactError(key, 'was changed');
  return bytes;
}
