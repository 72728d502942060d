// One child process at a time, in a process group of its own: a Ctrl-C of the terminal reaches only
// us, and we end the whole group, npm's and pnpm's grandchildren included.

import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

/**
 * Runs `command`, passes every line it prints to `onLine`, and keeps the output in `logFile`.
 * Resolves with `{ code, signal, output }`; never rejects, also not when the program is missing.
 */
export function runChild(command, args, { cwd, env, logFile, onLine, onStart }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onStart(child);
    const parts = [];
    const take = (chunk) => {
      const text = String(chunk);
      parts.push(text);
      try {
        appendFileSync(logFile, text);
      } catch {
        // A full disk must not hide the message that the disk is full.
      }
      for (const row of text.split(/[\r\n]+/)) if (row.trim() !== '') onLine(row.trim());
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => {
      resolve({
        code: 1,
        signal: null,
        output: `${parts.join('')}\n${error.code} ${error.message}`,
      });
    });
    child.on('close', (code, signal) => {
      resolve({ code, signal, output: parts.join('') });
    });
  });
}

/** Sends `name` to the child's whole group; does nothing when it has ended. */
export function signalGroup(child, name) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, name);
  } catch {
    // The group has ended.
  }
}
