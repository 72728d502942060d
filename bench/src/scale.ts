// `npm run bench:scale`: how much more two workers and two APIs sell than one of each, on the same
// cores, where the authority takes 300 ms. Both services are there all the time and sell in
// alternating rounds.

import { httpSide, sell } from './http-paths.ts';
import { compareInRounds } from './rounds.ts';
import { openService } from './service.ts';
import { lineOf, say } from './table.ts';

const AUTHORITY_MS = 300;
const ROUNDS = { count: 5, ms: 6_000 };

const one = await openService({ authorityMs: AUTHORITY_MS });
const two = await openService({ authorityMs: AUTHORITY_MS, workers: 2 });
const second = await two.stack.startBeside('api', {});
try {
  const apiUrls = [two.stack.apiUrl, second.url];
  const processes = { ...two.pidsOf('api', 'worker', 'worker-2'), 'api-2': second.process.pid };
  const comparison = {
    path: 'two of each',
    ours: httpSide('two', apiUrls, sell(two.stack), 201, processes),
    baseline: httpSide(
      'one',
      [one.stack.apiUrl],
      sell(one.stack),
      201,
      one.pidsOf('api', 'worker'),
    ),
    goal: 1.8,
  };
  say(lineOf(await compareInRounds(comparison, ROUNDS)));
} finally {
  await second.process.stop();
  await two.close();
  await one.close();
}
