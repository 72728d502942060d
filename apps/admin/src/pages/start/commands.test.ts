import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { commandFor } from './commands.ts';
import type { Shell } from './commands.ts';

const call = {
  origin: 'https://fiscal.example',
  key: 'key_test_Ab12…',
  isInVat: true,
  now: new Date('2026-11-21T10:00:00.123Z'),
};

/** The body as the shell hands it on, by the shell's own rules. */
const bodies: Record<Shell, (command: string) => string | undefined> = {
  bash: (command) => {
    const script = `curl() { printf %s "\${@: -1}"; }\n${command}`;
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout;
  },
  powershell: (command) => /-Body '([^']*)'$/.exec(command)?.[1],
  cmd: (command) => /-d "((?:[^"\\]|\\")*)"$/.exec(command)?.[1]?.replaceAll('\\"', '"'),
};

test.each(['bash', 'powershell', 'cmd'] as const)(
  'the command for %s carries the place of the key and an invoice that is JSON',
  (shell) => {
    const command = commandFor(shell, call);
    expect(command).toContain('https://fiscal.example/api/invoices/cash/create-and-print');
    expect(command).toContain('Bearer key_test_Ab12…');
    const body: unknown = JSON.parse(bodies[shell](command) ?? '');
    expect(body).toMatchObject({ type: 'Invoice', paymentDeadline: '2026-11-21T10:00:00Z' });
  },
);

test('a company that is not in VAT sends rate 0, which is all it may', () => {
  expect(commandFor('bash', { ...call, isInVat: false })).toContain('"rate": 0');
  expect(commandFor('bash', call)).toContain('"rate": 21');
});
