// The whole service on one machine, each part a process of its own: PostgreSQL, the store of the
// queue, the authority's simulator, the API and the workers. Used by `npm start`, by the tests and
// by the fault runs. Whatever was started is ended again, also when the start fails or is given up
// half way.

import type { LoginUrls } from '@fiscal/db/migration';
import {
  appSpec,
  urlOf,
  workerNames,
  type AppName,
  type AppPorts,
  type AppSettings,
  type EnvironmentOf,
} from './apps.ts';
import { startBeside, type Beside } from './beside.ts';
import type { DemoCompany } from '../companies/demo.ts';
import { soapUrlOf, type EfiVariables } from './efi-endpoints.ts';
import { makeRunFolders } from '../processes/folders.ts';
import {
  allOrFirstFailure,
  prepareDependencies,
  type Dependencies,
  type DependencyOptions,
} from '../servers/dependencies.ts';
import { startPart, type Part, type RestartOptions } from './parts.ts';
import type { Pki } from '../companies/pki.ts';
import { choosePort, freePort } from '../processes/ports.ts';
import type { ProcessHost, ProcessSpec, RunningProcess } from '../processes/processes.ts';
import { putProxiesBetween, type Proxies } from './proxies.ts';

/** What to start it on, and the callbacks; what is left out is found or started privately. */
export interface StackOptions extends DependencyOptions {
  /** The folder of the run: data, keys and logs. */
  directory: string;
  /** Ports to listen on if they are free; without them any free ones. */
  wantedPorts?: { api: number; simulator: number };
  /** How many workers; one if left out. */
  workers?: number;
  /** Takes the place of the simulator for the worker. */
  efi?: EfiVariables;
  /** Settings of every process of ours, over those of the shell. */
  environment?: Record<string, string>;
  /** Settings of one process, over all others; asked at every start. */
  environmentOf?: EnvironmentOf;
  /** Puts proxies between our processes and PostgreSQL, Redis and the simulator. */
  isProxied?: boolean;
  /** Starts every part again that dies; then only a part that does not start again is a death. */
  isSupervised?: boolean;
  /** Gives the start up. */
  signal?: AbortSignal;
  /** Called once for each part, with words for a person. */
  onReady?: (part: string, text: string) => void;
  /** Called when a part dies without having been asked. */
  onDeath?: (sentence: string, name: string) => void;
}

/** A part by name; PostgreSQL and Redis are parts only where they are ours. */
export type PartName = AppName | 'postgres' | 'redis';

/** A running service. */
export interface Stack {
  apiUrl: string;
  adminUrl: string;
  /** Of /metrics and detailed health of the API. */
  apiMonitoringUrl: string;
  /** Of the first worker. */
  workerUrl: string;
  simulatorUrl: string;
  /** The simulator's SOAP endpoint. */
  efiTestUrl: string;
  /** Of the owner; never through a proxy. */
  databaseUrl: string;
  /** What API and workers connect with; never through a proxy. */
  logins: LoginUrls;
  /** Never through a proxy; undefined where the queue lives in PostgreSQL. */
  redisUrl: string | undefined;
  pki: Pki;
  demo: DemoCompany;
  /** Undefined unless `isProxied`. */
  proxies: Proxies | undefined;
  /** The newest process of every part. */
  processes: ReadonlyMap<PartName, RunningProcess>;
  /** Ends one of the parts and starts it again where it listened before, with its data. */
  restart: (name: PartName, options?: RestartOptions) => Promise<void>;
  /** How often a part was started. */
  livesOf: (name: PartName) => number;
  /**
   * Starts one more process of the kind, on a port of its own, that knows this authority and no
   * other. It is no part: its caller ends it, and its end is not reported.
   * @param own settings of this process, over all others.
   */
  startBeside: (
    kind: 'api' | 'worker',
    efi: EfiVariables,
    own?: Record<string, string>,
  ) => Promise<Beside>;
  /** Ends every part, the last started first. Safe to call twice. */
  stop: () => Promise<void>;
}

/** What is there while parts are being started, and has to be ended whatever happens. */
interface Started {
  parts: Map<string, Part>;
  processes: Map<PartName, RunningProcess>;
  closeProxies: () => Promise<void>;
}

/**
 * Starts everything; throws TestbedFailure, with nothing left running, when a part does not start.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const started: Started = {
    parts: new Map(),
    processes: new Map(),
    closeProxies: () => Promise.resolve(),
  };
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= stopAll(started));
  try {
    return { ...(await startParts(options, started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: StackOptions, started: Started): Promise<Omit<Stack, 'stop'>> {
  const { directory, signal } = options;
  const ready = options.onReady ?? (() => undefined);
  const folders = makeRunFolders(directory);
  const host: ProcessHost = {
    logs: folders.logs,
    runDirectory: directory,
    signal,
    onDeath: options.onDeath ?? (() => undefined),
  };
  const start = starterOf(started, options.isSupervised ?? false);
  const startServer = (_host: ProcessHost, spec: ProcessSpec) => start(host, () => spec);
  const direct = await prepareDependencies(host, folders, options, startServer, ready);
  const names: AppName[] = ['efi-simulator', 'api', ...workerNames(options.workers ?? 1)];
  const { ports, words } = await choosePorts(names, options.wantedPorts);
  const between = await openProxies(options, started, direct, ports);
  const settings: AppSettings = {
    directory,
    ports,
    dependencies: between?.dependencies ?? direct,
    efiUrl: between?.efiUrl ?? urlOf(ports, 'efi-simulator'),
    efi: options.efi ?? {},
    environment: options.environment ?? {},
    environmentOf: options.environmentOf ?? (() => ({})),
  };
  await allOrFirstFailure(
    names.map((name) => start(host, (life) => appSpec(name, settings, life))),
  );
  ready('EFI simulator', words('efi-simulator'));
  for (const name of names.slice(1)) ready(name === 'api' ? 'API' : name, words(name));
  const apiUrl = urlOf(ports, 'api');
  const simulatorUrl = urlOf(ports, 'efi-simulator');
  return {
    apiUrl,
    adminUrl: `${apiUrl}/admin`,
    apiMonitoringUrl: urlOf(ports, 'api-monitoring'),
    workerUrl: urlOf(ports, 'worker'),
    simulatorUrl,
    efiTestUrl: soapUrlOf(simulatorUrl),
    databaseUrl: direct.databaseUrl,
    logins: direct.logins,
    redisUrl: direct.redisUrl,
    pki: direct.pki,
    demo: direct.demo,
    proxies: between?.proxies,
    processes: started.processes,
    restart: (name, how) => partOf(started, name).restart(how),
    livesOf: (name) => partOf(started, name).lives(),
    startBeside: (kind, efi, own) => startBeside(host, { ...settings, efi }, kind, own),
  };
}

/** Starts a part and notes it, so that it can be ended and started again. */
function starterOf({ parts, processes }: Started, isSupervised: boolean) {
  return async (host: ProcessHost, specOf: (life: number) => ProcessSpec) => {
    const keep = (process: RunningProcess) => processes.set(process.name as PartName, process);
    const part = await startPart(host, { specOf, isSupervised, keep });
    parts.set(part.name, part);
    return part.running();
  };
}

function partOf({ parts }: Started, name: PartName): Part {
  const part = parts.get(name);
  if (part === undefined) throw new Error(`${name} is not a part of this stack`);
  return part;
}

async function openProxies(
  options: StackOptions,
  started: Started,
  dependencies: Dependencies,
  ports: AppPorts,
) {
  if (options.isProxied !== true) return undefined;
  const between = await putProxiesBetween(dependencies, ports.get('efi-simulator') ?? 0);
  started.closeProxies = between.close;
  return between;
}

async function choosePorts(
  names: readonly AppName[],
  wanted: StackOptions['wantedPorts'],
): Promise<{ ports: AppPorts; words: (name: AppName) => string }> {
  const wantedOf = (name: AppName) =>
    name === 'api' ? wanted?.api : name === 'efi-simulator' ? wanted?.simulator : undefined;
  const ports = new Map<AppName | 'api-monitoring', number>();
  const taken = new Map<AppName, number>();
  for (const name of names) {
    const port = wantedOf(name);
    const chosen =
      port === undefined ? { port: await freePort(), isWanted: true } : await choosePort(port);
    ports.set(name, chosen.port);
    if (port !== undefined && !chosen.isWanted) taken.set(name, port);
  }
  ports.set('api-monitoring', await freePort());
  const words = (name: AppName) => {
    const port = taken.get(name);
    const url = urlOf(ports, name);
    return port === undefined ? url : `${url}, because port ${String(port)} is taken`;
  };
  return { ports, words };
}

// Those that use the database end before it does.
async function stopAll({ parts, closeProxies }: Started): Promise<void> {
  const servers = ['postgres', 'redis'];
  const all = [...parts.values()];
  await Promise.all(all.filter(({ name }) => !servers.includes(name)).map(({ stop }) => stop()));
  await closeProxies();
  await Promise.all(all.filter(({ name }) => servers.includes(name)).map(({ stop }) => stop()));
}
