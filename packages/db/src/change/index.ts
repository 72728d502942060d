// Waiting for a row to change.

export { listenForChanges } from './changes.ts';
export type { Change, ChangeListener, ChangeListenerOptions, InvoiceChange } from './changes.ts';
