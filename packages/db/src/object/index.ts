// Prints and messages that leave for the object store.

export { emptyRow, findMovable, withMovingLock, MOVED_KINDS, WALK_START } from './moving.ts';
export type { MovableRow, MovedKind, RowPosition } from './moving.ts';
