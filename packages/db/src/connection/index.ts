// The connection to PostgreSQL, and what it means that there is none.

export { openDatabase } from './client.ts';
export type { Database } from './client.ts';
export type { Connected } from './statement.ts';
export { directUrlOf, poolerOf } from './pooler.ts';
export { storageUnavailabilityOf, StorageUnavailableError } from './storage-unavailable.ts';
export { mapInSlices } from './slices.ts';
