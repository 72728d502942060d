// Objects in a bucket of a store that speaks the protocol of S3: three calls, signed with AWS's
// signature version 4 over every byte that is put.

import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { assertKey, ObjectStoreUnavailableError } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';

export interface S3Options {
  /** Endpoint and bucket, `https://s3.example/fiscal`; more of a path begins every key. */
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** How long one call takes at most, with its repetitions; 15 s if absent. */
  timeoutMs?: number;
}

/** After the first attempt, where the store is busy or says that it is broken. */
const RETRIES = 2;

export function openS3Store(options: S3Options): ObjectStore {
  const { url, region, accessKey, secretKey, timeoutMs = 15_000 } = options;
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: RETRIES });
  const place = url.replace(/\/+$/, '');

  const call = async (method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array) => {
    assertKey(key);
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const send = async (signal: AbortSignal) => {
      const response = await client.fetch(`${place}/${key}`, {
        method,
        ...(body && { body: Buffer.from(body) }),
        headers: { 'X-Amz-Content-Sha256': digest },
        // A redirect leads to another region or host, which the signature is not for.
        redirect: 'manual',
        signal,
      });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    try {
      return await within(timeoutMs, send);
    } catch (error) {
      throw new ObjectStoreUnavailableError(reasonOf(error), error);
    }
  };

  return {
    place,
    async put(key, bytes) {
      const { status, bytes: response } = await call('PUT', key, bytes);
      if (status !== 200) throw refusalOf(status, response);
    },
    async get(key) {
      const { status, bytes } = await call('GET', key);
      if (status === 200) return bytes;
      // A bucket that is missing is 404, too.
      if (status === 404 && codeOf(bytes) === 'NoSuchKey') return null;
      throw refusalOf(status, bytes);
    },
    async delete(key) {
      const { status, bytes } = await call('DELETE', key);
      if (status !== 204 && status !== 200 && codeOf(bytes) !== 'NoSuchKey') {
        throw refusalOf(status, bytes);
      }
    },
  };
}

/**
 * A signal alone is not enough: fetch holds it weakly, and a call whose signal is collected never
 * ends.
 */
async function within<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const controller = new AbortController();
  const timer = setTimeout(() => {
    late.reject(new Error(`no response within ${ms} ms`));
    controller.abort();
  }, ms);
  try {
    return await Promise.race([run(controller.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function refusalOf(status: number, response: Buffer): ObjectStoreUnavailableError {
  return new ObjectStoreUnavailableError(
    `it responds with ${status} ${codeOf(response)}`.trimEnd(),
  );
}

/** `AccessDenied`, `NoSuchKey`, …: the code in the XML of an error; else empty. */
function codeOf(response: Buffer): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(response.toString('latin1', 0, 2_000))?.[1] ?? '';
}

/** What fetch rejects with says what is wrong in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Partial<Error> };
  return cause?.message ?? message;
}
