import { expect, test } from '@jest/globals';
import { curlCommand } from './curl-command.ts';

const now = new Date('2026-11-21T10:00:00.123Z');

test('the command carries the key’s place and an invoice that is JSON', () => {
  const command = curlCommand('https://fiscal.example', 'key_test_Ab12…', true, now);
  expect(command).toContain('curl https://fiscal.example/api/invoices/cash/create-and-print');
  expect(command).toContain('"Authorization: Bearer key_test_Ab12…"');
  const body: unknown = JSON.parse(/-d '(.*)'$/s.exec(command)?.[1] ?? '');
  expect(body).toMatchObject({ type: 'Invoice', paymentDeadline: '2026-11-21T10:00:00Z' });
});

test('a company that is not in VAT sends rate 0, which is all it may', () => {
  expect(curlCommand('http://a', 'k', false, now)).toContain('"rate": 0');
  expect(curlCommand('http://a', 'k', true, now)).toContain('"rate": 21');
});
