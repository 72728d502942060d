// One more process of ours beside those of a stack, on a port of its own. Its caller ends it, and
// its end is not reported.

import { freePort } from '../processes/ports.ts';
import { startProcess, type ProcessHost, type RunningProcess } from '../processes/processes.ts';
import { appSpec, urlOf, type AppSettings, type EnvironmentOf } from './apps.ts';

/** Where it listens, and what ends it. */
export interface Beside {
  url: string;
  process: RunningProcess;
}

/**
 * Starts a process of the kind with the settings of the stack; its log has its port in its name.
 */
export async function startBeside(
  host: ProcessHost,
  settings: AppSettings,
  kind: 'api' | 'worker',
  own: Record<string, string> = {},
): Promise<Beside> {
  const port = await freePort();
  const ports = new Map(settings.ports).set(kind, port).set('api-monitoring', await freePort());
  const environmentOf: EnvironmentOf = (...of) => ({ ...settings.environmentOf(...of), ...own });
  const spec = appSpec(kind, { ...settings, ports, environmentOf }, 1);
  const ownHost = { ...host, onDeath: () => undefined };
  const process = await startProcess(ownHost, { ...spec, name: `${kind}-beside-${String(port)}` });
  return { url: urlOf(ports, kind), process };
}
