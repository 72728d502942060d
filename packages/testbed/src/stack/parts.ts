// One part of the stack: a process that can be started again in the same place, with the same data.
// A supervised part is started again by itself when it dies, as an operator's supervisor would do;
// one that is not reports its death. The life counts from 1 and goes up with every start.

import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../processes/failure.ts';
import {
  startProcess,
  type ProcessHost,
  type ProcessSpec,
  type RunningProcess,
} from '../processes/processes.ts';

/** How a part is ended before it is started again. */
export interface RestartOptions {
  /** `kill` sends SIGKILL; the default asks it to end. */
  how?: 'orderly' | 'kill';
  /** How long it stays away. */
  downMs?: number;
}

/** A part of the stack. */
export interface Part {
  name: string;
  /** The process of its newest life; it may be dead. */
  running: () => RunningProcess;
  /** How often it was started. */
  lives: () => number;
  /** Ends it and starts it again; resolves when it is ready. */
  restart: (options?: RestartOptions) => Promise<void>;
  /** Ends it for good. Safe to call twice. */
  stop: () => Promise<void>;
}

/** What to start, and what to do when it dies. */
export interface PartOptions {
  /** Asked at every start. */
  specOf: (life: number) => ProcessSpec;
  isSupervised: boolean;
  /** Called with every process that is ready. */
  keep: (process: RunningProcess) => void;
}

const pauseAfterDeathMs = 100;
/** So many starts in a row that fail are no accident any more. */
const mostFailedStarts = 40;

/** Starts a part. Throws TestbedFailure when its first life does not begin. */
export async function startPart(host: ProcessHost, options: PartOptions): Promise<Part> {
  const lives = createLives(host, options);
  await lives.start();
  // Concurrent restarts happen one after the other.
  let previous: Promise<void> = Promise.resolve();
  const restart = async ({ how = 'orderly', downMs = 0 }: RestartOptions = {}) => {
    await lives.end(how);
    await sleep(downMs);
    await lives.startAgain();
  };
  return {
    name: lives.running().name,
    running: lives.running,
    lives: lives.count,
    stop: () => lives.end('orderly'),
    restart: (how) => {
      const mine = previous.then(() => restart(how));
      previous = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** One life after the other; supervised, the next one begins by itself. */
function createLives(host: ProcessHost, { specOf, isSupervised, keep }: PartOptions) {
  let life = 0;
  let isWanted = true;
  let running: RunningProcess | undefined;
  let revival: Promise<void> = Promise.resolve();
  let givingUp = new AbortController();
  const mayStart = (dead: RunningProcess) => isWanted && running === dead;

  const start = async () => {
    life += 1;
    const signals = [givingUp.signal, ...(host.signal ? [host.signal] : [])];
    const own: ProcessHost = {
      ...host,
      signal: AbortSignal.any(signals),
      onDeath: isSupervised ? () => undefined : host.onDeath,
    };
    const goesOnInLog = isSupervised && life > 1;
    const started = await startProcess(own, { ...specOf(life), goesOnInLog });
    running = started;
    keep(started);
    if (isSupervised) void started.ended.then(() => (revival = revive(started)));
  };
  // A process that dies while it starts is started again, too: whatever killed it may be gone.
  const revive = async (dead: RunningProcess) => {
    for (let failures = 0; mayStart(dead); failures += 1) {
      await sleep(pauseAfterDeathMs);
      try {
        if (mayStart(dead)) await start();
      } catch (error) {
        if (failures < mostFailedStarts) continue;
        const name = dead.name;
        host.onDeath(`${name} does not start any more: ${messageOf(error)}`, name);
        return;
      }
    }
  };
  return {
    start,
    startAgain: async () => {
      isWanted = true;
      givingUp = new AbortController();
      if (!isSupervised || running === undefined) return start();
      revival = revive(running);
      await revival;
    },
    end: async (how: 'orderly' | 'kill') => {
      isWanted = false;
      givingUp.abort(new Error('it is to end'));
      await revival;
      if (how === 'kill') running?.kill('SIGKILL');
      await running?.stop();
    },
    count: () => life,
    running: () => {
      if (running === undefined) throw new Error('it has never been ready');
      return running;
    },
  };
}
