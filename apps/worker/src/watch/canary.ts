// The worker's watch over itself. Every few seconds each lane gets a canary, a job that means nothing.
// A lane that takes nothing although canaries could be added, or whose store says nothing at all,
// has something wrong that only a new process cures: the owner ends this one.
//
// What counts as life, for each lane:
// - it took or finished a job, be it a canary. A lane full of work lives as long as work ends.
// - the store told it that nothing waits, and its own canary was gone: other workers on the queue
//   took it. With many workers a lane may win no canary for long, above all on PostgreSQL, where
//   the quickest wins and no turns are kept. So nobody needs to win one.
// What does not: slots that are all hung; a fetch that is stuck; a canary that nobody takes.
//
// A store that is away is no reason to end: no new process could reach it either. The clock of all
// lanes starts anew with each question that fails at once, and after a pause of this process itself
// (a machine that slept). A question that hangs, on a connection that nobody serves any more, is
// silence.

import type { Consumer } from '@fiscal/queue/consumer';
import { QueueStoreSilentError } from '@fiscal/queue/producer';
import type { Producer } from '@fiscal/queue/producer';
import type { QueueName } from '@fiscal/queue/jobs';

const CANARY_EVERY_MS = 5_000;
/** With its notice, and 10 s to close, well within the minute after which a supervisor may expect an end. */
const SILENT_AFTER_MS = 45_000;
const CHECK_EVERY_MS = 1_000;
/** A process that did not run for so long has no right to judge anybody by the clock. */
const PAUSE_MS = 10_000;

export interface CanaryOptions {
  consumers: readonly Consumer[];
  producer: Pick<Producer, 'addCanary'>;
  /** Id of this process; one canary of it waits in a queue at most. */
  workerId: string;
  /** Called once, with the lane that has taken nothing for too long: end the process. */
  onSilent: (lane: QueueName) => void;
  everyMs?: number;
  silentAfterMs?: number;
}

/** Begins at once; nothing is in the way of `close`. */
export function startCanaries(options: CanaryOptions): { close: () => void } {
  const { consumers, producer, workerId, onSilent } = options;
  const silentAfterMs = options.silentAfterMs ?? SILENT_AFTER_MS;
  /** When the clock of all lanes began. */
  let clockFrom = performance.now();
  /** When each lane last was told that nothing waits, and could believe it. */
  const believedAt = new Map<QueueName, number>();
  let lastCheckAt = performance.now();
  const asking = new Set<QueueName>();

  async function sendCanary({ queue, state }: Consumer): Promise<void> {
    if (asking.has(queue)) return;
    asking.add(queue);
    try {
      const { wasWaiting } = await producer.addCanary(queue, workerId);
      if (!wasWaiting) believedAt.set(queue, state().foundNothingAt);
    } catch (error) {
      if (!(error instanceof QueueStoreSilentError)) clockFrom = performance.now();
    } finally {
      asking.delete(queue);
    }
  }

  function check(): void {
    const now = performance.now();
    if (now - lastCheckAt > PAUSE_MS) clockFrom = now;
    lastCheckAt = now;
    const silent = consumers.find(({ queue, state }) => {
      const lastSign = Math.max(clockFrom, state().progressAt, believedAt.get(queue) ?? 0);
      return now - lastSign > silentAfterMs;
    });
    if (!silent) return;
    close();
    onSilent(silent.queue);
  }

  function sendAll(): void {
    for (const consumer of consumers) void sendCanary(consumer);
  }
  const sending = setInterval(sendAll, options.everyMs ?? CANARY_EVERY_MS);
  const checking = setInterval(check, CHECK_EVERY_MS);
  function close(): void {
    clearInterval(sending);
    clearInterval(checking);
  }
  sendAll();
  return { close };
}
