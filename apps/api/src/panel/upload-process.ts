import { pickVariables, runBounded } from '@fiscal/runtime';

/**
 * Opens what somebody has uploaded in a process of its own, which gets nothing else of the API's
 * environment.
 */
export function runUploadProcess(work: Omit<Parameters<typeof runBounded>[0], 'environment'>) {
  const environment = pickVariables(['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR']);
  return runBounded({ ...work, environment });
}
