// `npm run bench:takeover`: how long a sale takes whose worker is killed in the middle, between its
// number and its signature, while another worker is there. Nothing restarts the dead one meanwhile.

import { injectFaults, median } from '@fiscal/testbed';
import { readOptions } from './options.ts';
import { timed } from './rounds.ts';
import { SALE } from './sample.ts';
import { openService } from './service.ts';
import { say } from './table.ts';

const { kills: KILLS } = readOptions({ kills: 10 });
const DYING = 'worker-2';
/** A sale whose worker was not killed is over long before it. */
const DELAYED_MS = 2_000;

const { stack, client, close } = await openService({
  workers: 2,
  environmentOf: (name) =>
    name === DYING
      ? injectFaults({ points: { numbered: { action: 'kill', probability: 1 } } })
      : {},
  onDeath: () => undefined,
});
try {
  const [usual, delayed] = [[] as number[], [] as number[]];
  while (delayed.length < KILLS) {
    const { id } = await client.createDraft(SALE);
    const ms = await timed(async () => {
      const { status } = await client.finishInvoice(id);
      if (status !== 'Fiscalized') throw new Error(`the sale is ${status}`);
    });
    (ms > DELAYED_MS ? delayed : usual).push(ms);
    if (ms > DELAYED_MS) await stack.restart(DYING);
  }
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  say(
    `${KILLS} sales whose worker was killed: Fiscalized after ${seconds(Math.min(...delayed))} to ` +
      `${seconds(Math.max(...delayed))}, median ${seconds(median(delayed))}; ` +
      `${usual.length} others: at most ${seconds(Math.max(...usual))}`,
  );
} finally {
  await close();
}
