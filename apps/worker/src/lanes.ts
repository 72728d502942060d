// What this process does at the same time: each lane has its own places, so that none can take
// another's. Three are woken by jobs of a queue; deliveries are read from the rows.

import { createConsumer } from '@fiscal/queue/consumer';
import type { Consumer, Processor, QueueStore } from '@fiscal/queue/consumer';
import type { QueueName } from '@fiscal/queue/jobs';
import { callRegistry } from './call-registry.ts';
import { startDelivering } from './delivery-lane.ts';
import type { WorkerEnv } from './env.ts';
import { fiscalizeNextInvoice } from './fiscalize-next.ts';
import { createPlaces } from './places.ts';
import { createEnsureInitialDeposit } from './register-cash-deposit.ts';
import type { Verdict } from './pdf/printer.ts';
import { renderNextPdf } from './render-pdf.ts';
import type { PrintContext } from './render-pdf.ts';
import type { LaneState, WorkContext } from './work.ts';

export interface Lanes {
  /**
   * Those that live from a queue: what a canary flies through. Printing joins them once Chrome runs, and
   * never where it may not.
   */
  consumers: readonly Consumer[];
  /** By name, deliveries among them. */
  states(): Record<string, LaneState>;
  /** No lane takes anything new from the first moment on; resolves when nothing is in hand. */
  close(): Promise<void>;
}

/** Starts every lane at once. @param onTrouble told of the trouble of a queue, in words. */
export function startLanes(
  env: WorkerEnv,
  store: QueueStore,
  context: WorkContext,
  printing: PrintContext & { verdict: Promise<Verdict> },
  onTrouble: (what: string) => (error: Error) => void,
): Lanes {
  const { logger } = context;
  const ensureInitialDeposit = createEnsureInitialDeposit(context);
  const places = createPlaces(env.FISCALIZE_CONCURRENCY);
  const consume = (queue: QueueName, concurrency: number, process: Processor) =>
    createConsumer({
      store,
      queue,
      concurrency,
      process,
      onError: onTrouble(`the queue ${queue} has trouble`),
      onJobFailed: (job, error) => {
        logger.error({ err: error, job }, 'a job broke; the sweep points at it again');
      },
    });

  const consumers = [
    consume('registry', env.REGISTRY_CONCURRENCY, ({ id }) => callRegistry(context, id)),
    consume('fiscalization', env.FISCALIZE_CONCURRENCY, () =>
      fiscalizeNextInvoice(context, ensureInitialDeposit, places),
    ),
  ];
  let isClosed = false;
  void printing.verdict.then(({ mayPrint }) => {
    if (!mayPrint || isClosed) return;
    consumers.push(
      consume('printing', env.PRINT_CONCURRENCY, (job) => renderNextPdf(printing, job)),
    );
  });
  const delivery = startDelivering(context, ensureInitialDeposit, env.DELIVERY_CONCURRENCY);
  return {
    consumers,
    states: () => ({
      ...Object.fromEntries(consumers.map((consumer) => [consumer.queue, consumer.state()])),
      delivery: delivery.state(),
    }),
    async close() {
      isClosed = true;
      await Promise.all([delivery.close(), ...consumers.map((consumer) => consumer.close())]);
    },
  };
}
