// How the API makes the checks that packages/runtime declares for it.

import {
  examineClock,
  examineDatabaseRole,
  examineIdClock,
  examineMonths,
  examineRecipient,
  examineSchema,
  examineSessions,
  examineUnsetStore,
} from '@fiscal/db/doctor';
import type { Database } from '@fiscal/db/connection';
import { examineReading } from '@fiscal/objects';
import { examineEvictionPolicy } from '@fiscal/queue/waker';
import type { RedisStore } from '@fiscal/queue/waker';
import type { Examinations } from '@fiscal/runtime';
import { examineSecondFactors } from './second-factors.ts';

/** As far as a worker's clock may be off by default; codes of second factors bear no more. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * What none of its roles needs is not examined.
 * @param panel null where the process does not serve it.
 * @param store null where there is no Redis.
 */
export function apiExaminations(
  env: { ALLOW_DATABASE_OWNER: boolean; DATABASE_DIRECT_URL?: string | undefined },
  panel: { CERTIFICATE_RECIPIENT: string; ADMIN_SECRET?: string | undefined } | null,
  db: Database,
  store: RedisStore | null,
): Examinations<'api'> {
  return {
    schema: () => examineSchema(db),
    'database-role': () => examineDatabaseRole(db, 'fiscal_api', env.ALLOW_DATABASE_OWNER),
    sessions: () => examineSessions(db, env.DATABASE_DIRECT_URL),
    clock: () => examineClock(db, CLOCK_TOLERANCE_MS),
    'new-invoices': () => examineIdClock(db),
    months: () => examineMonths(db),
    vault: panel && (() => examineRecipient(db, panel.CERTIFICATE_RECIPIENT)),
    'second-factors': panel && (() => examineSecondFactors(db, panel.ADMIN_SECRET)),
    'object-store': () => (db.objects ? examineReading(db.objects) : examineUnsetStore(db)),
    'redis-policy': async () => (store === null ? null : examineEvictionPolicy(store)),
  };
}
