// When the way to the authority was disturbed. A question to the receipt check that gets lost on the
// way is not in the authority's ledger; a message that was sent again in such a moment is no proof
// that nobody asked. Outside these moments it is.

import type { Stack, TcpProxy } from '@fiscal/testbed';

/** From … to, in ms since 1970. */
export interface Disturbance {
  from: number;
  to: number;
}

/** A stack whose line to the authority is watched. */
export interface WatchedStack {
  stack: Stack;
  /** Those so far; one that goes on ends in the future. */
  disturbances: Disturbance[];
  stop: () => void;
}

/** A question and the message after it lie inside one budget; twice that for a busy machine. */
const REACH_MS = 3_000;
/** The lines lead through this process: while it stands still, nothing gets through. */
const STANDSTILL_MS = 200;
const BEAT_MS = 50;
const LOOK_EVERY_MS = 150;
const MOST_MS = 2_000;

type Tell = (from: number, to: number) => void;

/** True if a message at this time may have been sent after a question that got lost. */
export function isExcused(receivedAt: string, disturbances: readonly Disturbance[]): boolean {
  const at = Date.parse(receivedAt);
  return disturbances.some(({ from, to }) => from <= at && at - REACH_MS <= to);
}

/** Watches the line, the simulator behind it, and this process itself. */
export function watchDisturbances(stack: Stack): WatchedStack {
  const disturbances: Disturbance[] = [];
  const tell: Tell = (from, to) => disturbances.push({ from, to });
  const timers = [watchSimulator(stack, tell), watchStandstills(tell)];
  const { proxies } = stack;
  return {
    stack: proxies
      ? { ...stack, proxies: { ...proxies, efi: watchedLine(proxies.efi, begin(disturbances)) } }
      : stack,
    disturbances,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Told that a disturbance has begun or is over; twice the same says nothing new. */
type Note = (isDisturbed: boolean) => void;

function begin(disturbances: Disturbance[]): Note {
  let current: Disturbance | null = null;
  return (isDisturbed) => {
    if (isDisturbed && current === null) {
      current = { from: Date.now(), to: Number.POSITIVE_INFINITY };
      disturbances.push(current);
    } else if (!isDisturbed && current !== null) {
      current.to = Date.now();
      current = null;
    }
  };
}

function watchedLine(proxy: TcpProxy, note: Note): TcpProxy {
  return {
    ...proxy,
    setMode: async (mode) => {
      if (mode !== 'pass') note(true);
      await proxy.setMode(mode);
      if (mode === 'pass') note(false);
    },
    cut: () => {
      note(true);
      const count = proxy.cut();
      note(false);
      return count;
    },
  };
}

/** While the simulator is dead, starts, or gets no turn on a busy machine, it does not answer. */
function watchSimulator({ simulatorUrl }: Stack, tell: Tell): NodeJS.Timeout {
  return setInterval(() => {
    const from = Date.now();
    void answers(`${simulatorUrl}/health/ready`).then((isThere) => {
      const to = Date.now();
      if (!isThere || to - from > STANDSTILL_MS) tell(from, to);
    });
  }, LOOK_EVERY_MS);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(MOST_MS) })).ok;
  } catch {
    return false;
  }
}

function watchStandstills(tell: Tell): NodeJS.Timeout {
  let last = Date.now();
  return setInterval(() => {
    const now = Date.now();
    if (now - last > BEAT_MS + STANDSTILL_MS) tell(last, now);
    last = now;
  }, BEAT_MS);
}
