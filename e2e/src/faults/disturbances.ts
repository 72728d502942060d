// When the way to the authority was disturbed. A question to the receipt check that gets lost on
// the way is not in the authority's ledger; a message that was sent again at such a time is no
// proof that no question was asked. Outside these times it is.

/** From … to, in ms since 1970. */
export interface Disturbance {
  from: number;
  to: number;
}

/** A question and the message after it lie inside one budget; twice that for a busy machine. */
const REACH_MS = 3_000;
const LOOK_EVERY_MS = 150;
const STANDSTILL_MS = 200;
const MOST_MS = 2_000;

/** True if this message may have been sent after a question that got lost. */
export function isExcused(sent: { receivedAt: string }, disturbances: readonly Disturbance[]) {
  const at = Date.parse(sent.receivedAt);
  return disturbances.some(({ from, to }) => from <= at && at - REACH_MS <= to);
}

/** Adds the time that `run` takes. */
export async function disturbing<T>(into: Disturbance[], run: () => T | Promise<T>): Promise<T> {
  const from = Date.now();
  try {
    return await run();
  } finally {
    into.push({ from, to: Date.now() });
  }
}

/**
 * Adds the times in which the simulator does not reply, dead or without time on a busy machine,
 * and those in which this process stands still: the lines lead through it. @returns the timer.
 */
export function watchSimulator(simulatorUrl: string, into: Disturbance[]): NodeJS.Timeout {
  let last = Date.now();
  const look = async () => {
    const from = Date.now();
    if (from - last > LOOK_EVERY_MS + STANDSTILL_MS) into.push({ from: last, to: from });
    last = from;
    const signal = AbortSignal.timeout(MOST_MS);
    const response = await fetch(`${simulatorUrl}/health/ready`, { signal }).catch(() => null);
    const to = Date.now();
    if (response?.ok !== true || to - from > STANDSTILL_MS) into.push({ from, to });
  };
  return setInterval(() => void look(), LOOK_EVERY_MS);
}
