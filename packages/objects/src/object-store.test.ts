// Both stores, by what they promise; the second one is a real S3 server, where there is one.

import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@fiscal/testbed';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { examineReading, examineWriting } from './examine-store.ts';
import { openFolderStore } from './folder-store.ts';
import { ObjectNotIntactError, ObjectStoreUnavailableError } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';
import { readObject, sha256Of } from './read-object.ts';
import { openS3Store } from './s3-store.ts';
import { S3_KEYS, S3_REGION, startS3Server, whyNoS3Server } from './testing/s3-server.ts';
import type { S3Server } from './testing/s3-server.ts';

let folder: string;
let server: S3Server | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'));
  if (whyNoS3Server === null) server = await startS3Server();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server?.close();
});

const inS3 = (other: Partial<Parameters<typeof openS3Store>[0]> = {}) =>
  openS3Store({ url: server?.url ?? '', region: S3_REGION, ...S3_KEYS, ...other });
const why = whyNoS3Server === null ? '' : ` (${whyNoS3Server})`;
const describeS3 = whyNoS3Server === null ? describe : describe.skip;

const promises = (open: () => ObjectStore) => () => {
  test('what is put comes back byte for byte, again and again, until it is deleted', async () => {
    const store = open();
    const bytes = randomBytes(100_000);
    for (const key of ['prints/2026-11/a.pdf', 'b', 'prints/2026-11/c-d_e.f']) {
      expect(await store.get(key)).toBeNull();
      await store.put(key, bytes);
      await store.put(key, bytes);
      expect(await store.get(key)).toEqual(bytes);
      await store.delete(key);
      expect(await store.get(key)).toBeNull();
      await store.delete(key);
    }
  });

  test('an object may be empty', async () => {
    await open().put('empty', Buffer.alloc(0));
    expect(await open().get('empty')).toEqual(Buffer.alloc(0));
  });

  test('a key that leads elsewhere is none', async () => {
    const hostile = [
      '../a',
      'a/../../b',
      '/etc/passwd',
      'a//b',
      '.a',
      'a/.b',
      'a\0',
      'a?b',
      'a b',
      '',
    ];
    for (const key of [...hostile, 'A', 'a/', 'a#b', 'a%2e%2e/b', 'a\\..\\b']) {
      const calls: (() => Promise<unknown>)[] = [
        () => open().get(key),
        () => open().put(key, Buffer.alloc(1)),
        () => open().delete(key),
      ];
      for (const call of calls) {
        await expect(Promise.resolve().then(call)).rejects.toThrow('is no key of an object');
      }
    }
  });

  test('is well for the doctor, who leaves nothing in it', async () => {
    const put: string[] = [];
    const store = open();
    const noting = {
      ...store,
      put: (key: string, bytes: Uint8Array) => {
        put.push(key);
        return store.put(key, bytes);
      },
    };
    expect(await examineReading(noting)).toBeNull();
    expect(await examineWriting(noting)).toBeNull();
    expect(put).toEqual([expect.stringMatching(/^probe\//)]);
    expect(await store.get(put[0]!)).toBeNull();
  });

  test('that keeps something else, or nothing, is found by the doctor', async () => {
    const [store, bytes] = [open(), Buffer.from('other')];
    const other = { ...store, put: (key: string) => store.put(key, bytes) };
    expect(await examineWriting(other)).toMatchObject({ code: 'OBJECT_STORE_BROKEN' });
    const undying = { ...store, delete: () => Promise.resolve() };
    expect(await examineWriting(undying)).toMatchObject({ code: 'OBJECT_STORE_BROKEN' });
  });

  test('what was changed or lost is never returned', async () => {
    const store = open();
    const [bytes, key] = [Buffer.from('right'), 'read/back'];
    const at = { key, sha256: sha256Of(bytes) };
    await expect(readObject(store, at)).rejects.toThrow(ObjectNotIntactError);
    await store.put(key, bytes);
    expect(await readObject(store, at)).toEqual(bytes);
    await store.put(key, Buffer.from('wrong'));
    await expect(readObject(store, at)).rejects.toThrow('read/back was changed');
  });
};

describe(
  'a folder',
  promises(() => openFolderStore(folder)),
);
describeS3(`a bucket${why}`, promises(inS3));

describe('a folder', () => {
  test('that is not there is a store that is away, and is not made', async () => {
    const store = openFolderStore(join(folder, 'away'));
    const code = 'OBJECT_STORE_UNAVAILABLE';
    expect(await examineReading(store)).toMatchObject({ code });
    expect(await examineWriting(store)).toMatchObject({ code });
    await expect(store.put('a', Buffer.alloc(1))).rejects.toThrow(ObjectStoreUnavailableError);
    await expect(store.get('a')).rejects.toThrow(ObjectStoreUnavailableError);
    expect(await readdir(folder)).not.toContain('away');
  });

  test('has no half of an object where writing fails', async () => {
    // A folder in the place of the file.
    await mkdir(join(folder, 'half/a'), { recursive: true });
    const put = openFolderStore(folder).put('half/a', Buffer.alloc(1_000));
    await expect(put).rejects.toThrow(ObjectStoreUnavailableError);
    expect(await readdir(join(folder, 'half'))).toEqual(['a']);
  });
});

describeS3(`a bucket${why}`, () => {
  const refusal = async (other: Parameters<typeof inS3>[0]) => {
    await inS3().put('there', Buffer.from('x'));
    const store = inS3(other);
    const calls = [store.get('there'), store.put('there', Buffer.from('y')), store.delete('there')];
    const ends = await Promise.allSettled(calls);
    expect(await inS3().get('there')).toEqual(Buffer.from('x'));
    const reasons = ends.map((end) => (end.status === 'rejected' ? end.reason : null));
    for (const reason of reasons) expect(reason).toBeInstanceOf(ObjectStoreUnavailableError);
    return new Set(reasons.map(String));
  };
  const says = (words: string) =>
    new Set([`ObjectStoreUnavailableError: The object store cannot be used now: ${words}`]);

  test('verifies signatures: a wrong key, region or bucket is refused, and is no missing object', async () => {
    expect(await refusal({ secretKey: 'wrong' })).toEqual(
      says('it responds with 403 SignatureDoesNotMatch'),
    );
    expect(await refusal({ accessKey: 'fiscal:other' })).toEqual(
      says('it responds with 403 SignatureDoesNotMatch'),
    );
    expect(await refusal({ region: 'eu-west-1' })).toEqual(
      says('it responds with 400 AuthorizationHeaderMalformed'),
    );
    expect(await refusal({ url: `${server!.url}-other` })).toEqual(
      says('it responds with 404 NoSuchBucket'),
    );
  });

  test('that does not respond is a store that is away, after seconds', async () => {
    const patience = { timeoutMs: 300 };
    server!.freeze();
    try {
      await expect(inS3(patience).get('a')).rejects.toThrow(ObjectStoreUnavailableError);
      await expect(inS3(patience).put('a', Buffer.of(1))).rejects.toThrow(
        ObjectStoreUnavailableError,
      );
    } finally {
      server!.thaw();
    }
    const nowhere = { url: `http://127.0.0.1:${await freePort()}/fiscal`, ...patience };
    await expect(inS3(nowhere).get('a')).rejects.toThrow('ECONNREFUSED');
  });
});
