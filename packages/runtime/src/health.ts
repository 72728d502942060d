// Liveness, readiness and metrics of a process. Live means that it need not be restarted; ready
// means that it can do its work now. The parts by name, their errors and the metrics stand
// on a port of their own; a public port says only whether the process is healthy.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/**
 * Resolves where the part works, throws where it does not. What it resolves with is something to
 * know about a part that works: it stands behind `ok`.
 */
export type HealthCheck = () => Promise<void> | Promise<string | undefined>;

/** The checks of a process by name: `postgresql`, `queue`, … */
export interface Health {
  live: Record<string, HealthCheck>;
  ready: Record<string, HealthCheck>;
}

const CHECK_TIMEOUT_MS = 2_000;

/**
 * Responds to `/health/live` and `/health/ready` without a reason; false if the path is another
 * one.
 */
export async function sendHealth(
  health: Health,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const checks = checksAt(health, request);
  if (checks === null) return false;
  const { status, body } = await examine(checks);
  send(response, status, { status: body.status });
  return true;
}

function checksAt(health: Health, { url }: IncomingMessage): Health['live'] | null {
  const path = url?.split('?')[0];
  if (path === '/health/live') return health.live;
  return path === '/health/ready' ? health.ready : null;
}

async function sendMonitoring(
  health: Health,
  metrics: Registry,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const checks = checksAt(health, request);
  if (checks !== null) {
    const { status, body } = await examine(checks);
    send(response, status, body);
  } else if (request.url?.split('?')[0] === '/metrics') {
    response.setHeader('Content-Type', metrics.contentType);
    response.end(await metrics.metrics());
  } else response.writeHead(404).end();
}

/**
 * The server of `/health/live`, `/health/ready` and `/metrics`, in detail. Resolves when it
 * listens.
 */
export async function startHealthServer(options: {
  host: string;
  port: number;
  health: Health;
  metrics: Registry;
}): Promise<{ url: string; close: () => Promise<void> }> {
  const { host, port, health, metrics } = options;
  const server = createServer((request, response) => {
    sendMonitoring(health, metrics, request, response).catch(() => {
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function examine(checks: Record<string, HealthCheck>) {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
  );
  const isHealthy = results.every(([, { isHealthy }]) => isHealthy);
  const words = results.map(([name, { words: outcome }]) => [name, outcome] as const);
  return {
    status: isHealthy ? 200 : 503,
    body: { status: isHealthy ? 'ok' : 'unavailable', checks: Object.fromEntries(words) },
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

interface Outcome {
  isHealthy: boolean;
  words: string;
}

async function outcomeOf(check: HealthCheck): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Outcome>((resolve) => {
    timer = setTimeout(
      () => resolve({ isHealthy: false, words: `no reply within ${CHECK_TIMEOUT_MS} ms` }),
      CHECK_TIMEOUT_MS,
    );
  });
  const outcome = await Promise.race([ask(check), timeout]);
  clearTimeout(timer);
  return outcome;
}

async function ask(check: HealthCheck): Promise<Outcome> {
  try {
    const remark: unknown = await check();
    return { isHealthy: true, words: typeof remark === 'string' ? `ok: ${remark}` : 'ok' };
  } catch (error) {
    return { isHealthy: false, words: error instanceof Error ? error.message : String(error) };
  }
}
