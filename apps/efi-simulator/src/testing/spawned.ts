// The simulator as a process of its own, for what only a process can show: its settings, its end,
// its clock.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { NOW, registry } from './drafts.ts';
import type { Keys } from './running.ts';

/** Writes the files of a simulator into a folder. @returns the environment that names them. */
export function simulatorFiles(directory: string, keys: Keys): Record<string, string> {
  const file = (name: string, content: string) => {
    const path = join(directory, name);
    writeFileSync(path, content);
    return path;
  };
  return {
    EFI_SIMULATOR_CA: file('ca.pem', keys.ca.certificate),
    EFI_SIMULATOR_SIGNING_KEY: file('key.pem', keys.administration.key),
    EFI_SIMULATOR_SIGNING_CERTIFICATE: file('certificate.pem', keys.administration.certificate),
    EFI_SIMULATOR_REGISTRY: file('registry.json', JSON.stringify(registry())),
    EFI_SIMULATOR_STATE_FILE: join(directory, 'state.jsonl'),
  };
}

/** Shifts Date, and nothing but Date, so that a process starts at the tests' instant. */
const DATE_SHIFT = `const Real = Date;
const shift = ${String(NOW)} - Real.now();
globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + shift);
    else super(...parts);
  }
  static now() {
    return Real.now() + shift;
  }
};`;

/** Starts a process with this environment, at the tests' instant. */
export function spawnSimulator(env: Record<string, string>) {
  const main = new URL('../main.ts', import.meta.url).pathname;
  const shift = `--import=data:text/javascript,${encodeURIComponent(DATE_SHIFT)}`;
  const child = spawn(process.execPath, ['--conditions=source', shift, main], { env });
  let stdout = '';
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const [, found] = /"url":"(http[^"]*)"/.exec(stdout) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  /** How it ended and what it wrote. */
  const ended = Promise.all([text(child.stderr), once(child, 'close')]).then(
    ([stderr, [code, signal]]) => ({
      code: code as number | null,
      signal: signal as string,
      stdout,
      stderr,
    }),
  );
  return {
    ended,
    /** Once it listens; empty where it ends before. */
    url: Promise.race([ready, ended.then(() => '')]),
    /** Sends the signal and waits for the end. */
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}
