// How a worker makes the checks that packages/runtime declares for it.

import {
  examineClock,
  examineDatabaseRole,
  examineIdentities,
  examineSchema,
} from '@fiscal/db/doctor';
import type { Database } from '@fiscal/db/connection';
import { examineEvictionPolicy } from '@fiscal/queue/listener';
import type { RedisStore } from '@fiscal/queue/listener';
import type { Examinations, Examine } from '@fiscal/runtime';
import type { WorkerEnv } from '../env.ts';
import { examineChromePath } from './chrome.ts';
import { examineAuthorityTrust } from './trust-anchors.ts';

/** What the checks ask; the store is null where there is no Redis. */
interface Examined {
  env: WorkerEnv;
  db: Database;
  store: RedisStore | null;
  /** By hand a browser is really started; at a start the print process does that beside. */
  examineChrome?: Examine;
}

export function workerExaminations(examined: Examined): Examinations<'worker'> {
  const { env, db, store, examineChrome = () => examineChromePath(env.CHROME_PATH) } = examined;
  return {
    schema: () => examineSchema(db),
    'database-role': () => examineDatabaseRole(db, 'fiscal_worker', env.ALLOW_DATABASE_OWNER),
    clock: () => examineClock(db, env.CLOCK_TOLERANCE_MS),
    vault: () => examineIdentities(db, env.CERTIFICATE_IDENTITY.split(',')),
    'redis-policy': async () => (store === null ? null : examineEvictionPolicy(store)),
    'trust-anchors': () => examineAuthorityTrust(env, new Date()),
    chrome: examineChrome,
  };
}
