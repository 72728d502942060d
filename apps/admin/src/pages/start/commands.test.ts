import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { commandFor } from './commands.ts';
import type { Shell } from './commands.ts';

const call = {
  origin: 'https://fiscal.example',
  key: 'key_test_Ab12…',
  invoice: {
    type: 'Invoice',
    note: "‘Đ’ O'Neill & sin: 50 % <b> a^b|c `d` $HOME !e ™ 😀 C:\\",
    items: [{ name: 'Espreso "dupli"\n\tsa šlagom', vat: { rate: 21 } }],
  },
};

/** The body as the shell hands it on, by the shell's own rules. */
const bodies: Record<Shell, (command: string) => string | undefined> = {
  bash: (command) => {
    const script = `curl() { printf %s "\${@: -1}"; }\n${command}`;
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout;
  },
  powershell: (command) => /-Body '([^'‘-‛]*)'$/.exec(command)?.[1],
  // Outside of quotes it would take these; a Windows program reads `\"` as a quote.
  cmd: (command) => / -d "([^%^&|<>!]*)"$/.exec(command)?.[1]?.replaceAll(String.raw`\"`, '"'),
};

test.each(['bash', 'powershell', 'cmd'] as const)(
  'the command for %s carries the place of the key and an invoice that is JSON',
  (shell) => {
    const command = commandFor(shell, call);
    expect(command).toContain('https://fiscal.example/api/invoices/cash/create-and-print');
    expect(command).toContain('Bearer key_test_Ab12…');
    const body = bodies[shell](command) ?? '';
    // Older versions of PowerShell send anything else in another encoding.
    expect(body).toMatch(/^[\n -~]*$/);
    expect(JSON.parse(body)).toEqual(call.invoice);
  },
);
