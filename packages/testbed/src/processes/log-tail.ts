import { readFileSync } from 'node:fs';
import { shownPath } from './folders.ts';

const rows = 6;
const longestRow = 200;

interface LogRow {
  time?: string;
  msg?: string;
  err?: { message?: string };
}

/** What a process wrote last into its log, as sentences for a person, each row shortened. */
export function logTail(logFile: string): string {
  const words = lastRows(logFile);
  const where = shownPath(logFile);
  if (words === '') return ` It wrote nothing to ${where}.`;
  const indented = words.replaceAll(/^/gm, '      ');
  return ` The end of its log, ${where}:\n${indented}`;
}

function lastRows(logFile: string): string {
  try {
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
    return lines.slice(-rows).map(inShort).join('\n');
  } catch {
    return '';
  }
}

// Our own processes write JSON; a person wants the time, the message and the error.
function inShort(row: string): string {
  let short = row;
  try {
    const { time, msg, err } = JSON.parse(row) as LogRow;
    if (msg !== undefined) {
      short = `${time?.slice(11, 19) ?? ''} ${msg}${err?.message ? `: ${err.message}` : ''}`;
    }
  } catch {
    // A line of plain text is shown as it is.
  }
  return short.length > longestRow ? `${short.slice(0, longestRow)} …` : short;
}
