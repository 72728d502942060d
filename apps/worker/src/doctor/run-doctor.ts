// The checks of a worker by hand, with its configuration: `node apps/worker/dist/doctor.js`.

import { openDatabase, poolerOf } from '@fiscal/db/connection';
import { examineWriting } from '@fiscal/objects';
import { openObjectStore } from '@fiscal/objects/env';
import { redisStoreOf } from '@fiscal/queue/listener';
import { createLogger, openDoctor, runDoctorByHand } from '@fiscal/runtime';
import { examineChromeStart } from './chrome.ts';
import { workerExaminations } from './examinations.ts';
import { mailExamination } from './mail-server.ts';
import { workerEnvSchema } from '../env.ts';
import type { PrintingEnv } from '../env.ts';

await runDoctorByHand(workerEnvSchema, (env) => {
  const db = openDatabase({
    url: env.DATABASE_URL,
    ...poolerOf(env),
    objects: openObjectStore(env),
    maxConnections: 4,
    applicationName: 'fiscal-doctor',
    connectionTimeoutMs: 5_000,
    // The check that fails says it.
    onError: () => undefined,
  });
  const logger = createLogger({ name: 'doctor', level: 'silent' });
  const examineChrome = (printing: PrintingEnv) =>
    examineChromeStart({ ...printing, LOG_LEVEL: 'silent' }, logger);
  const store = redisStoreOf(env);
  const examineMail = mailExamination(env);
  const byHand = { examineChrome, examineObjects: examineWriting, examineMail };
  const examinations = workerExaminations({ env, db, store, ...byHand });
  return { doctor: openDoctor('worker', examinations), close: () => db.close() };
});
