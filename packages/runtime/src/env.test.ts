import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigurationError, loadEnv, redactEnv } from './env.ts';

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
        API_PORT: 3000,
      }),
    );
    expect(shown).not.toContain('hunter2');
    expect(shown).not.toContain('AGE-SECRET');
    expect(shown).toContain('127.0.0.1');
    expect(shown).toContain('3000');
  });
});
