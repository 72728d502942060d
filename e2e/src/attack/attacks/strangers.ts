// What a caller without a key asks for again and again: responses that are the same for all, on
// paths that no sign-in guards.

import { randomInt } from 'node:crypto';
import { inParallel } from '@fiscal/testbed';
import type { Attack } from '../target.ts';

const AT_ONCE = 50;
/** The budget of an address, as apps/api/src/limits/anonymous-calls.ts has it. */
const BUDGET = { calls: 1_000, ms: 10_000 };
/** Pass a budget on any machine that takes 150 calls a second; one that is slower keeps it so. */
const CALLS = 3 * BUDGET.calls;
const PAGES = ['/openapi.json', '/docs/swagger-ui/swagger-ui-bundle.js', '/admin/'];
/** One call of so many is of a page: the others use the budget up on a slow machine, too. */
const EVERY = 10;

export const strangers: readonly Attack[] = [
  {
    name: `a stranger reads the OpenAPI document and pages, ${AT_ONCE} at a time`,
    run: async ({ service }) => {
      const paths = Array.from({ length: CALLS }, (_, at) =>
        at % EVERY === 0 ? (PAGES[(at / EVERY) % PAGES.length] ?? '/') : '/nothing',
      );
      // Of its own, and of this attempt: the budget of an address is shared by all who have it.
      const headers = { 'X-Forwarded-For': `198.19.${randomInt(256)}.${randomInt(256)}` };
      const begun = performance.now();
      const responses = await inParallel(paths, AT_ONCE, async (path) => {
        const response = await fetch(service.stack.apiUrl + path, { headers });
        await response.arrayBuffer();
        return { status: response.status, wait: Number(response.headers.get('Retry-After')) };
      });
      // Another window begins with the first call after the one before.
      const windows = Math.ceil((performance.now() - begun) / BUDGET.ms);
      const of = (...wanted: number[]) =>
        responses.filter(({ status }) => wanted.includes(status)).length;
      const [served, refused] = [of(200, 404), of(429)];
      const words = `${served} served, ${refused} refused for now, ${windows} × 10 s`;
      const isKept = served > 0 && served <= windows * BUDGET.calls;
      const isSaid = responses.every(
        ({ status, wait }) => status !== 429 || (wait >= 1 && wait * 1_000 <= BUDGET.ms),
      );
      const statuses = [...new Set(responses.map(({ status }) => status))];
      if (!isKept || !isSaid || served + refused < CALLS) {
        throw new Error(`${words}; statuses ${statuses.join(', ')}`);
      }
      return words;
    },
  },
];
