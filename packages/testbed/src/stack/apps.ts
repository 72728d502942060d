// How our own processes are started: their settings, and when they are ready. The only file of the
// testbed that knows the names of their variables.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ServiceRole } from '@fiscal/db/migration';
import { efiVariables, verifyVariables, type EfiVariables } from './efi-endpoints.ts';
import { childEnvironment } from '../processes/environment.ts';
import { ROOT, writePrivateFile } from '../processes/folders.ts';
import type { Dependencies } from '../servers/dependencies.ts';
import { respondsOk, type ProcessSpec } from '../processes/processes.ts';
import { registryOf } from '../companies/seed-company.ts';

/** Our own processes; the second worker is `worker-2`. */
export type AppName = 'efi-simulator' | 'api' | WorkerName;
export type WorkerName = 'worker' | `worker-${number}`;

/** Where they listen, all on 127.0.0.1. */
export type AppPorts = ReadonlyMap<PortOwner, number>;
type PortOwner = AppName | 'api-monitoring';

/** Settings of one process, asked at every start; the life counts from 1. */
export type EnvironmentOf = (name: AppName, life: number) => Record<string, string>;

/** What decides how they are started. */
export interface AppSettings {
  directory: string;
  dependencies: Dependencies;
  ports: AppPorts;
  /** Base URL under which the worker finds the simulator. */
  efiUrl: string;
  /** Takes the place of the simulator for the worker. */
  efi: EfiVariables;
  /** For every process, over the shell's. */
  environment: Record<string, string>;
  /** For one process, over all others. */
  environmentOf: EnvironmentOf;
}

/** Longer than a message to the authority takes; what is cut off is repaired from the rows. */
const graceMs = 15_000;

/** `http://127.0.0.1:<port>` */
export function urlOf(ports: AppPorts, name: PortOwner): string {
  return `http://127.0.0.1:${String(portOf(ports, name))}`;
}

/** `worker`, `worker-2`, … */
export function workerNames(count: number): WorkerName[] {
  return Array.from({ length: count }, (_, index): WorkerName =>
    index === 0 ? 'worker' : `worker-${index + 1}`,
  );
}

/** What to start for an app in its `life`, which counts from 1. */
export function appSpec(name: AppName, settings: AppSettings, life: number): ProcessSpec {
  const own = name === 'efi-simulator' || name === 'api' ? name : 'worker';
  const env = {
    // An account that is printed on a terminal needs no second factor; tests ask for one
    // themselves.
    ADMIN_SECOND_FACTOR_FOR: 'nobody',
    ...(own === 'api' ? panelDefaults(settings) : {}),
    ...settings.environment,
    ...variablesOf(name, settings),
    ...settings.environmentOf(name, life),
  };
  return {
    name,
    command: process.execPath,
    args: mainOf(own, env),
    env: childEnvironment(env),
    cwd: ROOT,
    isReady: () => isAppReady(urlOf(settings.ports, name), env),
    graceMs,
  };
}

/** The API's monitoring says which check fails; its public port, which it opens last, does not. */
async function isAppReady(url: string, env: Record<string, string>): Promise<boolean> {
  const monitoring = env.API_MONITORING_PORT;
  if (monitoring !== undefined) await respondsOk(`http://127.0.0.1:${monitoring}/health/ready`);
  return respondsOk(`${url}/health/ready`);
}

/** As the images set it (deploy/Dockerfile). */
const HEAP = ['--max-semi-space-size=16', '--max-old-space-size=512'];

/**
 * As the testbed itself: from its sources in a test, else what was built. A tier of tests has
 * bundles of the sources (scripts/bundle-apps.mjs); what NODE_OPTIONS load looks for the sources.
 */
function mainOf(app: string, env: NodeJS.ProcessEnv): string[] {
  const isFromSource = import.meta.url.endsWith('.ts');
  if (!isFromSource) {
    return ['--enable-source-maps', ...HEAP, join(ROOT, 'apps', app, 'dist', 'main.js')];
  }
  const bundles = env.NODE_OPTIONS === undefined ? process.env.TEST_APP_BUNDLES : undefined;
  const main =
    bundles === undefined ? join(ROOT, 'apps', app, 'src/main.ts') : join(bundles, app, 'main.mjs');
  return ['--conditions=source', main];
}

function variablesOf(name: AppName, settings: AppSettings): Record<string, string> {
  switch (name) {
    case 'efi-simulator':
      return simulatorVariables(settings);
    case 'api':
      return apiVariables(settings);
    default:
      return workerVariables(settings, name);
  }
}

function portOf(ports: AppPorts, name: PortOwner): number {
  const port = ports.get(name);
  if (port === undefined) throw new Error(`there is no port for ${name}`);
  return port;
}

function simulatorVariables({
  directory,
  dependencies,
  ports,
}: AppSettings): Record<string, string> {
  const registryFile = join(directory, 'simulator-registry.json');
  const { company, cashRegisters } = dependencies.demo;
  const registry = registryOf(company, Object.values(cashRegisters));
  writePrivateFile(registryFile, JSON.stringify(registry, null, 2));
  return {
    EFI_SIMULATOR_HOST: '127.0.0.1',
    EFI_SIMULATOR_PORT: String(portOf(ports, 'efi-simulator')),
    EFI_SIMULATOR_CA: dependencies.pki.authorityFile,
    EFI_SIMULATOR_SIGNING_KEY: dependencies.pki.administrationKeyFile,
    EFI_SIMULATOR_SIGNING_CERTIFICATE: dependencies.pki.administrationCertificateFile,
    EFI_SIMULATOR_REGISTRY: registryFile,
    EFI_SIMULATOR_STATE_FILE: join(directory, 'simulator-state.jsonl'),
  };
}

/** Each process has a login of its own. */
function storesOf(dependencies: Dependencies, role: ServiceRole): Record<string, string> {
  const { logins, redisUrl, redisTlsCa } = dependencies;
  return {
    DATABASE_URL: logins[role],
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...(redisTlsCa === undefined ? {} : { REDIS_TLS_CA: redisTlsCa }),
  };
}

function apiVariables({ dependencies, ports, efi }: AppSettings): Record<string, string> {
  return {
    ...storesOf(dependencies, 'fiscal_api'),
    API_HOST: '127.0.0.1',
    API_PORT: String(portOf(ports, 'api')),
    API_MONITORING_PORT: String(portOf(ports, 'api-monitoring')),
    ...verifyVariables(urlOf(ports, 'efi-simulator'), efi),
    CERTIFICATE_RECIPIENT: dependencies.demo.vault.recipient,
    ...(efi.EFI_LIVE_URL === undefined ? {} : { EFI_LIVE_URL: efi.EFI_LIVE_URL }),
  };
}

/** Of the panel, where nothing else is said of it. */
function panelDefaults({ dependencies, ports }: AppSettings): Record<string, string> {
  return {
    ADMIN_ORIGIN: urlOf(ports, 'api'),
    // As long-lived as the demo itself, and known to no other program.
    ADMIN_SECRET: createHash('sha256').update(dependencies.demo.vault.identity).digest('hex'),
  };
}

function workerVariables(settings: AppSettings, name: WorkerName): Record<string, string> {
  const { dependencies, ports, efi, efiUrl } = settings;
  return {
    ...storesOf(dependencies, 'fiscal_worker'),
    WORKER_HOST: '127.0.0.1',
    WORKER_PORT: String(portOf(ports, name)),
    CERTIFICATE_IDENTITY: dependencies.demo.vault.identity,
    CHROME_PATH: dependencies.chrome.path,
    // A demo prints its own invoices, also as root and where there are no user namespaces.
    CHROME_SANDBOX: 'if-possible',
    ...verifyVariables(urlOf(ports, 'efi-simulator'), efi),
    ...efiVariables(efiUrl, dependencies.pki.authorityFile, efi),
  };
}
