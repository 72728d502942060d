// The simulator as a process of its own, for what only a process can show: its settings, its end,
// its clock.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOW, registry } from './drafts.ts';
import type { Keys } from './running.ts';

/** How a process ended and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that listens. */
export interface Spawned {
  readonly url: string;
  readonly ended: Promise<Ended>;
  /** Sends the signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<Ended>;
}

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

/** A module that shifts Date, and nothing but Date, so that a process starts at the tests' moment. */
export function dateShift(directory: string): string {
  const path = join(directory, 'shift-date.mjs');
  writeFileSync(
    path,
    `const Real = Date;
const shift = ${String(NOW)} - Real.now();
globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + shift);
    else super(...parts);
  }
  static now() {
    return Real.now() + shift;
  }
};\n`,
  );
  return path;
}

function start(env: Record<string, string>, preload: string | null) {
  const main = new URL('../main.ts', import.meta.url).pathname;
  const imports = preload === null ? [] : [`--import=${preload}`];
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--experimental-strip-types', ...imports, main],
    { env },
  );
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal, ...output });
    });
  });
  return { child, output, ended };
}

async function readUrl(
  child: ChildProcess,
  output: { readonly stdout: string },
  ended: Promise<Ended>,
): Promise<string> {
  const url = new Promise<string>((resolve) => {
    child.stdout?.on('data', () => {
      const line = /"url":"(http[^"]*)"/.exec(output.stdout);
      if (line?.[1] !== undefined) resolve(line[1]);
    });
  });
  const tooEarly = ended.then(({ stderr }) => {
    throw new Error(`The simulator ended before it was ready: ${stderr}`);
  });
  return Promise.race([url, tooEarly]);
}

/** Runs a process that ends by itself. */
export async function runSimulator(env: Record<string, string>): Promise<Ended> {
  return start(env, null).ended;
}

/**
 * Starts a process and waits until it listens.
 * @param preload path of a module that is loaded before the simulator.
 */
export async function spawnSimulator(
  env: Record<string, string>,
  preload: string | null = null,
): Promise<Spawned> {
  const { child, output, ended } = start(env, preload);
  const url = await readUrl(child, output, ended);
  return {
    url,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
