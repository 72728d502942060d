// A lane in detail, for operators: its jobs, what it did in each hour, and its pause.

import type { Database } from '@fiscal/db/connection';
import { listLaneJobs, pauseLane, readLaneHours, resumeLane } from '@fiscal/db/operations';
import type { LaneJob } from '@fiscal/db/operations';
import { ALL_PRINT_KINDS } from '@fiscal/db/work';
import type { Environment } from '@fiscal/domain';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { auditName } from '../../access/actor.ts';
import { laneChange, laneDetail, laneQuery, pauseBody, resumeBody } from './health-schemas.ts';
import type { LANE_ORDER } from './health-schemas.ts';
import { dropSnapshots } from './health-snapshot.ts';

const { get, post } = endpointsFor<{ db: Database }>()('/operations/lane', {
  tag: 'Panel: operations',
  access: 'operator',
});

/** Which work a lane is made of; null for that of both environments. */
const WORK_OF_LANE: Readonly<
  Record<
    (typeof LANE_ORDER)[number],
    { kinds: readonly LaneJob['kind'][]; environment: Environment | null }
  >
> = {
  fiscalization: { kinds: ['fiscalize'], environment: 'live' },
  'test-fiscalization': { kinds: ['fiscalize'], environment: 'test' },
  registry: { kinds: ['key_operation'], environment: null },
  printing: { kinds: ALL_PRINT_KINDS, environment: null },
  delivery: { kinds: ['deliver'], environment: null },
};

/** The jobs of a lane, its hours, and its pause. */
export const laneEndpoints = [
  get('', {
    operationId: 'readLane',
    summary: 'The jobs of a lane, the oldest first, and what it did in each of the last 24 hours',
    query: laneQuery,
    result: laneDetail,
    async handle({ deps: { db }, query: { lane } }) {
      const hours = (await readLaneHours(db))
        .filter((row) => row.lane === lane)
        .map(({ hour, done, failed }) => ({ hour, done, failed }));
      return ok({ hours, jobs: await listLaneJobs(db, WORK_OF_LANE[lane]) });
    },
  }),
  post('/pause', {
    operationId: 'pauseLane',
    summary:
      'Has workers take nothing from a lane, within two seconds; what is in progress is finished',
    body: pauseBody,
    result: laneChange,
    async handle({ deps: { db }, actor, body: { lane, reason } }) {
      await pauseLane(db, { actor: auditName(actor), lane, reason });
      dropSnapshots(db);
      return ok({ isPaused: true });
    },
  }),
  post('/resume', {
    operationId: 'resumeLane',
    summary: 'Has workers take from a lane again',
    body: resumeBody,
    result: laneChange,
    async handle({ deps: { db }, actor, body: { lane } }) {
      await resumeLane(db, { actor: auditName(actor), lane });
      dropSnapshots(db);
      return ok({ isPaused: false });
    },
  }),
];
