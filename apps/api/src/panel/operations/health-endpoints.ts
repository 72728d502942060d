// The health of the service, for operators: once, or as it changes.

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { EventStream } from '../../http/event-stream.ts';
import type { AdminDependencies } from '../dependencies.ts';
import { answer, defineRoute, refuse, WRITTEN } from '../../http/endpoint.ts';
import { openEventStream } from '../live-view.ts';
import { health, healthQuery } from './health-schemas.ts';
import { readHealth } from './health-snapshot.ts';

const TAG = 'Panel: operations';
const EVERY_MS = 2_000;

const readRoute = defineRoute({
  method: 'get',
  path: '/operations/health',
  access: 'operator',
  operationId: 'readHealth',
  tag: TAG,
  summary: 'How lanes, workers, the authority and prints are',
  query: healthQuery,
  result: health,
  async handle({ deps, query }) {
    return answer(await readHealth(deps, query.minutes));
  },
});

const watchRoute = defineRoute({
  method: 'get',
  path: '/operations/events',
  access: 'operator',
  operationId: 'watchHealth',
  tag: TAG,
  summary: 'Server-sent events: `health` with the body of `/operations/health` every two seconds',
  query: healthQuery,
  result: z.undefined(),
  status: 200,
  mediaType: 'text/event-stream',
  handle(call) {
    const stream = openEventStream(call, ({ role }) => role === 'operator');
    if (!stream) {
      const message = 'This session has too many live views open.';
      return Promise.resolve(refuse('TOO_MANY_ATTEMPTS', message));
    }
    void push(call.deps, stream, call.query.minutes);
    return Promise.resolve(WRITTEN);
  },
});

/** Never fails: what cannot be read now is read again. */
async function push(deps: AdminDependencies, stream: EventStream, minutes: number): Promise<void> {
  while (!stream.signal.aborted) {
    if (stream.isListening()) {
      try {
        stream.send('health', await readHealth(deps, minutes));
      } catch (error) {
        deps.logger.warn({ err: error }, 'the health could not be read; it will be');
      }
    }
    // The end of the stream ends the pause, too.
    await sleep(EVERY_MS, undefined, { signal: stream.signal }).catch(() => undefined);
  }
}

/** Everything of the service's health. */
export const healthRoutes = [readRoute, watchRoute];
