import { loadEnv } from '@fiscal/runtime';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { OBJECT_STORE_KEYS, objectStoreVariables, openObjectStore } from './object-store-env.ts';

const schema = z.object(objectStoreVariables).refine(...OBJECT_STORE_KEYS);
const open = (OBJECT_STORE: string, other: Record<string, string> = {}) =>
  openObjectStore(loadEnv(schema, { OBJECT_STORE, ...other }));
const KEYS = { OBJECT_STORE_ACCESS_KEY: 'a', OBJECT_STORE_SECRET_KEY: 's' };

test('a folder needs no keys, a bucket does, and nothing is opened where none is set', () => {
  expect(open('')).toBeNull();
  expect(open('/srv/fiscal-objects')?.place).toBe('/srv/fiscal-objects');
  const url = 'https://s3.example:9000/fiscal';
  expect(open(`${url}/`, KEYS)?.place).toBe(url);
  for (const key of Object.keys(KEYS)) {
    expect(() => open(url, { ...KEYS, [key]: '' })).toThrow(
      'OBJECT_STORE_ACCESS_KEY must be set together with OBJECT_STORE_SECRET_KEY',
    );
  }
});

test.each([
  'srv/objects',
  './objects',
  '/srv/../objects',
  '/srv/objects/',
  's3://bucket',
  'https://s3.example',
  'https://s3.example/',
  'http://s3.example/fiscal',
  'https://a:b@s3.example/fiscal',
  'https://s3.example/fiscal?x=y',
  'https://s3.example/fiscal#x',
])('%s is no store, in one sentence', (place) => {
  expect(() => open(place, KEYS)).toThrow(
    /^The configuration is not valid:\n {2}OBJECT_STORE must be a folder[^\n]*$/,
  );
});
