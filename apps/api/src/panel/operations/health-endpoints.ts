// The health of the service, for operators: once, or as it changes.

import { setTimeout as sleep } from 'node:timers/promises';
import { endpointsFor, ok, WRITTEN } from '../../http/endpoint.ts';
import type { EventStream } from '../../http/response/event-stream.ts';
import { refuse } from '../../http/refusal/refusal.ts';
import { openEventStream } from '../live-view.ts';
import type { StreamDependencies } from '../live-view.ts';
import { mayCall } from '../role-matrix.ts';
import { health, healthQuery } from './health-schemas.ts';
import { readHealth } from './health-snapshot.ts';
import type { HealthDependencies } from './health-snapshot.ts';

type WatchDependencies = HealthDependencies & StreamDependencies;

const { get } = endpointsFor<WatchDependencies>()('/operations', {
  tag: 'Panel: operations',
  access: 'service-read',
});

const EVERY_MS = 2_000;

/** Lanes, workers, authority and prints: once, or as server-sent events. */
export const healthEndpoints = [
  get('/health', {
    operationId: 'readHealth',
    summary: 'How lanes, workers, the authority and prints are',
    query: healthQuery,
    result: health,
    handle: async ({ deps, query }) => ok(await readHealth(deps, query.minutes)),
  }),
  get('/events', {
    operationId: 'watchHealth',
    summary: 'Server-sent events: `health` with the body of `/operations/health` every two seconds',
    query: healthQuery,
    mediaType: 'text/event-stream',
    handle(call) {
      const stream = openEventStream(call, (actor) => mayCall('service-read', actor, undefined));
      if (!stream) {
        return refuse('TOO_MANY_ATTEMPTS', 'This session has too many live views open.');
      }
      void push(call.deps, stream, call.query.minutes);
      return WRITTEN;
    },
  }),
];

/** Never fails: what cannot be read now is read again. */
async function push(deps: WatchDependencies, stream: EventStream, minutes: number): Promise<void> {
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
