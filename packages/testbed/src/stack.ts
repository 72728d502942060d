// The whole service on one machine, each part a process of its own: PostgreSQL, the store of the
// queue, the authority's simulator, the API and the worker. Used by `npm start` and by the tests.
// Whatever was started is ended again, also when the start fails or is given up half way.

import { appSpec, urlOf, type AppName, type AppPorts, type AppSettings } from './apps.ts';
import type { DemoCompany } from './demo-plan.ts';
import { soapUrlOf, type EfiVariables } from './efi-endpoints.ts';
import { makeRunFolders } from './folders.ts';
import { allOrFirstFailure, prepareGround, type GroundOptions } from './ground.ts';
import type { Pki } from './pki.ts';
import { choosePort, freePort } from './ports.ts';
import { startProcess, type ProcessHost, type RunningProcess } from './processes.ts';

/** What to stand on and whom to tell; whatever is left out is found or started privately. */
export interface StackOptions extends GroundOptions {
  /** The folder of the run: data, keys and logs. */
  directory: string;
  /** Ports to listen on if they are free; without them any free ones. */
  wantedPorts?: { api: number; simulator: number };
  /** Takes the place of the simulator for the worker. */
  efi?: Partial<EfiVariables>;
  /** Settings of every process of ours, over those of the shell. */
  environment?: Record<string, string>;
  /** Gives the start up. */
  signal?: AbortSignal;
  /** Told once for each part, in words for a person. */
  onReady?: (part: string, text: string) => void;
  /** Told when a part dies without having been asked. */
  onDeath?: (sentence: string, name: string) => void;
}

/** A running service. */
export interface Stack {
  apiUrl: string;
  adminUrl: string;
  workerUrl: string;
  simulatorUrl: string;
  /** The simulator's SOAP endpoint. */
  efiTestUrl: string;
  databaseUrl: string;
  pki: Pki;
  demo: DemoCompany;
  /** By name; PostgreSQL and Redis only when they are ours. */
  processes: ReadonlyMap<string, RunningProcess>;
  /** Ends one of our own processes and starts it again where it listened before. */
  restart: (name: AppName) => Promise<void>;
  /** Ends every part, the last started first. Safe to call twice. */
  stop: () => Promise<void>;
}

/** Starts everything; throws TestbedFailure, with nothing left running, when a part does not start. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const processes = new Map<string, RunningProcess>();
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= stopAll(processes));
  try {
    return { ...(await startParts(options, processes)), processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  options: StackOptions,
  processes: Map<string, RunningProcess>,
): Promise<Omit<Stack, 'processes' | 'stop'>> {
  const { directory, signal, efi = {}, environment = {} } = options;
  const ready = options.onReady ?? (() => undefined);
  const folders = makeRunFolders(directory);
  const host: ProcessHost = {
    logs: folders.logs,
    runDirectory: directory,
    signal,
    onDeath: options.onDeath ?? (() => undefined),
  };
  const keep = (process: RunningProcess | undefined) => {
    if (process !== undefined) processes.set(process.name, process);
  };
  const ground = await prepareGround(host, folders, options, keep, ready);
  const { ports, words } = await choosePorts(options.wantedPorts);
  const settings: AppSettings = { directory, ground, ports, efi, environment };
  const start = async (name: AppName) => {
    keep(await startProcess(host, appSpec(name, settings)));
  };
  await allOrFirstFailure([start('efi-simulator'), start('api'), start('worker')]);
  ready('EFI simulator', words['efi-simulator']);
  ready('API', words.api);
  ready('worker', words.worker);
  const apiUrl = urlOf(ports, 'api');
  const simulatorUrl = urlOf(ports, 'efi-simulator');
  return {
    apiUrl,
    adminUrl: `${apiUrl}/admin`,
    workerUrl: urlOf(ports, 'worker'),
    simulatorUrl,
    efiTestUrl: soapUrlOf(simulatorUrl),
    databaseUrl: ground.databaseUrl,
    pki: ground.pki,
    demo: ground.demo,
    restart: async (name) => {
      await processes.get(name)?.stop();
      await start(name);
    },
  };
}

async function choosePorts(
  wanted: StackOptions['wantedPorts'],
): Promise<{ ports: AppPorts; words: Record<AppName, string> }> {
  const choose = (port: number | undefined) =>
    port === undefined
      ? freePort().then((free) => ({ port: free, isWanted: true }))
      : choosePort(port);
  const [api, simulator, worker] = [
    await choose(wanted?.api),
    await choose(wanted?.simulator),
    await choose(undefined),
  ];
  const ports = { api: api.port, 'efi-simulator': simulator.port, worker: worker.port };
  const words = (name: AppName, taken: number | undefined) =>
    taken === undefined
      ? urlOf(ports, name)
      : `${urlOf(ports, name)}, because port ${String(taken)} is taken`;
  return {
    ports,
    words: {
      api: words('api', api.isWanted ? undefined : wanted?.api),
      'efi-simulator': words('efi-simulator', simulator.isWanted ? undefined : wanted?.simulator),
      worker: words('worker', undefined),
    },
  };
}

// Those that use the database end before it does.
async function stopAll(processes: ReadonlyMap<string, RunningProcess>): Promise<void> {
  const servers = ['postgres', 'redis'];
  const all = [...processes.values()];
  await Promise.all(all.filter(({ name }) => !servers.includes(name)).map(({ stop }) => stop()));
  await Promise.all(all.filter(({ name }) => servers.includes(name)).map(({ stop }) => stop()));
}
