// A store of bytes outside of the database: what is in it never changes, and is found by its key
// alone.

/** A folder, or a bucket of a service that speaks S3. */
export interface ObjectStore {
  /** Where it is, for people; no secret is in it. */
  readonly place: string;
  /**
   * Stores the bytes for good; what the key had before is replaced.
   * @throws ObjectStoreUnavailableError
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where nothing has the key. @throws ObjectStoreUnavailableError */
  get(key: string): Promise<Buffer | null>;
  /** Also where nothing has the key. @throws ObjectStoreUnavailableError */
  delete(key: string): Promise<void>;
}

/** The store does not respond, or refuses the call: nothing is known of the object. */
export class ObjectStoreUnavailableError extends Error {
  readonly code = 'OBJECT_STORE_UNAVAILABLE';
  override readonly name = 'ObjectStoreUnavailableError';

  constructor(reason: string, cause?: unknown) {
    super(`The object store cannot be used now: ${reason}`, { cause });
  }
}

/** The store responds, and has not the bytes that were put. */
export class ObjectNotIntactError extends Error {
  readonly code = 'OBJECT_NOT_INTACT';
  override readonly name = 'ObjectNotIntactError';

  constructor(key: string, what: 'is missing' | 'was changed') {
    super(`The object ${key} ${what}`);
  }
}

/** Folders and a name; no part begins with a dot, so that none leads out of the store. */
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

/** @throws Error for what is no key of ours, wherever it comes from. */
export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of an object`);
}
