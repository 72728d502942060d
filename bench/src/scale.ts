// `npm run bench:scale`: how much more two workers and two APIs sell than one of each, on the same cores, where
// the authority takes 300 ms. Both services are there all the time and sell in turns.

import { median } from '@fiscal/testbed';
import type { Stack } from '@fiscal/testbed';
import { putLoad } from './http-load.ts';
import { SALE_BODY } from './sample.ts';
import { openService } from './service.ts';
import { say } from './table.ts';

const AUTHORITY_MS = 300;
/** Of each API: more than its worker has places. */
const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_MS = 6_000;

/** @returns sales a second through all its APIs. */
async function sell({ demo }: Stack, apiUrls: readonly string[]): Promise<number> {
  const call = {
    ...({ method: 'POST', path: '/api/invoices/cash/create-and-print', body: SALE_BODY } as const),
    headers: { Authorization: `Bearer ${demo.testKey}` },
  };
  const loads = await Promise.all(
    apiUrls.map((url) =>
      putLoad({
        ...{ port: Number(new URL(url).port), connections: CONNECTIONS, forMs: ROUND_MS },
        ...{ next: () => call, status: 201 },
      }),
    ),
  );
  return loads.reduce((sum, { answers, tookMs }) => sum + (answers / tookMs) * 1_000, 0);
}

const one = await openService({ authorityMs: AUTHORITY_MS });
const two = await openService({ authorityMs: AUTHORITY_MS, workers: 2 });
const second = await two.stack.startBeside('api', {});
try {
  const apiUrls = [two.stack.apiUrl, second.url];
  const ratios: number[] = [];
  // The first round warms up and is thrown away.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const alone = await sell(one.stack, [one.stack.apiUrl]);
    const both = await sell(two.stack, apiUrls);
    if (round > 0) ratios.push(both / alone);
    const ratio = `${(both / alone).toFixed(2)} ×`;
    say(`one of each ${alone.toFixed(0)}/s, two of each ${both.toFixed(0)}/s: ${ratio}`);
  }
  say(`median ${median(ratios).toFixed(2)} × (goal ≥ 1.8)`);
} finally {
  await second.process.stop();
  await two.close();
  await one.close();
}
