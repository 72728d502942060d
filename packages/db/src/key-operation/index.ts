// Key operations: what only the worker can do, because it has the private keys.

export * from './key-operation-claims.ts';
export * from './key-operations.ts';
