// The state file: one event a line, appended before the reply is sent. A killed process loses
// nothing that it replied, because a write is with the operating system when it returns; a power
// cut may lose the end, which a stand-in for the authority can bear. It is read in blocks, so that
// its size is bounded by the disk and not by the longest string that Node can hold.

import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { eventSchema } from './events.ts';
import type { SimulatorEvent } from './events.ts';

/** A line of the state file is no event; `message` names the line. */
class StateFileError extends Error {
  readonly code = 'STATE_FILE_UNREADABLE';
  override readonly name = 'StateFileError';
}

export interface StateFile {
  /** Appends events behind all earlier ones. When it returns they are with the operating system. */
  append: (events: readonly SimulatorEvent[]) => void;
  close: () => void;
}

const BLOCK_BYTES = 4 * 1024 * 1024;
const LINE_END = 0x0a;

/** Reads the file block by block. @returns what stands behind the last line end. */
function readLines(descriptor: number, onLine: (line: string) => void): Buffer {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  let rest: Buffer = Buffer.alloc(0);
  for (let position = 0; ;) {
    const length = readSync(descriptor, block, { position });
    if (length === 0) return rest;
    position += length;
    const bytes = Buffer.concat([rest, block.subarray(0, length)]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      onLine(bytes.toString('utf8', start, end));
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}

/** The event of a line; null if it holds none, or half of one. */
function eventIn(line: string): SimulatorEvent | null {
  try {
    return eventSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Writes all of the bytes; a write that fails leaves the file as it was. */
function writeWhole(descriptor: number, bytes: Buffer): void {
  let written = 0;
  try {
    while (written < bytes.byteLength) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    // Half a line in the middle would make every later one unreadable.
    ftruncateSync(descriptor, fstatSync(descriptor).size - written);
    throw error;
  }
}

function readBack(
  descriptor: number,
  path: string,
  onEvent: (event: SimulatorEvent) => void,
): void {
  let lines = 0;
  const rest = readLines(descriptor, (line) => {
    lines += 1;
    const event = eventIn(line);
    if (!event) throw new StateFileError(`Line ${lines} of ${path} is not an event.`);
    onEvent(event);
  });
  if (rest.byteLength === 0) return;
  const last = eventIn(rest.toString('utf8'));
  if (last) {
    writeWhole(descriptor, Buffer.of(LINE_END));
    onEvent(last);
  } else {
    ftruncateSync(descriptor, fstatSync(descriptor).size - rest.byteLength);
  }
}

/**
 * Reads the file's events in their order, and opens it for more. A last line that was cut off by a
 * kill got no reply; it is dropped, and the file is shortened by it. If only the end of that
 * line is missing, its event is kept.
 * @throws StateFileError if another line is unreadable.
 */
export function openStateFile(path: string, onEvent: (event: SimulatorEvent) => void): StateFile {
  const descriptor = openSync(path, 'a+', 0o600);
  try {
    readBack(descriptor, path, onEvent);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return {
    append: (events) => {
      const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
      writeWhole(descriptor, Buffer.from(text));
    },
    close: () => closeSync(descriptor),
  };
}
