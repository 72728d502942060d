// Waiting for a row to change.

export { listenForChanges } from './changes.ts';
export type { Change, ChangeListener, Subscription } from './changes.ts';
export type { InvoiceChange } from './invoice-change.ts';
