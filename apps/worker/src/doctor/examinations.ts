// How a worker makes the checks that packages/runtime declares for it.

import {
  examineClock,
  examineDatabaseRole,
  examineIdentities,
  examineMonths,
  examineSchema,
  examineSessions,
} from '@fiscal/db/doctor';
import type { Database } from '@fiscal/db/connection';
import { examineReading } from '@fiscal/objects';
import type { ObjectStore } from '@fiscal/objects';
import { examineEvictionPolicy } from '@fiscal/queue/listener';
import type { RedisStore } from '@fiscal/queue/listener';
import type { Examinations, Finding } from '@fiscal/runtime';
import { printingEnv, signingEnv } from '../env.ts';
import type { PrintingEnv, WorkerEnv } from '../env.ts';
import { examineChromePath } from './chrome.ts';
import { examineAuthorityTrust } from './trust-anchors.ts';

/** What the checks ask; the store is null where there is no Redis. */
interface Examined {
  env: WorkerEnv;
  db: Database;
  store: RedisStore | null;
  /** By hand a browser is really started; at a start the print process does that beside. */
  examineChrome?: (env: PrintingEnv) => Promise<Finding | null>;
  /** By hand an object is really put. */
  examineObjects?: (objects: ObjectStore) => Promise<Finding | null>;
  /** By hand a sign-in is tried where this worker mails. */
  examineMail?: (() => Promise<Finding | null>) | null;
}

const examinePath = (env: PrintingEnv) => examineChromePath(env.CHROME_PATH);

/** What none of its roles needs is not examined. */
export function workerExaminations(examined: Examined): Examinations<'worker'> {
  const { env, db, store, examineChrome = examinePath, examineObjects = examineReading } = examined;
  const { examineMail = null } = examined;
  const { objects } = db;
  const signing = signingEnv(env);
  const printing = printingEnv(env);
  return {
    schema: () => examineSchema(db),
    'database-role': () => examineDatabaseRole(db, 'fiscal_worker', env.ALLOW_DATABASE_OWNER),
    sessions: () => examineSessions(db, env.DATABASE_DIRECT_URL),
    clock: () => examineClock(db, env.CLOCK_TOLERANCE_MS),
    months: () => examineMonths(db),
    vault: signing
      ? () => examineIdentities(db, signing.CERTIFICATE_IDENTITY.split(','))
      : () => Promise.resolve(examineUnneededIdentity(env)),
    'redis-policy': async () => (store === null ? null : examineEvictionPolicy(store)),
    'object-store': objects && (() => examineObjects(objects)),
    'trust-anchors': signing && (() => examineAuthorityTrust(signing, new Date())),
    'mail-server': examineMail,
    chrome: printing && (() => examineChrome(printing)),
  };
}

/** A remark: a worker that opens no key does its work with the identity, too. */
function examineUnneededIdentity(env: WorkerEnv): Finding | null {
  if (env.CERTIFICATE_IDENTITY === undefined) return null;
  const sentence =
    `CERTIFICATE_IDENTITY is set, and a worker with the roles ${env.WORKER_ROLES.join(', ')} opens no ` +
    'private key: take it away from this worker.';
  return { code: 'VAULT_IDENTITY_UNNEEDED', sentence, isRemark: true };
}
