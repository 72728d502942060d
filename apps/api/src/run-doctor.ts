// The checks of the API by hand, with its configuration: `node apps/api/dist/doctor.js`.

import { openDatabase, poolerOf } from '@fiscal/db/connection';
import { openObjectStore } from '@fiscal/objects/env';
import { redisStoreOf } from '@fiscal/queue/waker';
import { openDoctor, runDoctorByHand } from '@fiscal/runtime';
import { apiExaminations } from './doctor/examinations.ts';
import { apiEnvSchema, panelEnv } from './env.ts';

await runDoctorByHand(apiEnvSchema, (env) => {
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
  const doctor = openDoctor('api', apiExaminations(env, panelEnv(env), db, redisStoreOf(env)));
  return { doctor, close: () => db.close() };
});
