// Starts our own processes and the servers beneath them, each with a log file, and ends them again.
// A process is ready when its probe says so; one that ends without having been asked is reported
// with the end of its log. Nothing is started again here: that is for parts.ts, where it is wanted.

import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestbedFailure } from './failure.ts';
import { logTail } from './log-tail.ts';
import { markOf } from '../../../../scripts/bootstrap/leftovers.mjs';

/** How a process ended; one of the two is null. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** What to start and how to know that it is ready. */
export interface ProcessSpec {
  /** Shown to people; also the name of the log file. */
  name: string;
  command: string;
  args: readonly string[];
  /** The whole environment: nothing is inherited but what stands here. */
  env: Record<string, string>;
  cwd?: string;
  /** The OS user to run as, for servers that refuse root. */
  user?: { uid: number; gid: number } | undefined;
  /** Asked again and again until it says yes. What it throws is a no, and why. */
  isReady: () => Promise<boolean>;
  readyTimeoutMs?: number;
  /** What asks it to end; PostgreSQL wants SIGINT. */
  stopSignal?: NodeJS.Signals;
  /** How long it may take to end before it is killed. */
  graceMs?: number;
  /** The log of the life before is written on instead of being set aside. */
  goesOnInLog?: boolean;
}

/** A process that is ready. */
export interface RunningProcess {
  name: string;
  pid: number;
  logFile: string;
  /** Lets the process that has started it end before it; the end of the run ends it then. */
  release: () => void;
  /** Asks it to end, waits, and kills it when it takes too long. Safe to call twice. */
  stop: () => Promise<void>;
  /**
   * Sends a signal without expecting the end: for tests that kill. @returns false if it has ended.
   */
  kill: (signal: NodeJS.Signals) => boolean;
  /** Resolves when it has ended, however that came. */
  ended: Promise<ProcessEnd>;
}

/** Starts a process; the default is `startProcess` itself. */
export type StartProcess = (host: ProcessHost, spec: ProcessSpec) => Promise<RunningProcess>;

/** Where the logs lie, which run it is, and what is called when a process ends. */
export interface ProcessHost {
  logs: string;
  runDirectory: string;
  signal?: AbortSignal | undefined;
  /** Called with one sentence when a process that was ready ends without having been asked. */
  onDeath: (sentence: string, name: string) => void;
}

const readyTimeoutMs = 120_000;
const stopGraceMs = 10_000;
const probeEveryMs = 50;

/**
 * Starts a process and waits until it is ready. Throws TestbedFailure with the end of its log
 * when it ends before, or is not ready in time; throws the abort's reason when `host.signal` fires.
 */
export async function startProcess(host: ProcessHost, spec: ProcessSpec): Promise<RunningProcess> {
  host.signal?.throwIfAborted();
  const logFile = join(host.logs, `${spec.name}.log`);
  if (spec.goesOnInLog !== true) setAside(logFile);
  const child = launch(host, spec, logFile);
  let state: 'starting' | 'ready' | 'stopping' = 'starting';

  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => {
      resolve({ code: null, signal: null });
      if (state === 'starting') launchError = error;
    });
    child.once('exit', (code, signal) => {
      resolve({ code, signal });
    });
  });
  let launchError: Error | undefined;
  let end: ProcessEnd | undefined;
  void ended.then((how) => {
    end = how;
    if (state === 'ready') host.onDeath(deathSentence(spec.name, how, logFile), spec.name);
  });

  const running: RunningProcess = {
    name: spec.name,
    pid: child.pid ?? 0,
    logFile,
    ended,
    release: () => {
      child.unref();
    },
    kill: (signal) => child.kill(signal),
    stop: async () => {
      state = 'stopping';
      await endProcess(child, ended, spec);
    },
  };

  const deadline = Date.now() + (spec.readyTimeoutMs ?? readyTimeoutMs);
  let whyNot = '';
  const isReady = () =>
    spec.isReady().catch((error: unknown) => {
      whyNot = reasonOf(error);
      return false;
    });
  try {
    for (;;) {
      host.signal?.throwIfAborted();
      if (end !== undefined) throw startFailure(spec, logFile, end, launchError);
      if (await isReady()) break;
      if (Date.now() > deadline) throw notReadyFailure(spec.name, whyNot, logFile);
      await Promise.race([sleep(probeEveryMs), ended]);
    }
  } catch (error) {
    await running.stop();
    throw error;
  }
  state = 'ready';
  return running;
}

/** A check of /health/ready has 2 s; a machine that is busy takes longer to say so. */
const probeTimeoutMs = 10_000;

/** True when GET `url` has the status 200. @throws Error with what it says instead. */
export async function respondsOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${url} says ${response.status}: ${body}`);
  return true;
}

// The log of the run before is kept beside the new one: it is often the one that says why.
function setAside(logFile: string): void {
  try {
    renameSync(logFile, `${logFile}.before`);
  } catch {
    rmSync(`${logFile}.before`, { force: true });
  }
}

function launch(host: ProcessHost, spec: ProcessSpec, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  try {
    return spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: { ...spec.env, ...markOf(host.runDirectory) },
      // A group of its own, so that the terminal's Ctrl-C reaches only the one who ends the others
      // in the right order.
      detached: true,
      stdio: ['ignore', log, log],
      ...spec.user,
    });
  } finally {
    closeSync(log);
  }
}

async function endProcess(
  child: ChildProcess,
  ended: Promise<ProcessEnd>,
  spec: ProcessSpec,
): Promise<void> {
  if (child.pid === undefined) return;
  child.kill(spec.stopSignal ?? 'SIGTERM');
  const timer = new AbortController();
  const isOver = await Promise.race([
    ended.then(() => true),
    sleep(spec.graceMs ?? stopGraceMs, false, { signal: timer.signal }),
  ]);
  timer.abort();
  // Also after a willing end: what it started in its group must not outlive it.
  killGroup(child.pid);
  if (!isOver) await ended;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

/** `fetch` hides why it failed in the cause. */
function reasonOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: Error };
  return cause === undefined ? String(error) : `${String(error)} (${String(cause)})`;
}

function startFailure(spec: ProcessSpec, logFile: string, end: ProcessEnd, error?: Error): Error {
  if (error !== undefined) {
    return new TestbedFailure(`${spec.name} could not be started: ${error.message}.`, {
      cause: error,
    });
  }
  return new TestbedFailure(
    `${spec.name} ended while it was starting (${endWords(end)}).${logTail(logFile)}`,
  );
}

function notReadyFailure(name: string, whyNot: string, logFile: string): Error {
  const reason = whyNot === '' ? '' : `: ${whyNot}`;
  return new TestbedFailure(`${name} did not become ready in time${reason}.${logTail(logFile)}`);
}

function deathSentence(name: string, end: ProcessEnd, logFile: string): string {
  return `${name} ended unexpectedly (${endWords(end)}).${logTail(logFile)}`;
}

function endWords(end: ProcessEnd): string {
  return end.signal ?? `exit code ${String(end.code ?? 'unknown')}`;
}
