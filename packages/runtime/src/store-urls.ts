import { z } from 'zod';

/** Where PostgreSQL is. */
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must be the URL of a PostgreSQL database' })
  .meta({ example: 'postgresql://fiscal_api_login:secret@127.0.0.1:5432/fiscal' });

export const redisUrl = z
  .string()
  .regex(/^rediss?:\/\//, { error: 'must be the URL of a Redis server' })
  .meta({ example: 'redis://:secret@127.0.0.1:6379' });
