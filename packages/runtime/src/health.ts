// Liveness, readiness and metrics of a process. Live means that it need not be restarted; ready
// means that it can do its work now. A process that serves HTTP anyway mounts `handle` itself.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/**
 * Resolves where the part works, throws where it does not. What it resolves with is something to know
 * about a part that works: it stands behind `ok`.
 */
export type HealthCheck = () => Promise<void> | Promise<string | undefined>;

/** The checks of a process by name: `postgresql`, `queue`, … */
export interface Health {
  live: Record<string, HealthCheck>;
  ready: Record<string, HealthCheck>;
}

const CHECK_TIMEOUT_MS = 2_000;

/** Answers `/health/live`, `/health/ready` and `/metrics`; false if the path is another one. */
export async function handleHealthRequest(
  health: Health,
  metrics: Registry,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = request.url?.split('?')[0];
  if (path === '/health/live') await answer(response, health.live);
  else if (path === '/health/ready') await answer(response, health.ready);
  else if (path === '/metrics') {
    response.setHeader('Content-Type', metrics.contentType);
    response.end(await metrics.metrics());
  } else return false;
  return true;
}

/** A small server for processes that serve nothing else. Resolves when it listens. */
export async function startHealthServer(options: {
  host: string;
  port: number;
  health: Health;
  metrics: Registry;
}): Promise<{ url: string; close: () => Promise<void> }> {
  const { host, port, health, metrics } = options;
  const server = createServer((request, response) => {
    handleHealthRequest(health, metrics, request, response).then(
      (handled) => {
        if (!handled) response.writeHead(404).end();
      },
      () => response.writeHead(500).end(),
    );
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
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(response: ServerResponse, checks: Record<string, HealthCheck>) {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, ...(await outcomeOf(check)) })),
  );
  const healthy = results.every(({ isWell }) => isWell);
  const words = Object.fromEntries(results.map(({ name, words: said }) => [name, said]));
  response.writeHead(healthy ? 200 : 503, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ status: healthy ? 'ok' : 'unavailable', checks: words }));
}

interface Outcome {
  isWell: boolean;
  words: string;
}

async function outcomeOf(check: HealthCheck): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      resolve({ isWell: false, words: `no answer within ${CHECK_TIMEOUT_MS} ms` });
    }, CHECK_TIMEOUT_MS);
  });
  const outcome = await Promise.race([ask(check), timeout]);
  clearTimeout(timer);
  return outcome;
}

async function ask(check: HealthCheck): Promise<Outcome> {
  try {
    const remark: unknown = await check();
    return { isWell: true, words: typeof remark === 'string' ? `ok: ${remark}` : 'ok' };
  } catch (error) {
    return { isWell: false, words: error instanceof Error ? error.message : String(error) };
  }
}
