// A file that is made at the machine's rate and taken at its reader's: it stands on the disk in
// between, so that a slow reader holds neither a connection to PostgreSQL nor a slot that others
// wait for.

import type { Response } from 'express';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
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
  const tooSlow = new AbortController();
  const signal = AbortSignal.any([stop.signal, tooSlow.signal, closedSignal(response)]);
  const file = await openNameless();
  const events = new EventEmitter();
  let [size, isWhole] = [0, false];

  async function write(): Promise<void> {
    signal.throwIfAborted();
    for await (const part of source) {
      signal.throwIfAborted();
      if (size + part.length > limits.bytes) throw new Error(`the file exceeds ${limits.bytes} B`);
      await file.write(part, 0, part.length, size);
      size += part.length;
      events.emit('grown');
    }
    isWhole = true;
    events.emit('grown');
  }
  // One buffer for the whole file, written over when the system has taken it: a new one for each
  // part is memory that waits for the garbage collector.
  async function send(): Promise<void> {
    const part = Buffer.allocUnsafeSlow(PART_BYTES);
    let [at, waitedMs] = [0, 0];
    while (!isWhole || at < size) {
      if (at === size) {
        await once(events, 'grown', { signal });
        continue;
      }
      const { bytesRead } = await file.read(part, 0, Math.min(PART_BYTES, size - at), at);
      at += bytesRead;
      const leftMs = limits.graceMs + (1_000 * at) / limits.bytesPerSecond - waitedMs;
      const giveUp = () =>
        tooSlow.abort(new DOMException('The reader is too slow.', 'TimeoutError'));
      const timer = setTimeout(giveUp, Math.max(leftMs, 0));
      const begun = performance.now();
      try {
        const taken = once(events, 'taken', { signal });
        response.write(part.subarray(0, bytesRead), () => events.emit('taken'));
        await taken;
      } finally {
        clearTimeout(timer);
      }
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
