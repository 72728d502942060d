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
import { panelEnv } from '../env.ts';
import type { ApiEnv } from '../env.ts';
import { examineSecondFactors } from './second-factors.ts';

/** As far as a worker's clock may be off by default; codes of second factors bear no more. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * What none of its roles needs is not examined.
 * @param store null where there is no Redis.
 */
export function apiExaminations(
  env: ApiEnv,
  db: Database,
  store: RedisStore | null,
): Examinations<'api'> {
  const panel = panelEnv(env);
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
