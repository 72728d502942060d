// The variables that API and worker share: stores, log and traces. Each has its words here, and
// everything else that lists it is made of them (scripts/generate.mjs):
//
//   description   what it is for
//   example       its value in .env.example; without it that is the default
//   isSecret      a deployment sets it by a file, NAME_FILE
//   isOfImage     the images set it (deploy/Dockerfile)

import { z } from 'zod';
import { postgresUrl, redisUrl } from './store-urls.ts';
import { tracingVariables } from './tracing/tracing-env.ts';

/** Fields of a zod object, spread into the schema of each process. */
export const serviceVariables = {
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    description:
      'PostgreSQL itself, with the same login, where DATABASE_URL leads to a pooler in ' +
      'transaction mode (docs/scaling.md).',
    isSecret: true,
  }),
  DATABASE_POOLER_PREPARES: z
    .stringbool()
    .default(false)
    .describe(
      'That pooler keeps prepared statements: PgBouncer from 1.21 on, with ' +
        'max_prepared_statements.',
    ),
  ALLOW_DATABASE_OWNER: z
    .stringbool()
    .default(false)
    .describe('Lets the process start with a login that owns the tables or may do everything.'),
  REDIS_URL: redisUrl.optional().meta({
    description:
      'Wakes workers, and counts the calls of an API (noeviction). Without it PostgreSQL ' +
      'does both.',
    example: 'redis://:secret@127.0.0.1:6379',
    isSecret: true,
  }),
  REDIS_TLS_CA: z
    .string()
    .optional()
    .describe(
      "PEM file: the CAs of a rediss:// server, in place of the system's " +
        '(docs/operators-guide.md).',
    ),
  REDIS_SENTINELS: z
    .string()
    .optional()
    .describe(
      'Sentinels that say which server is the primary, host:port with commas between; user, ' +
        'password and TLS stand in REDIS_URL, whose host counts for nothing then ' +
        '(docs/scaling.md).',
    ),
  REDIS_SENTINEL_NAME: z.string().default('mymaster').describe('What the sentinels call it.'),
  REDIS_SENTINEL_PASSWORD: z
    .string()
    .optional()
    .meta({ description: "The sentinels' own password.", isSecret: true }),
  REDIS_CLUSTER: z
    .string()
    .optional()
    .describe(
      'Some nodes of a Redis Cluster, host:port with commas between; user, password and TLS ' +
        'stand in REDIS_URL, whose host counts for nothing then (docs/scaling.md).',
    ),
  QUEUE_PREFIX: z
    .string()
    .default('fiscal')
    .describe('Separates installations that share one Redis.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('What is logged, a JSON line an event on standard output.'),
  BUILD_COMMIT: z
    .string()
    .default('unknown')
    .meta({
      description:
        'The commit that this build was made from, for the metric fiscal_build_info; ' +
        'deploy/build-images.sh sets it in the images.',
      isOfImage: true,
    }),
  ...tracingVariables,
};
