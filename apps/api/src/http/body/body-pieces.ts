// A chunk of a body may have a single byte, and Node makes a buffer of each: a microsecond and 400
// bytes until it is copied or dropped. Of small pieces a body has few.

import type { IncomingMessage } from 'node:http';

const MOST_SMALL_PIECES = 4_096;
const SMALL_PIECE_BYTES = 128;

/** @returns a function that takes the next piece, and whether it is one too many. */
export function countPieces(): (piece: Buffer) => boolean {
  let pieces = 0;
  let length = 0;
  return (piece) => {
    length += piece.length;
    pieces += 1;
    return pieces > MOST_SMALL_PIECES + length / SMALL_PIECE_BYTES;
  };
}

/** Reads the rest of a body and drops it. */
export function dropBody(request: IncomingMessage): void {
  const isTooMany = countPieces();
  request.on('data', (piece: Buffer) => {
    if (isTooMany(piece)) request.socket.destroy();
  });
}
