import { loadEnv } from '@fiscal/runtime';
import { expect, test } from '@jest/globals';
import { apiEnvSchema } from './env.ts';

const NEEDED = { DATABASE_URL: 'postgresql://api@127.0.0.1/fiscal', CERTIFICATE_RECIPIENT: 'age1' };
const WAITS = ['CREATE_AND_PRINT_WAIT_MS', 'REGISTRY_CALL_WAIT_MS', 'PDF_WAIT_MS'] as const;
const waitsOf = (ms: string) =>
  loadEnv(apiEnvSchema, { ...NEEDED, ...Object.fromEntries(WAITS.map((name) => [name, ms])) });

test('no wait of a call is longer than an API that ends lets its calls wait', () => {
  const env = waitsOf('30000');
  expect(WAITS.map((name) => env[name])).toEqual([30_000, 30_000, 30_000]);
  const lines = WAITS.map(
    (name) =>
      `  ${name}: must be at most 30000, because an API that ends cuts off calls that wait longer`,
  );
  expect(() => waitsOf('30001')).toThrow(`The configuration is not valid:\n${lines.join('\n')}`);
});
