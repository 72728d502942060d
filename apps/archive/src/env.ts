import { OBJECT_STORE_KEYS, objectStoreVariables } from '@fiscal/objects/env';
import { postgresUrl } from '@fiscal/runtime';
import { z } from 'zod';

/** The configuration of the command `archive`. */
export const archiveEnvSchema = z
  .object({
    DATABASE_URL: postgresUrl.meta({
      description: 'The login of the API: `node apps/archive/dist/main.js` (docs/data.md#archive).',
      example: 'postgresql://fiscal_api_login:secret@127.0.0.1:5432/fiscal',
      isSecret: true,
    }),
    DATABASE_DIRECT_URL: postgresUrl.optional().meta({
      description:
        'PostgreSQL itself, with the same login, where DATABASE_URL leads to a pooler in ' +
        "transaction mode; used in its place then, because the lock of a company's archive " +
        'belongs to a session.',
      isSecret: true,
    }),
    ARCHIVE_SIGNING_KEY: z.string({ error: 'must be the PEM of an RSA key' }).meta({
      example: '-----BEGIN PRIVATE KEY-----…',
      description:
        'PEM of the RSA key, 3072 bits or more, that the manifests of the archive are signed ' +
        'with; best as a file, ARCHIVE_SIGNING_KEY_FILE.',
      isSecret: true,
    }),
    ...objectStoreVariables,
  })
  .refine(...OBJECT_STORE_KEYS);
