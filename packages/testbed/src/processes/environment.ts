// What our processes inherit from the shell: everything but the settings that are npm's own, those
// of the terminal, and those that are decided for each run.

import { isTerminalSetting } from '../../../../scripts/bootstrap/terminal.mjs';

const decidedHere = new RegExp(
  `^(${[
    'npm_.*',
    'INIT_CWD',
    'NODE_OPTIONS',
    'FISCAL_RUN',
    'TEST_.*',
    'JEST_.*',
    '(API_|WORKER_)?DATABASE_URL(_FILE)?',
    'REDIS_(URL|TLS_CA)(_FILE)?',
    'CHROME_(PATH|SANDBOX)',
    '(API|WORKER)_(HOST|PORT)',
    'CERTIFICATE_.*',
    'ADMIN_.*_FILE',
    'EFI_((RECEIPT_CHECK|VERIFY)_)?(TEST|LIVE)_URL',
    'EFI_(TEST|LIVE)_(TRUST_ANCHORS|PINNED_CERTIFICATES)',
    'EFI_SIMULATOR_.*',
  ].join('|')})$`,
  'i',
);

/** The shell's environment for a child, whose output is for a program; `own` wins. */
export function childEnvironment(own: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !decidedHere.test(entry[0]) && !isTerminalSetting(entry[0]),
  );
  return { ...Object.fromEntries(inherited), ...own };
}

/** What the shell says of the terminal: for a child that writes to it. */
export function terminalSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => isTerminalSetting(name)),
  );
}

/** A variable of the shell; undefined when it is empty, as shells and compose files leave them. */
export function shellVariable(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}
