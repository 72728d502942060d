import { describe, expect, test } from '@jest/globals';
import { whyUnanswered } from './why-unanswered.ts';

describe('why there is no reply', () => {
  test.each([
    ['connection', 'connect ECONNREFUSED 127.0.0.1:9'],
    ['unreadable', 'The document is not XML: Opening and ending tag mismatch: a line 1 and b'],
  ] as const)('%s is reported without the words of a library', (reason, detail) => {
    const sentence = whyUnanswered({ reason, detail });
    expect(sentence).toMatch(/^[A-Z][a-z ,]+\.$/);
    expect(sentence).not.toContain(detail.split(' ')[1]);
  });

  test('anything else is reported as it was found', () => {
    const detail = 'No complete reply within 8000 ms.';
    expect(whyUnanswered({ reason: 'timeout', detail })).toBe(detail);
  });
});
