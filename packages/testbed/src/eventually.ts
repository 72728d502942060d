import { setTimeout as sleep } from 'node:timers/promises';

/** For hangs alone. */
const LIMIT_MS = 120_000;
const READ_EVERY_MS = 50;

/**
 * Reads until what it reads is as wanted.
 * @throws Error with what was read last, after the limit.
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  isWanted: (seen: T) => boolean,
  { limitMs = LIMIT_MS, everyMs = READ_EVERY_MS } = {},
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const seen = await read();
    if (isWanted(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`it did not come: ${JSON.stringify(seen)}`);
    await sleep(everyMs);
  }
}
