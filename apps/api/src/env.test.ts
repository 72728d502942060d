import { loadEnv } from '@fiscal/runtime';
import { describe, expect, test } from '@jest/globals';
import { apiEnvSchema, panelEnv, poolSizeOf } from './env.ts';

const NEEDED = { DATABASE_URL: 'postgresql://api@127.0.0.1/fiscal', CERTIFICATE_RECIPIENT: 'age1' };
const WAITS = ['CREATE_AND_PRINT_WAIT_MS', 'KEY_OPERATION_WAIT_MS', 'PDF_WAIT_MS'] as const;
const waitsOf = (ms: string) =>
  loadEnv(apiEnvSchema, { ...NEEDED, ...Object.fromEntries(WAITS.map((name) => [name, ms])) });

test('no wait of a call is longer than an API that ends lets its calls wait', () => {
  const env = waitsOf('30000');
  expect(WAITS.map((name) => env[name])).toEqual([30_000, 30_000, 30_000]);
  const reason = 'because an API that ends cuts off calls that wait longer';
  const lines = WAITS.map((name) => {
    const example = name === 'PDF_WAIT_MS' ? '10000' : '15000';
    return `  ${name} must be at most 30000, ${reason}. For example: ${name}=${example}`;
  });
  expect(() => waitsOf('30001')).toThrow(`The configuration is not valid:\n${lines.join('\n')}`);
});

describe('the roles of an API process', () => {
  const { DATABASE_URL } = NEEDED;
  const load = (own: Record<string, string>) => loadEnv(apiEnvSchema, { DATABASE_URL, ...own });

  test('are both where nothing is said, with the connections of one that sells', () => {
    const env = loadEnv(apiEnvSchema, NEEDED);
    expect(env.API_ROLES).toEqual(['public', 'panel']);
    expect(poolSizeOf(env)).toBe(16);
    expect(panelEnv(env)).toMatchObject({ CERTIFICATE_RECIPIENT: 'age1' });
  });

  test('that serve the tills alone need no recipient, and have no settings of the panel', () => {
    const env = load({ API_ROLES: 'public' });
    expect(poolSizeOf(env)).toBe(16);
    expect(panelEnv(env)).toBeNull();
    expect(panelEnv(loadEnv(apiEnvSchema, { ...NEEDED, API_ROLES: 'public' }))).toBeNull();
  });

  test('that serve the panel alone have half as many connections, unless they are set', () => {
    const own = { ...NEEDED, API_ROLES: 'panel' };
    expect(poolSizeOf(loadEnv(apiEnvSchema, own))).toBe(8);
    expect(poolSizeOf(loadEnv(apiEnvSchema, { ...own, DATABASE_POOL_SIZE: '3' }))).toBe(3);
  });

  test('that serve the panel are refused without a recipient, and unknown ones by their names', () => {
    for (const own of [{}, { API_ROLES: 'panel' }, { API_ROLES: 'public, panel' }]) {
      expect(() => load(own)).toThrow(
        '  CERTIFICATE_RECIPIENT must be set for panel of API_ROLES: it seals what is uploaded.',
      );
    }
    expect(() => load({ API_ROLES: 'public,admin' })).toThrow(
      '  API_ROLES must be some of public, panel, with commas between; “admin” is none of them',
    );
  });
});
