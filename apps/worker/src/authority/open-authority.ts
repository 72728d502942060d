// Opens the way to the authority of one environment, with everything that stands around it.

import type { Environment } from '@fiscal/domain';
import { createEfiClient } from '@fiscal/efi';
import type { EfiClient } from '@fiscal/efi';
import type { Logger, Shutdown } from '@fiscal/runtime';
import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import type { WorkerEnv } from '../env.ts';
import { createAuthorityClock } from './authority-clock.ts';
import { createAuthority } from './authority.ts';
import type { Authority, Exchange } from './authority.ts';
import type { WorkerEvents } from '../events.ts';
import { createCircuit } from './circuit.ts';

/** @throws if a certificate file cannot be read. */
export async function openAuthority(
  env: WorkerEnv,
  environment: Environment,
  logger: Logger,
  events: WorkerEvents,
  shutdown: Shutdown,
): Promise<Authority> {
  const client = await openClient(env, environment);
  shutdown.onClose(`authority ${environment}`, () => {
    client.close();
  });
  const now = () => ({ wall: Date.now(), uptime: uptime() * 1000 });
  const circuit = createCircuit({
    failuresToOpen: env.EFI_FAILURES_TO_OPEN,
    probeEveryMs: env.EFI_PROBE_EVERY_MS,
    now: () => performance.now(),
    random: Math.random,
    onChange: (state) => {
      logger.warn({ environment, ...state }, `the circuit to the authority is ${state.state}`);
      events.emit('circuit', environment, state);
    },
  });
  const clock = createAuthorityClock(now);
  const onExchange = (exchange: Exchange) => void events.emit('exchange', exchange);
  return createAuthority({ environment, client, circuit, clock, now, onExchange });
}

async function openClient(env: WorkerEnv, environment: Environment): Promise<EfiClient> {
  const isTest = environment === 'test';
  return createEfiClient({
    endpoint: isTest ? env.EFI_TEST_URL : env.EFI_LIVE_URL,
    receiptCheckUrl: isTest ? env.EFI_RECEIPT_CHECK_TEST_URL : env.EFI_RECEIPT_CHECK_LIVE_URL,
    trustAnchors: await readFile(env.EFI_TRUST_ANCHORS, 'utf8'),
    // The caller's budget ends an exchange earlier; this is the last line.
    timeoutMs: env.EFI_ONLINE_BUDGET_MS,
    clock: () => new Date(),
    ...(env.EFI_TLS_CA === undefined ? {} : { tlsCa: await readFile(env.EFI_TLS_CA, 'utf8') }),
  });
}
