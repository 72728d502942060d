// A program of the API or of the worker beside a running service, with that service's settings but
// for some.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stack } from '@fiscal/testbed';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export type App = 'api' | 'worker';

/** How Node runs it. */
export interface Program {
  args: string[];
  env: NodeJS.ProcessEnv;
}

/** @param program by the name of its file. */
export function programOf(
  stack: Stack,
  app: App,
  own: Record<string, string>,
  program = 'main',
): Program {
  return {
    args: ['--conditions=source', join(ROOT, 'apps', app, 'src', `${program}.ts`)],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'warn',
      DATABASE_URL: stack.logins[app === 'api' ? 'fiscal_api' : 'fiscal_worker'],
      CERTIFICATE_RECIPIENT: stack.demo.vault.recipient,
      CERTIFICATE_IDENTITY: stack.demo.vault.identity,
      EFI_TEST_URL: stack.efiTestUrl,
      EFI_TEST_TRUST_ANCHORS: stack.pki.authorityFile,
      // A program that can be run; no test here prints.
      CHROME_PATH: process.execPath,
      ...own,
    },
  };
}

/** Runs it until it ends by itself. */
export function runProgramUntilEnd({ args, env }: Program) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  return { status, stdout, stderr };
}
