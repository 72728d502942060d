// Processes of this clone on what the testbed of another one has started: the code of another
// release, for one.

import { join } from 'node:path';
import { makeRunFolders } from '../processes/folders.ts';
import { chooseChrome } from '../servers/chrome.ts';
import type { AppSettings } from './apps.ts';
import { startBeside, type Beside } from './beside.ts';
import type { Stack } from './stack.ts';

/**
 * @param directory of the logs.
 * @returns what starts a process of this clone beside those of that stack, with its stores and its
 * authority.
 */
export async function besideOtherClone(
  stack: Stack,
  { directory, environment }: { directory: string; environment: Record<string, string> },
): Promise<(kind: 'api' | 'worker') => Promise<Beside>> {
  const { logs } = makeRunFolders(directory);
  const host = { logs, runDirectory: directory, onDeath: () => undefined };
  const chrome = await chooseChrome(join(directory, 'chrome'));
  const settings: AppSettings = {
    directory,
    environment,
    efi: {},
    efiUrl: stack.simulatorUrl,
    ports: new Map([['efi-simulator', Number(new URL(stack.simulatorUrl).port)]]),
    dependencies: { ...stack, redisTlsCa: undefined, chrome },
    environmentOf: () => ({}),
  };
  return (kind) => startBeside(host, settings, kind);
}
