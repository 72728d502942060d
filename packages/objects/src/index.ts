export { examineReading, examineWriting } from './examine-store.ts';
export { ObjectNotIntactError, ObjectStoreUnavailableError } from './object-store.ts';
export type { ObjectStore } from './object-store.ts';
export { readObject, sha256Of } from './read-object.ts';
