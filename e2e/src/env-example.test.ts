import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { archiveEnvSchema } from '../../apps/archive/src/env.ts';
import { apiEnvSchema } from '../../apps/api/src/env.ts';
import { workerEnvSchema } from '../../apps/worker/src/env.ts';
import { COMMAND_VARIABLES } from '../../packages/db/src/env.ts';

const EXAMPLE = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

/** Names of the variables in a section of .env.example, `## <name>`. */
function variablesOf(section: string): string[] {
  const text = EXAMPLE.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
}

describe('.env.example', () => {
  test.each([
    ['api', Object.keys(apiEnvSchema.shape)],
    ['archive', Object.keys(archiveEnvSchema.shape)],
    ['worker', Object.keys(workerEnvSchema.shape)],
    ['migrations', COMMAND_VARIABLES],
  ] as const)('names every variable of the %s and no other', (section, names) => {
    expect(variablesOf(section).sort()).toEqual([...names].sort());
  });
});
