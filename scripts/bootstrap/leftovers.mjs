// Finds and ends processes that a killed run left behind. Every child of a run carries the run's
// folder in its environment and passes it to its own children, so nothing is found by a name that
// another user's process could have too. A run within a run (a test that starts the service) adds
// its folder to that of the outer one, and is found under both.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable that marks every process of a run: its folder, after those of the outer runs. */
const RUN_MARK = 'FISCAL_RUN';

/** The mark of a run with this folder, started from where `environment` is. */
export function markOf(runDirectory, environment = process.env) {
  const outer = (environment[RUN_MARK] ?? '').split(delimiter);
  const folders = new Set([...outer.filter((folder) => folder !== ''), runDirectory]);
  return { [RUN_MARK]: [...folders].join(delimiter) };
}

/** The folder of the run that this process belongs to; undefined outside of any. */
export function runOf(environment = process.env) {
  return environment[RUN_MARK]?.split(delimiter).at(-1);
}

/** Process ids of everything that was started for `runDirectory` and still lives. */
export function findLeftovers(runDirectory) {
  return process.platform === 'linux' ? findInProc(runDirectory) : findWithPs(runDirectory);
}

/**
 * Ends what `findLeftovers` finds: politely first, then, after `graceMs`, by force. Returns how
 * many there were.
 */
export async function endLeftovers(runDirectory, graceMs = 10_000) {
  const found = findLeftovers(runDirectory);
  for (const pid of found) signal(pid, politeSignal(pid));

  const deadline = Date.now() + graceMs;
  let left = found;
  while (left.length > 0 && Date.now() < deadline) {
    await sleep(50);
    left = findLeftovers(runDirectory);
  }
  for (const pid of left) signal(pid, 'SIGKILL');
  while (left.length > 0 && Date.now() < deadline + 2_000) {
    await sleep(50);
    left = findLeftovers(runDirectory);
  }
  return found.length;
}

/** The command line of a process; empty when there is no such process. */
export function commandOf(pid) {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    }
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

// PostgreSQL waits for its last client on SIGTERM; on SIGINT it ends them and itself, cleanly.
function politeSignal(pid) {
  return /(^|\/)postgres(\s|$)/.test(commandOf(pid)) ? 'SIGINT' : 'SIGTERM';
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself in the meantime.
  }
}

function findInProc(runDirectory) {
  const found = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      // A process that has ended and waits to be collected has no environment any more.
      const variables = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      const mark = variables.find((variable) => variable.startsWith(`${RUN_MARK}=`));
      const folders = mark?.slice(RUN_MARK.length + 1).split(delimiter) ?? [];
      if (folders.includes(runDirectory)) found.push(Number(name));
    } catch {
      // Another user's process, or one that has just ended.
    }
  }
  return found;
}

function findWithPs(runDirectory) {
  try {
    const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
    return execFileSync('ps', ['-axww', '-E', '-o', 'pid=,command='], options)
      .split('\n')
      .filter((row) => {
        const mark = new RegExp(`\\s${RUN_MARK}=(\\S*)`).exec(row)?.[1] ?? '';
        return mark.split(delimiter).includes(runDirectory);
      })
      .map((row) => Number.parseInt(row, 10))
      .filter((pid) => pid !== process.pid);
  } catch {
    return [];
  }
}
