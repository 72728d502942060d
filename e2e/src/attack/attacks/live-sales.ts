// Live sales where nothing live could be registered: at a process that knows no live endpoint, and with
// the simulator in its place.

import { callerOf } from '../../contract/shop.ts';
import { callsOfSales } from '../../sales-calls.ts';
import { expectStatus } from '../target.ts';
import type { Attack } from '../target.ts';

export const liveSales: readonly Attack[] = [
  {
    name: 'a live key at a process without a live endpoint',
    run: async ({ service: { stack }, attacker }) => {
      const { url, process } = await stack.startBeside('api', {});
      try {
        const live = callerOf({ stack: { ...stack, apiUrl: url } }, attacker.live.key);
        let answer = '';
        for (const call of callsOfSales(live)) {
          const refused = await call();
          const { code } = refused.body as { code?: string };
          answer = `${expectStatus(refused, 403)}, ${String(code)}`;
          if (code !== 'LIVE_ENDPOINT_MISSING') throw new Error(answer);
        }
        return answer;
      } finally {
        await process.stop();
      }
    },
  },
  {
    name: 'a worker with the simulator as its live endpoint',
    run: async ({ service: { stack } }) => {
      const started = await stack.startBeside('worker', { EFI_LIVE_URL: stack.efiTestUrl }).then(
        ({ process }) => process,
        (error: unknown) => String(error),
      );
      if (typeof started !== 'string') {
        await started.stop();
        throw new Error('the worker has started');
      }
      if (!started.includes('EFI_LIVE_URL is no live endpoint')) throw new Error(started);
      return 'the worker does not start';
    },
  },
];
