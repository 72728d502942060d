// Opens the way to the authority of one environment, with everything that stands around it.

import type { Database } from '@fiscal/db/connection';
import type { Environment } from '@fiscal/domain';
import { createEfiClient, findSimulator } from '@fiscal/efi';
import type { EfiClientOptions } from '@fiscal/efi';
import { ConfigurationError } from '@fiscal/runtime';
import type { Logger, Shutdown } from '@fiscal/runtime';
import { readFile } from 'node:fs/promises';
import type { SigningEnv } from '../env.ts';
import type { WorkerEvents } from '../events.ts';
import { createAbsentAuthority } from './absent-authority.ts';
import { createAuthority } from './authority.ts';
import type { Authority } from './authority.ts';
import { createCircuit } from './circuit.ts';
import type { Circuit } from './circuit.ts';
import { traceExchanges } from './exchange-spans.ts';
import { machineTime } from './machine-time.ts';
import { shareCircuit } from './share-circuit.ts';
import type { SharedCircuit } from './share-circuit.ts';

/** How long a worker that starts waits for what the live endpoint says of itself. */
const INTRODUCTION_MS = 5_000;

interface Dependencies {
  env: SigningEnv;
  environment: Environment;
  db: Database;
  logger: Logger;
  events: WorkerEvents;
  shutdown: Shutdown;
}

/**
 * @throws if a certificate file cannot be read; ConfigurationError if the simulator replies where
 * the live authority should be.
 */
export async function openAuthority(dependencies: Dependencies): Promise<Authority> {
  const { env, environment, events, shutdown } = dependencies;
  const logger = dependencies.logger.child({ environment });
  const options = await clientOptions(env, environment);
  if (options === null) {
    logger.warn('there is no live endpoint: nothing live is sold');
    return createAbsentAuthority();
  }
  const client = traceExchanges(createEfiClient(options), environment);
  shutdown.onClose(`authority ${environment}`, () => client.close());
  return createAuthority({
    environment,
    client,
    logger,
    events,
    circuit: await openCircuit({ ...dependencies, logger }),
    now: machineTime,
    // The authority needs two seconds at most by its own words: half of the time is more than that.
    patienceMs: env.EFI_ONLINE_BUDGET_MS / 2,
  });
}

/** What other workers know of the authority is known here before the first message. */
async function openCircuit(dependencies: Dependencies): Promise<Circuit> {
  const { env, environment, db, logger, shutdown } = dependencies;
  let shared: SharedCircuit | null = null;
  const circuit = createCircuit({
    failuresToOpen: env.EFI_FAILURES_TO_OPEN,
    probeEveryMs: env.EFI_PROBE_EVERY_MS,
    // The other half of the slots is for sales that turn Offline at once.
    askedProbes: Math.max(1, Math.floor(env.FISCALIZE_CONCURRENCY / 2)),
    now: () => performance.now(),
    random: Math.random,
    onChange: (state) =>
      logger.warn({ ...state }, `the circuit to the authority is ${state.state}`),
    onOwnChange: () => shared?.soon(),
  });
  const sharing = await shareCircuit({ db, environment, circuit, logger });
  shared = sharing;
  shutdown.onClose(`circuit ${environment}`, () => sharing.close());
  return circuit;
}

async function clientOptions(
  env: SigningEnv,
  environment: Environment,
): Promise<EfiClientOptions | null> {
  const own = environment === 'test' ? testOptions(env) : liveOptions(env);
  if (own === null) return null;
  const { anchorsFile, ...options } = own;
  const tls = env.EFI_TLS_CA === undefined ? {} : { tlsCa: await readFile(env.EFI_TLS_CA, 'utf8') };
  if (options.isLive) {
    const words = await findSimulator(options.endpoint, { ...tls, timeoutMs: INTRODUCTION_MS });
    if (words !== null) throw new ConfigurationError(`EFI_LIVE_URL is no live endpoint. ${words}`);
  }
  return {
    ...options,
    ...tls,
    trustAnchors: await readFile(anchorsFile, 'utf8'),
    // The caller's budget ends an exchange earlier; this is the last line.
    timeoutMs: env.EFI_ONLINE_BUDGET_MS,
    receiptCheckTimeoutMs: Math.max(env.EFI_ONLINE_BUDGET_MS, env.EFI_RECEIPT_CHECK_MS),
    clock: () => new Date(),
  };
}

function testOptions(env: SigningEnv) {
  return {
    endpoint: env.EFI_TEST_URL,
    receiptCheckUrl: env.EFI_RECEIPT_CHECK_TEST_URL,
    anchorsFile: env.EFI_TEST_TRUST_ANCHORS,
    pinnedFingerprints: env.EFI_TEST_PINNED_CERTIFICATES,
    isLive: false,
  };
}

function liveOptions(env: SigningEnv) {
  const { EFI_LIVE_URL: endpoint, EFI_LIVE_TRUST_ANCHORS: anchorsFile } = env;
  if (endpoint === undefined || anchorsFile === undefined) return null;
  return {
    endpoint,
    receiptCheckUrl: env.EFI_RECEIPT_CHECK_LIVE_URL,
    anchorsFile,
    pinnedFingerprints: env.EFI_LIVE_PINNED_CERTIFICATES,
    isLive: true,
  };
}
