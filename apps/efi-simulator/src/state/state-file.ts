// The state file: one event a line, appended before the answer leaves. A killed process loses
// nothing that it answered, because a write is with the operating system when it returns; a power
// cut may lose the end, which a stand-in for the authority can bear.

import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { eventSchema } from './events.ts';
import type { SimulatorEvent } from './events.ts';

/** A line of the state file is no event; `message` names the line. */
export class StateFileError extends Error {
  readonly code = 'STATE_FILE_UNREADABLE';
  override readonly name = 'StateFileError';
}

/** An open state file. */
export interface StateFile {
  append: (event: SimulatorEvent) => void;
  close: () => void;
}

function readEvents(text: string, path: string): SimulatorEvent[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return eventSchema.parse(JSON.parse(line));
      } catch (cause) {
        throw new StateFileError(`Line ${index + 1} of ${path} is not an event.`, { cause });
      }
    });
}

/**
 * Reads what the file holds and opens it for more. A last line without its end was cut off by a
 * kill; it is dropped, and the file is shortened by it.
 * @throws StateFileError if another line is unreadable.
 */
export function openStateFile(path: string): { events: SimulatorEvent[]; file: StateFile } {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.byteLength) truncateSync(path, end);
  const events = readEvents(bytes.toString('utf8', 0, end), path);
  const descriptor = openSync(path, 'a', 0o600);
  return {
    events,
    file: {
      append: (event) => {
        writeSync(descriptor, `${JSON.stringify(event)}\n`);
      },
      close: () => {
        closeSync(descriptor);
      },
    },
  };
}
