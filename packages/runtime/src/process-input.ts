// The inside of a process that `runBounded` starts. It imports next to nothing, because it is
// loaded for each piece of work.

import { buffer } from 'node:stream/consumers';

/**
 * How such a process ends whose work threw. 1 is Node's, for a module that does not load.
 * EX_DATAERR.
 */
export const REFUSED = 65;

/**
 * Does the work on what comes in, and gives out what it returns, or the message of what it throws.
 */
export async function processInput(
  work: (input: Buffer) => Uint8Array | Promise<Uint8Array>,
): Promise<void> {
  try {
    process.stdout.write(await work(await buffer(process.stdin)));
  } catch (error) {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exitCode = REFUSED;
  }
}
