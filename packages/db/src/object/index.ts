// Prints and messages that leave for the object store.

export * from './moving.ts';
