// Prints and messages that leave for the object store.

export { emptyRow, findMovable, withMovingLock, MOVED_KINDS, WALK_START } from './moving.ts';
export type { MovableRow, MovableRows, MovedKind, RowPosition } from './moving.ts';
