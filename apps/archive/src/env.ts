import { OBJECT_STORE_KEYS, objectStoreVariables } from '@fiscal/objects/env';
import { z } from 'zod';

/** The configuration of the command `archive`. `.env.example` describes every variable. */
export const archiveEnvSchema = z
  .object({
    DATABASE_URL: z.string(),
    /**
     * In its place where that leads to a pooler: the lock of a company's archive belongs to a
     * session.
     */
    DATABASE_DIRECT_URL: z.string().optional(),
    /** PEM of an RSA key of 3072 bits or more. */
    ARCHIVE_SIGNING_KEY: z.string(),
    ...objectStoreVariables,
  })
  .refine(...OBJECT_STORE_KEYS);
