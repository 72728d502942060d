// How the worker and its print process talk: frames over one socket. A frame is a line of JSON and
// some bytes, each with its length in front. A side that sends more than it may is not read
// any further, so that neither side can fill the other's memory.

import type { Duplex } from 'node:stream';

export interface Frame {
  /** Parsed JSON, not checked. */
  message: unknown;
  bytes: Buffer;
}

const HEAD_BYTES = 8;

/** @returns false where the other side is gone. */
export function writeFrame(
  socket: Duplex,
  message: object,
  bytes: Uint8Array = new Uint8Array(),
): boolean {
  if (socket.destroyed || socket.writableEnded) return false;
  const text = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(text.length, 0);
  head.writeUInt32BE(bytes.length, 4);
  socket.cork();
  socket.write(head);
  socket.write(text);
  socket.write(bytes);
  socket.uncork();
  return true;
}

/**
 * Reads frames until the socket ends.
 * @param maxBytes of one frame. A larger one, or one that is no JSON, ends the reading.
 * @param onBroken called with the reason why nothing is read any more.
 */
export function readFrames(
  socket: Duplex,
  maxBytes: number,
  onFrame: (frame: Frame) => void,
  onBroken: (why: string) => void,
): void {
  let chunks: Buffer[] = [];
  let held = 0;
  let isBroken = false;

  function breakOff(why: string): void {
    isBroken = true;
    chunks = [];
    onBroken(why);
  }
  /** The first bytes as one buffer, without taking them. */
  function peek(length: number): Buffer {
    if ((chunks[0]?.length ?? 0) < length) chunks = [Buffer.concat(chunks)];
    return (chunks[0] ?? Buffer.alloc(0)).subarray(0, length);
  }
  function takeFrame(): boolean {
    if (held < HEAD_BYTES) return false;
    const head = peek(HEAD_BYTES);
    const textLength = head.readUInt32BE(0);
    const length = HEAD_BYTES + textLength + head.readUInt32BE(4);
    if (length > maxBytes) {
      breakOff(`a frame of ${length} bytes is larger than ${maxBytes}`);
      return false;
    }
    if (held < length) return false;
    const all = Buffer.concat(chunks);
    chunks = all.length > length ? [all.subarray(length)] : [];
    held -= length;
    let message: unknown;
    try {
      message = JSON.parse(all.toString('utf8', HEAD_BYTES, HEAD_BYTES + textLength));
    } catch {
      breakOff('a frame is no JSON');
      return false;
    }
    onFrame({ message, bytes: all.subarray(HEAD_BYTES + textLength, length) });
    return true;
  }
  socket.on('data', (chunk: Buffer) => {
    if (isBroken) return;
    chunks.push(chunk);
    held += chunk.length;
    while (takeFrame());
  });
}
