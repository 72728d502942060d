import { pickVariables } from '@fiscal/runtime';

/**
 * All that the print process gets of the worker's environment: where programs and fonts are. Not the
 * key of the vault, not the passwords of the database and the queue, and nothing that is added later.
 */
const ALLOWED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_COMPILE_CACHE'];

export function printProcessEnvironment(): Record<string, string> {
  return pickVariables(ALLOWED);
}
