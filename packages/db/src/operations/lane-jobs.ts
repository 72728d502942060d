// The jobs of a lane, one by one: what is in progress, what waits, what was put off, the oldest
// first.

import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { PrintKind } from '../work/work.ts';

export interface LaneJob {
  /** The invoice, or the key operation. */
  subjectId: string;
  kind: 'fiscalize' | 'deliver' | 'key_operation' | PrintKind;
  companyId: string;
  companyName: string;
  environment: Environment;
  state: 'working' | 'waiting' | 'postponed';
  attempts: number;
  createdAt: Date;
  /** Null where it is not due by itself. */
  scheduledAt: Date | null;
}

/** More are counted, not listed. */
const MOST = 50;

/** At most 50, the oldest first. @param environment null for both. */
export const listLaneJobs = statement.all<
  { kinds: readonly LaneJob['kind'][]; environment: Environment | null },
  LaneJob
>(
  'list_lane_jobs',
  `select w.subject_id as "subjectId", w.kind, w.company_id as "companyId", c.name as "companyName",
     w.environment, w.attempts, w.created_at as "createdAt",
     nullif(w.scheduled_at, 'infinity') as "scheduledAt",
     case when w.leased_until >= now() then 'working'
          when w.scheduled_at > now() + interval '1 minute' then 'postponed'
          else 'waiting' end as state
   from work w join company c on c.id = w.company_id
   where w.kind = any(:kinds::work_kind[]) and (:environment::environment is null or w.environment = :environment)
   order by w.created_at, w.subject_id limit ${MOST}`,
);
