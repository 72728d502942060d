import { describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logTail } from './log-tail.ts';

const wordsOf = (content: string) => {
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-words-'));
  writeFileSync(join(directory, 'a.log'), content);
  const words = logTail(join(directory, 'a.log'));
  rmSync(directory, { recursive: true });
  return words.replaceAll(directory, '');
};

describe('the log tail of a process', () => {
  test('are its last six lines, those of JSON as time, message and error', () => {
    const json = { time: '2026-11-21T03:41:47.127Z', msg: 'not sent', err: { message: 'reset' } };
    const rows = ['one', 'two', 'three', 'four', 'five', 'six', JSON.stringify(json)];
    expect(wordsOf(rows.join('\n'))).toBe(
      ' The end of its log, /a.log:\n' +
        ['two', 'three', 'four', 'five', 'six', '03:41:47 not sent: reset']
          .map((row) => `      ${row}`)
          .join('\n'),
    );
  });

  test('are never longer than a person reads', () => {
    expect(wordsOf('x'.repeat(5_000)).length).toBeLessThan(300);
  });

  test('may be none', () => {
    expect(wordsOf('')).toBe(' It wrote nothing to /a.log.');
  });
});
