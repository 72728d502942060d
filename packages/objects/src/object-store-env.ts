// The variables of the object store, in the schema of each process that reads or moves, and the
// store that they name.

import { isAbsolute, normalize } from 'node:path';
import { encryptedUrl } from '@fiscal/runtime';
import { z } from 'zod';
import { openFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Store } from './s3-store.ts';

function isPlace(text: string): boolean {
  if (isAbsolute(text)) return normalize(text) === text && !text.endsWith('/');
  if (!encryptedUrl.safeParse(text).success) return false;
  const { pathname, username, search, hash } = new URL(text);
  return pathname !== '/' && `${username}${search}${hash}` === '';
}

export const objectStoreVariables = {
  OBJECT_STORE: z
    .string()
    .refine(isPlace, {
      message:
        'must be a folder, or an endpoint with its bucket, https://s3.example/fiscal ' +
        '(http: is for loopback addresses only)',
    })
    .meta({ example: '/srv/fiscal-objects' })
    .optional()
    .describe(
      'Where prints and messages are that have left PostgreSQL (docs/data.md#object-store): a ' +
        'folder, /srv/fiscal-objects, or an endpoint and its bucket, ' +
        'https://s3.example/fiscal. The same for API, archive and the workers that move.',
    ),
  OBJECT_STORE_REGION: z.string().default('us-east-1').describe('The region of a bucket.'),
  OBJECT_STORE_ACCESS_KEY: z
    .string()
    .meta({ example: 'fiscal' })
    .optional()
    .describe(
      'The name of the key of a bucket. API and archive only read, a worker puts, reads, ' +
        'and deletes below probe/.',
    ),
  OBJECT_STORE_SECRET_KEY: z.string().optional().meta({
    description: 'The key of a bucket; best as a file, OBJECT_STORE_SECRET_KEY_FILE.',
    isSecret: true,
  }),
};

export type ObjectStoreEnv = z.output<z.ZodObject<typeof objectStoreVariables>>;

/** For `refine`: a bucket needs its keys. */
export const OBJECT_STORE_KEYS = [
  (env: ObjectStoreEnv) => {
    const { OBJECT_STORE: place, OBJECT_STORE_ACCESS_KEY: key, OBJECT_STORE_SECRET_KEY } = env;
    const hasKeys = key !== undefined && OBJECT_STORE_SECRET_KEY !== undefined;
    return place === undefined || isAbsolute(place) || hasKeys;
  },
  {
    message:
      'must be set together with OBJECT_STORE_SECRET_KEY where OBJECT_STORE is an endpoint with its bucket.',
    path: ['OBJECT_STORE_ACCESS_KEY'],
  },
] satisfies [(env: ObjectStoreEnv) => boolean, object];

/** Null where none is configured. Nothing is asked of it yet. */
export function openObjectStore(env: ObjectStoreEnv): ObjectStore | null {
  const { OBJECT_STORE: place, OBJECT_STORE_REGION: region } = env;
  if (place === undefined) return null;
  if (isAbsolute(place)) return openFolderStore(place);
  const { OBJECT_STORE_ACCESS_KEY: accessKey = '', OBJECT_STORE_SECRET_KEY: secretKey = '' } = env;
  return openS3Store({ url: place, region, accessKey, secretKey });
}
