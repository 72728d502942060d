import { describe, expect, test } from '@jest/globals';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-callers.ts';

describe('API keys', () => {
  test('carry the marker of their environment and a checksum', () => {
    for (const environment of ['test', 'live'] as const) {
      const key = generateApiKey(environment);
      expect(key).toMatch(new RegExp(`^key_${environment}_[0-9A-Za-z]{38}$`));
      expect(isWellFormedApiKey(key)).toBe(true);
    }
  });

  test('a mistyped key is recognised without asking the database', () => {
    const key = generateApiKey('test');
    const mistyped = key.slice(0, -10) + (key.at(-10) === 'a' ? 'b' : 'a') + key.slice(-9);
    expect(isWellFormedApiKey(mistyped)).toBe(false);
    expect(isWellFormedApiKey('key_test_')).toBe(false);
  });

  test('two keys have two hashes, and a hash does not hold the key', () => {
    const [one, other] = [generateApiKey('live'), generateApiKey('live')];
    expect(hashApiKey(one).equals(hashApiKey(other))).toBe(false);
    expect(hashApiKey(one).toString('latin1')).not.toContain(one);
  });
});
