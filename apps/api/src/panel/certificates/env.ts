import { pickVariables } from '@fiscal/runtime';

/** All that a process gets of the API's environment that opens what somebody has uploaded. */
export function uploadEnvironment(): Record<string, string> {
  return pickVariables(['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR']);
}
