// Whether the store can be used: by a read at a start and for /health/ready; by hand an object is
// put, read and deleted.

import { randomUUID } from 'node:crypto';
import type { Finding } from '@fiscal/runtime';
import { ObjectStoreUnavailableError } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';
import { readObject, sha256Of } from './read-object.ts';

/** Asks for an object that is not there. */
export function examineReading(store: ObjectStore): Promise<Finding | null> {
  return findingOf(store, async () => {
    await store.get(probeKey());
  });
}

/** Puts an object, reads it and deletes it. */
export function examineWriting(store: ObjectStore): Promise<Finding | null> {
  return findingOf(store, async () => {
    const key = probeKey();
    const bytes = Buffer.from(key);
    await store.put(key, bytes);
    await readObject(store, { key, sha256: sha256Of(bytes) });
    await store.delete(key);
    if ((await store.get(key)) !== null) throw new Error('what was deleted is there still');
  });
}

function probeKey(): string {
  return `probe/${randomUUID()}`;
}

async function findingOf(
  { place }: ObjectStore,
  use: () => Promise<void>,
): Promise<Finding | null> {
  try {
    await use();
    return null;
  } catch (error) {
    const isAway = error instanceof ObjectStoreUnavailableError;
    const { message } = error as Error;
    const sentence = `OBJECT_STORE, ${place}, cannot be used (${message}): check that it is there, its keys and what they allow.`;
    return { code: isAway ? 'OBJECT_STORE_UNAVAILABLE' : 'OBJECT_STORE_BROKEN', sentence };
  }
}
