// What a process says of a variable that is not set or wrong: one sentence, whichever variable of
// whichever process it is.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ConfigurationError, loadEnv } from '@fiscal/runtime';
import { archiveEnvSchema } from '../../../apps/archive/src/env.ts';
import { apiEnvSchema } from '../../../apps/api/src/env.ts';
import { simulatorEnvSchema } from '../../../apps/efi-simulator/src/env.ts';
import { makeKeys } from '../../../apps/efi-simulator/src/testing/running.ts';
import { workerEnvSchema } from '../../../apps/worker/src/env.ts';

type Schema = Parameters<typeof loadEnv>[0];

const folder = mkdtempSync(join(tmpdir(), 'fiscal-configuration-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const { ca, administration } = await makeKeys();
const pem = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const DATABASE_URL = 'postgresql://fiscal@127.0.0.1/fiscal';

/** Each process with what it cannot do without. */
const PROCESSES: [string, Schema & { shape: object }, Record<string, string>][] = [
  ['API', apiEnvSchema, { DATABASE_URL, CERTIFICATE_RECIPIENT: 'age1x' }],
  ['archive', archiveEnvSchema, { DATABASE_URL, ARCHIVE_SIGNING_KEY: 'x' }],
  [
    'worker',
    workerEnvSchema,
    {
      DATABASE_URL,
      CERTIFICATE_IDENTITY: 'AGE-SECRET-KEY-1X',
      EFI_TEST_TRUST_ANCHORS: '/a.pem',
      CHROME_PATH: '/usr/bin/chromium',
    },
  ],
  [
    'simulator',
    simulatorEnvSchema,
    {
      EFI_SIMULATOR_CA: pem('ca.pem', ca.certificate),
      EFI_SIMULATOR_SIGNING_KEY: pem('key.pem', administration.key),
      EFI_SIMULATOR_SIGNING_CERTIFICATE: pem('certificate.pem', administration.certificate),
    },
  ],
];

/** Of no form that a variable has; some take any text. */
const WRONG = ['\u0001', '-1', '0.5', 'many words', 'ftp://elsewhere', '/no/such/folder/file'];

/** `NAME must be …. For example: NAME=…`; of one that is absent also `NAME is not set: it …`. */
const SENTENCE =
  /^ {2}([A-Z][A-Z0-9_]+) (is not set: it )?(and [A-Z_]+ )?must [^\n]+\. For example: \1=\S[^\n]*$/;

function problemsOf(schema: Schema, environment: Record<string, string | undefined>): string[] {
  try {
    loadEnv(schema, environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    const [head, ...problems] = (error as Error).message.split('\n');
    expect(head).toBe('The configuration is not valid:');
    return problems;
  }
}

describe.each(PROCESSES)('%s', (_process, schema, needed) => {
  const names = Object.keys(schema.shape);

  test('starts with what it needs', () => {
    expect(problemsOf(schema, needed)).toEqual([]);
  });

  test.each(names)('%s that is not set or wrong is named in a sentence', (name) => {
    const unset = problemsOf(schema, { ...needed, [name]: undefined });
    expect(unset).toHaveLength(name in needed ? 1 : 0);
    const wrong = WRONG.map((value) => problemsOf(schema, { ...needed, [name]: value }));
    for (const problem of [...unset, ...wrong.flat()]) {
      expect(problem).toMatch(SENTENCE);
      expect(problem).not.toMatch(/Invalid|expected|Too (small|big)|undefined|NaN/);
      expect(problem).toContain(name);
    }
  });

  test('refuses what cannot be one, of every variable that is not any text', () => {
    const refused = names.filter((name) =>
      WRONG.some((value) => problemsOf(schema, { ...needed, [name]: value }).length > 0),
    );
    const numbers = names.filter((name) => /_(PORT|MS|SIZE|MB|DAYS|CONCURRENCY)$/.test(name));
    expect(refused).toEqual(
      expect.arrayContaining([...numbers, 'DATABASE_URL'].filter((name) => names.includes(name))),
    );
  });

  test.each(names)('the example of %s is taken', (name) => {
    const shown = WRONG.flatMap((value) => problemsOf(schema, { ...needed, [name]: value }));
    for (const sentence of shown.filter((each) => each.startsWith(`  ${name} `))) {
      const [, example = ''] = /For example: \w+=(.*)$/.exec(sentence) ?? [];
      const isPlaceholder = /^\.run\/|^\$\(|…/.test(example);
      const others = name === 'SMTP_URL' ? { MAIL_FROM: 'a@b.example' } : {};
      const more = name === 'MAIL_FROM' ? { SMTP_URL: 'smtp://mail.example' } : others;
      const problems = problemsOf(schema, { ...needed, ...more, [name]: example });
      if (!isPlaceholder)
        expect(problems.filter((each) => each.startsWith(`  ${name} `))).toEqual([]);
    }
  });
});
