// Prints and messages that leave for the object store.

export { emptyRow, findMovable, inMovingTurn, MOVED_KINDS, NOWHERE } from './moving.ts';
export type { MovableRow, MovableRows, MovedKind, RowPlace } from './moving.ts';
