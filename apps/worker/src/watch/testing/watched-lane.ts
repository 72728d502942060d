// A lane with its watch as a process of its own, as in production: what a connection that fell silent
// leaves open in the library of the queue ends with the process. Says `consumes` once it does, and
// ends with SILENT_CODE when the watch finds it silent. Arguments: the store as JSON, the patience
// in milliseconds.

import { randomUUID } from 'node:crypto';
import { createConsumer } from '@fiscal/queue/consumer';
import type { QueueStore } from '@fiscal/queue/consumer';
import { createProducer } from '@fiscal/queue/producer';
import { startCanaries } from '../canary.ts';

const SILENT_CODE = 3;
const ignore = () => undefined;
const [storeText = '', silentAfterMs] = process.argv.slice(2);
const store = JSON.parse(storeText) as QueueStore;

const consumer = createConsumer({
  store,
  queue: 'fiscalization',
  concurrency: 2,
  process: () => Promise.resolve(),
  onError: ignore,
  onJobFailed: ignore,
});
startCanaries({
  consumers: [consumer],
  producer: createProducer(store, ignore),
  workerId: randomUUID(),
  onSilent: () => process.exit(SILENT_CODE),
  everyMs: 200,
  silentAfterMs: Number(silentAfterMs),
});
const watch = setInterval(() => {
  if (consumer.state().lastConsumedAt === null) return;
  clearInterval(watch);
  process.stdout.write('consumes\n');
}, 50);
