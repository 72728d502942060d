// A file that is made at the machine's rate and taken at its reader's: it stands on the disk in
// between, so that a slow reader holds neither a connection to PostgreSQL nor a slot that others
// wait for.

import type { Response } from 'express';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedSignal } from '../http/response/response-end.ts';

const PART_BYTES = 64 * 1024;

/** What a file may cost. */
export interface SpoolLimits {
  bytes: number;
  /**
   * How long a reader may be waited for before its rate counts, and the rate, in bytes a second.
   */
  graceMs: number;
  bytesPerSecond: number;
}

/**
 * Without a name from its beginning: the system deletes it when it is closed, or when the process
 * ends.
 */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `fiscal-export-${process.pid}-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/**
 * Makes the file and sends it, both at once.
 * @param making runs what reads the source, which ends as soon as all of it is on the disk.
 * @throws where the source breaks, the file is too large, or its reader is gone or too slow; a
 * response that has begun is cut off, by which a browser knows that the file is not whole.
 */
export async function sendThroughFile(
  source: AsyncIterable<Uint8Array>,
  response: Response,
  making: (work: () => Promise<void>) => Promise<unknown>,
  limits: SpoolLimits,
): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, closedSignal(response)]);
  const file = await openNameless();
  let [size, isWhole] = [0, false];
  let grown = Promise.withResolvers<undefined>();

  async function write(): Promise<void> {
    signal.throwIfAborted();
    for await (const part of source) {
      signal.throwIfAborted();
      if (size + part.length > limits.bytes) throw new Error(`the file exceeds ${limits.bytes} B`);
      await file.write(part, 0, part.length, size);
      size += part.length;
      grown.resolve(undefined);
      grown = Promise.withResolvers();
    }
    isWhole = true;
    grown.resolve(undefined);
  }
  async function send(): Promise<void> {
    let [at, waitedMs] = [0, 0];
    const aborted = new Promise((resolve) =>
      signal.addEventListener('abort', resolve, { once: true }),
    );
    while (!isWhole || at < size) {
      if (at === size) {
        await Promise.race([grown.promise, aborted]);
        signal.throwIfAborted();
        continue;
      }
      const { buffer, bytesRead } = await file.read(
        Buffer.allocUnsafe(PART_BYTES),
        0,
        Math.min(PART_BYTES, size - at),
        at,
      );
      at += bytesRead;
      if (response.write(buffer.subarray(0, bytesRead))) continue;
      const leftMs = limits.graceMs + (1_000 * at) / limits.bytesPerSecond - waitedMs;
      const begun = performance.now();
      const tooSlow = AbortSignal.timeout(Math.max(Math.ceil(leftMs), 0));
      await once(response, 'drain', { signal: AbortSignal.any([signal, tooSlow]) });
      waitedMs += performance.now() - begun;
    }
    response.end();
  }
  const orStop = (error: unknown) => {
    stop.abort(error);
    throw error;
  };
  try {
    const made = making(write).then(() => {
      if (!isWhole) throw new Error('the file was not made');
    });
    await Promise.allSettled([made.catch(orStop), send().catch(orStop)]);
    if (stop.signal.aborted && response.headersSent) response.destroy();
    stop.signal.throwIfAborted();
  } finally {
    await file.close();
  }
}
