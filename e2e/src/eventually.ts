import { setTimeout as sleep } from 'node:timers/promises';

/** For hangs alone. */
const PATIENCE_MS = 120_000;

/** Looks until what it sees is so; throws what it saw last when nothing comes any more. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  isSo: (seen: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`it did not come: ${JSON.stringify(seen)}`);
    await sleep(50);
  }
}
