// Waiting for a row to change.

export { listenForChanges } from './changes.ts';
export type { Change, ChangeListener } from './changes.ts';
export type { InvoiceChange } from './invoice-change.ts';
