// What somebody without a key asks for again and again: answers that are the same for everybody, on
// paths that no sign-in guards.

import { atPace } from '@fiscal/testbed';
import type { Attack } from '../target.ts';

const A_SECOND = 120;
/** More than the budget of an address: 1 000 calls in 10 s. */
const CALLS = 1_500;
/** Of its own: the budget of an address is shared by all who have it. */
const ADDRESS = { 'X-Forwarded-For': '198.18.200.1' };
const PATHS = ['/openapi.json', '/docs/swagger-ui/swagger-ui-bundle.js', '/nothing', '/admin/'];

export const strangers: readonly Attack[] = [
  {
    name: `a stranger reads the OpenAPI document and pages, ${A_SECOND} a second`,
    run: async ({ service }) => {
      const counts = new Map<number, number>();
      const calls = Array.from({ length: CALLS }, (_, at) => PATHS[at % PATHS.length] ?? '/');
      await atPace(calls, 1_000 / A_SECOND, async (path) => {
        const response = await fetch(service.stack.apiUrl + path, { headers: ADDRESS });
        await response.arrayBuffer();
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      });
      const [read = 0, refused = 0] = [counts.get(200), counts.get(429)];
      if (read === 0 || refused === 0 || read + refused + (counts.get(404) ?? 0) < CALLS) {
        throw new Error(`answers by status: ${JSON.stringify([...counts])}`);
      }
      return `${read} read, ${refused} refused for now`;
    },
  },
];
