// How much more two workers and two APIs sell than one of each, on the same cores, where the
// authority takes 300 ms. Both services are there all the time and sell in alternating rounds.

import { compareInRounds } from '../measuring/rounds.ts';
import type { Bench } from '../measuring/rounds.ts';
import { openService } from '../service/service.ts';
import { httpSide, sell } from './http.ts';

const AUTHORITY_MS = 300;

export const benchScale: Bench = async (rounds, report) => {
  const one = await openService({ authorityMs: AUTHORITY_MS });
  const two = await openService({ authorityMs: AUTHORITY_MS, workers: 2 });
  const second = await two.stack.startBeside('api', {});
  try {
    const apiUrls = [two.stack.apiUrl, second.url];
    const processes = { ...two.pidsOf('api', 'worker', 'worker-2'), 'api-2': second.process.pid };
    const alone = one.pidsOf('api', 'worker');
    const comparison = {
      path: 'scale: two of each',
      ours: httpSide('two', apiUrls, sell(two.stack), 201, processes),
      baseline: httpSide('one', [one.stack.apiUrl], sell(one.stack), 201, alone),
      goal: 1.8,
    };
    // A round begins and ends with sales that wait for the authority.
    report(await compareInRounds(comparison, { ...rounds, ms: 2 * rounds.ms }));
  } finally {
    await second.process.stop();
    await two.close();
    await one.close();
  }
};
