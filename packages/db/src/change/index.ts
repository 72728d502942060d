// Waiting for a row to change.

export type { Change } from './awaited-rows.ts';
export { listenForChanges } from './changes.ts';
export type { ChangeListener, ChangeListenerOptions, InvoiceChange } from './changes.ts';
