// How our own three processes are started: their settings, and when they are ready. The only file of
// the testbed that knows the names of their variables.

import { join } from 'node:path';
import { registryOf } from './demo.ts';
import { efiVariables, type EfiVariables } from './efi-endpoints.ts';
import { childEnvironment } from './environment.ts';
import { ROOT, writePrivateFile } from './folders.ts';
import type { Ground } from './ground.ts';
import { answersOk, type ProcessSpec } from './processes.ts';

/** Our own processes. */
export type AppName = 'efi-simulator' | 'api' | 'worker';

/** Where they listen, all on 127.0.0.1. */
export type AppPorts = Record<AppName, number>;

/** What decides how they are started. */
export interface AppSettings {
  directory: string;
  ground: Ground;
  ports: AppPorts;
  /** Takes the place of the simulator for the worker. */
  efi: Partial<EfiVariables>;
  /** For every process, over the shell's. */
  environment: Record<string, string>;
}

/** Longer than a message to the authority takes; what is cut off is repaired from the rows. */
const graceMs = 15_000;

/** `http://127.0.0.1:<port>` */
export function urlOf(ports: AppPorts, name: AppName): string {
  return `http://127.0.0.1:${String(ports[name])}`;
}

/** What to start for an app. */
export function appSpec(name: AppName, settings: AppSettings): ProcessSpec {
  const environmentOf = {
    'efi-simulator': simulatorVariables,
    api: apiVariables,
    worker: workerVariables,
  };
  return {
    name,
    command: process.execPath,
    args: ['--enable-source-maps', join(ROOT, 'apps', name, 'dist', 'main.js')],
    env: childEnvironment({ ...settings.environment, ...environmentOf[name](settings) }),
    cwd: ROOT,
    isReady: () => answersOk(`${urlOf(settings.ports, name)}/health/ready`),
    graceMs,
  };
}

function simulatorVariables({ directory, ground, ports }: AppSettings): Record<string, string> {
  const registryFile = join(directory, 'simulator-registry.json');
  writePrivateFile(registryFile, JSON.stringify(registryOf(ground.demo), null, 2));
  return {
    EFI_SIMULATOR_HOST: '127.0.0.1',
    EFI_SIMULATOR_PORT: String(ports['efi-simulator']),
    EFI_SIMULATOR_CA: ground.pki.authorityFile,
    EFI_SIMULATOR_SIGNING_KEY: ground.pki.administrationKeyFile,
    EFI_SIMULATOR_SIGNING_CERTIFICATE: ground.pki.administrationCertificateFile,
    EFI_SIMULATOR_REGISTRY: registryFile,
    EFI_SIMULATOR_STATE_FILE: join(directory, 'simulator-state.jsonl'),
  };
}

function apiVariables({ ground, ports }: AppSettings): Record<string, string> {
  return {
    DATABASE_URL: ground.databaseUrl,
    ...ground.queue,
    API_HOST: '127.0.0.1',
    API_PORT: String(ports.api),
    CERTIFICATE_RECIPIENT: ground.demo.vault.recipient,
  };
}

function workerVariables({ ground, ports, efi }: AppSettings): Record<string, string> {
  return {
    DATABASE_URL: ground.databaseUrl,
    ...ground.queue,
    WORKER_HOST: '127.0.0.1',
    WORKER_PORT: String(ports.worker),
    CERTIFICATE_IDENTITY: ground.demo.vault.identity,
    CHROME_PATH: ground.chrome.path,
    ...efiVariables(urlOf(ports, 'efi-simulator'), ground.pki.authorityFile, efi),
  };
}
