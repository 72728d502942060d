// When the way to the authority was disturbed. A question to the receipt check that gets lost on
// the way is not in the authority's ledger; a message that was sent again in such a moment is no
// proof that no question was asked. Outside these moments it is.

import type { Stack, TcpProxy } from '@fiscal/testbed';

/** From … to, in ms since 1970. */
export interface Disturbance {
  from: number;
  to: number;
}

/** A stack whose line to the authority is watched. */
export interface WatchedStack {
  stack: Stack;
  /** Those so far; one that lasts ends in the future. */
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

/** True if a message at this time may have been sent after a question that got lost. */
export function isExcused(receivedAt: string, disturbances: readonly Disturbance[]): boolean {
  const at = Date.parse(receivedAt);
  return disturbances.some(({ from, to }) => from <= at && at - REACH_MS <= to);
}

/** Watches the line, the simulator behind it, and this process itself. */
export function watchDisturbances(stack: Stack): WatchedStack {
  const disturbances: Disturbance[] = [];
  const timers = [watchSimulator(stack, disturbances), watchStandstills(disturbances)];
  const { proxies } = stack;
  const watched = proxies && { ...proxies, efi: watchedLine(proxies.efi, disturbances) };
  return {
    stack: { ...stack, proxies: watched },
    disturbances,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

function watchedLine(proxy: TcpProxy, disturbances: Disturbance[]): TcpProxy {
  let current: Disturbance | null = null;
  const begin = () => {
    if (current !== null) return;
    current = { from: Date.now(), to: Number.POSITIVE_INFINITY };
    disturbances.push(current);
  };
  const end = () => {
    if (current !== null) current.to = Date.now();
    current = null;
  };
  return {
    ...proxy,
    setMode: async (mode) => {
      if (mode !== 'pass') begin();
      await proxy.setMode(mode);
      if (mode === 'pass') end();
    },
    cut: () => {
      const [from, count] = [Date.now(), proxy.cut()];
      disturbances.push({ from, to: Date.now() });
      return count;
    },
  };
}

/** While the simulator is dead, starts, or gets no time on a busy machine, it does not answer. */
function watchSimulator({ simulatorUrl }: Stack, disturbances: Disturbance[]): NodeJS.Timeout {
  return setInterval(() => {
    const from = Date.now();
    void fetch(`${simulatorUrl}/health/ready`, { signal: AbortSignal.timeout(MOST_MS) })
      .then(({ ok }) => ok)
      .catch(() => false)
      .then((isReady) => {
        const to = Date.now();
        if (!isReady || to - from > STANDSTILL_MS) disturbances.push({ from, to });
      });
  }, LOOK_EVERY_MS);
}

function watchStandstills(disturbances: Disturbance[]): NodeJS.Timeout {
  let last = Date.now();
  return setInterval(() => {
    const now = Date.now();
    if (now - last > BEAT_MS + STANDSTILL_MS) disturbances.push({ from: last, to: now });
    last = now;
  }, BEAT_MS);
}
