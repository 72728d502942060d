import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigurationError, loadEnv, pickVariables, redactEnv } from './env.ts';

const schema = z.object({
  DATABASE_URL: z.string(),
  API_PORT: z.coerce.number().int().positive().default(3000),
  LOG_LEVEL: z.enum(['info', 'debug']).default('info'),
});

describe('configuration', () => {
  test('an empty variable takes the default, as an absent one does', () => {
    expect(loadEnv(schema, { DATABASE_URL: 'postgresql://x', API_PORT: '' }).API_PORT).toBe(3000);
  });

  test('every problem is listed at once', () => {
    let message = '';
    try {
      loadEnv(schema, { API_PORT: 'many', LOG_LEVEL: 'loud' });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
      message = String(error);
    }
    expect(message).toContain('DATABASE_URL');
    expect(message).toContain('API_PORT');
    expect(message).toContain('LOG_LEVEL');
  });

  test('what may be logged holds no secret', () => {
    const shown = JSON.stringify(
      redactEnv({
        DATABASE_URL: 'postgresql://user:hunter2@127.0.0.1/db',
        CERTIFICATE_IDENTITY: 'AGE-SECRET-KEY-1XYZ',
        REDIS_URL: 'rediss://:p@ss/hunter2@127.0.0.1:6379',
        API_DATABASE_URL: 'postgresql://127.0.0.1/db?user=u&password=hunter2&sslmode=verify-full',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer hunter2',
        API_PORT: 3000,
      }),
    );
    expect(shown).toContain('verify-full');
    expect(shown).not.toContain('hunter2');
    expect(shown).not.toContain('AGE-SECRET');
    expect(shown).toContain('127.0.0.1');
    expect(shown).toContain('3000');
  });
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const url = 'postgresql://fiscal:hunter2@postgres/fiscal';
  const path = join(folder, 'database-url');
  writeFileSync(path, `${url}\n`);

  test('any variable of a process can come from the file that …_FILE names', () => {
    expect(loadEnv(schema, { DATABASE_URL_FILE: path }).DATABASE_URL).toBe(url);
    expect(loadEnv(schema, { DATABASE_URL_FILE: path, DATABASE_URL: '' }).DATABASE_URL).toBe(url);
  });

  test('a …_FILE that belongs to the process itself is no such file', () => {
    const own = z.object({ STATE: z.string().optional(), STATE_FILE: z.string() });
    expect(loadEnv(own, { STATE_FILE: '/nowhere' })).toEqual({ STATE_FILE: '/nowhere' });
  });

  test('a file that cannot be read, and a variable set twice, are listed with the other problems', () => {
    const twice = { DATABASE_URL: url, DATABASE_URL_FILE: path };
    expect(() => loadEnv(schema, twice)).toThrow(/DATABASE_URL is set, and DATABASE_URL_FILE is/);
    const missing = { DATABASE_URL_FILE: join(folder, 'missing'), LOG_LEVEL: 'loud' };
    expect(() => loadEnv(schema, missing)).toThrow(
      /DATABASE_URL_FILE must be .*ENOENT[^]*LOG_LEVEL/,
    );
  });

  test('a child process gets the variables that are named and no other', () => {
    const source = { PATH: '/bin', LANG: '', DATABASE_URL: url, CERTIFICATE_IDENTITY: 'AGE-1' };
    expect(pickVariables(['PATH', 'LANG', 'TZ'], source)).toEqual({ PATH: '/bin' });
  });
});
