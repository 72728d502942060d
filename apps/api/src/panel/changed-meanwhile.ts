// 412: somebody else has changed it since the caller read it. Says how it is now, who changed which
// field and when, so that a person can choose.

import { listAudit } from '@fiscal/db/audit';
import type { AuditedChange } from '@fiscal/db/audit';
import type { Database } from '@fiscal/db/connection';
import { refuse } from '../http/refusal/refusal.ts';
import type { Refusal } from '../http/refusal/refusal.ts';
import type { Actor } from '../access/actor.ts';

const CHANGED = 'Somebody else has changed this meanwhile.';
/** Older changes of a field are of no use to who chooses between two values. */
const ROWS = 20;

/** @param current as the endpoint returns it. */
export async function refuseStale(
  { db }: { db: Database },
  actor: Actor,
  entityId: string,
  current: object,
): Promise<Refusal> {
  const rows = await listAudit(db, { entityId, onlyPeople: false }, null, ROWS);
  return refuse('CHANGED_MEANWHILE', CHANGED, { current, changes: lastChanges(rows, actor) });
}

/** By field the newest change, with its author as the audit log names them. */
function lastChanges(rows: readonly AuditedChange[], { role }: Actor) {
  const byPath = new Map<string, { path: string; by: string | null; at: string }>();
  for (const { after, at, actorName, actorEmail, isByOperator } of rows) {
    // A company sees that an operator did it, not how to reach that person.
    const isUnnamed = isByOperator && role !== 'operator';
    const by = actorName ?? (isUnnamed ? null : actorEmail);
    for (const path of Object.keys(after ?? {})) {
      if (!byPath.has(path)) byPath.set(path, { path, by, at: at.toISOString() });
    }
  }
  return [...byPath.values()];
}
