import { z } from 'zod';

/** The configuration of the command `archive`. `.env.example` describes every variable. */
export const archiveEnvSchema = z.object({
  DATABASE_URL: z.string(),
  /** PEM of an RSA key of 3072 bits or more. */
  ARCHIVE_SIGNING_KEY: z.string(),
});
