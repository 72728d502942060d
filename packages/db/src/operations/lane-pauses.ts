// Lanes that a person has paused: no worker takes anything from them until they are resumed. What
// is in progress is finished.

import type { AuditAction } from '../audit/audit-actions.ts';
import { insertAudit } from '../audit/audit-row.ts';
import { statement } from '../connection/statement.ts';

/** A lane from which nothing is taken. */
export interface LanePause {
  lane: string;
  pausedAt: Date;
  /** The name of who did it, where there still is one. */
  pausedBy: string | null;
  reason: string;
}

/** Every lane that is paused, as people read it. */
export const readLanePauses = statement.all<object, LanePause>(
  'read_lane_pauses',
  `select p.lane, p.paused_at as "pausedAt", p.reason,
     (select nullif(u.name, '') from app_user u where 'user:' || u.id = p.paused_by) as "pausedBy"
   from lane_pause p order by p.lane`,
);

/** The names of the paused lanes alone. */
export const readPausedLanes = statement.all<object, { lane: string }>(
  'read_paused_lanes',
  'select lane from lane_pause',
);

const audited = (action: AuditAction, after: string) =>
  insertAudit(
    {
      actor: ':actor',
      companyId: 'null::uuid',
      action,
      entityId: 'null::uuid',
      after,
    },
    'changed',
  );

/** Empty where it is paused already. */
export const pauseLane = statement.all<
  { actor: string; lane: string; reason: string },
  { lane: string }
>(
  'pause_lane',
  `with changed as (
     insert into lane_pause (lane, paused_by, reason) values (:lane, :actor::text, :reason)
     on conflict (lane) do nothing returning lane, reason
   ), audited as (${audited('lane.paused', `jsonb_build_object('lane', lane, 'reason', reason)`)})
   select lane from changed`,
);

/** Empty where it is not paused. */
export const resumeLane = statement.all<{ actor: string; lane: string }, { lane: string }>(
  'resume_lane',
  `with changed as (
     delete from lane_pause where lane = :lane returning lane
   ), audited as (${audited('lane.resumed', `jsonb_build_object('lane', lane)`)})
   select lane from changed`,
);
