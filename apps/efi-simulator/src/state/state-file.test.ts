// The state file by itself: what is read back, what of a torn end is kept, what is an error.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SimulatorEvent } from './events.ts';
import { openStateFile } from './state-file.ts';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));
  path = join(directory, 'state.jsonl');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function lost(sequence: number): SimulatorEvent {
  return { type: 'answer-lost', sequence };
}

const line = (sequence: number) => `${JSON.stringify(lost(sequence))}\n`;

/** Opens the file, appends events, closes it. @returns what it held before. */
function reopen(...events: SimulatorEvent[]): SimulatorEvent[] {
  const held: SimulatorEvent[] = [];
  const file = openStateFile(path, (event) => held.push(event));
  if (events.length > 0) file.append(events);
  file.close();
  return held;
}

test('events come back in the order in which they were appended', () => {
  expect(reopen(lost(1), lost(2))).toEqual([]);
  expect(reopen(lost(3))).toEqual([lost(1), lost(2)]);
  expect(reopen()).toEqual([lost(1), lost(2), lost(3)]);
});

test('lines of any length come back, also across the blocks in which the file is read', () => {
  const pem = 'č'.repeat(3 * 1024 * 1024 + 1);
  const long: SimulatorEvent = { type: 'certificate', pem };
  reopen(lost(1), long, lost(2), long);
  const held = reopen();
  expect(held.map(({ type }) => type)).toEqual([
    'answer-lost',
    'certificate',
    'answer-lost',
    'certificate',
  ]);
  expect(held[3]).toEqual(long);
});

describe('a last line without its end', () => {
  test('is dropped if it was cut off in the middle, be it in the middle of a letter', () => {
    const whole = Buffer.from(`${line(1)}{"type":"certificate","pem":"č`);
    for (const cut of [1, 2, 10]) {
      writeFileSync(path, whole.subarray(0, whole.byteLength - cut));
      expect(reopen(lost(2))).toEqual([lost(1)]);
      expect(readFileSync(path, 'utf8')).toBe(line(1) + line(2));
    }
  });

  test('is kept if only its end is missing', () => {
    writeFileSync(path, line(1) + line(2).trim());
    expect(reopen(lost(3))).toEqual([lost(1), lost(2)]);
    expect(readFileSync(path, 'utf8')).toBe(line(1) + line(2) + line(3));
  });
});

test.each([
  ['in the middle', `${line(1)}{"type":"answer-l\n${line(3)}`, 2],
  ['at the end', `${line(1)}${line(2)}{"type":"answer-l\n`, 3],
])('an unreadable line with its end is an error that names it: %s', (_where, text, number) => {
  writeFileSync(path, text);
  expect(() => reopen()).toThrow(
    expect.objectContaining({
      code: 'STATE_FILE_UNREADABLE',
      message: `Line ${String(number)} of ${path} is not an event.`,
    }),
  );
  expect(readFileSync(path, 'utf8')).toBe(text);
});
