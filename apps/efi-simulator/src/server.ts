// One simulator from its options: state, schema, routes and server. Starting listens; stopping
// waits for the replies under way, cuts what never ends and closes the state file. What happens
// behind a path is written in registration/, receipt-check/ and control/.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Logger } from '@fiscal/runtime';
import express from 'express';
import type { ErrorRequestHandler, Express } from 'express';
import { controlRoutes } from './control/routes.ts';
import { Script } from './control/script.ts';
import { handleReceiptCheck } from './receipt-check/receipt-check.ts';
import { verifyPage } from './receipt-check/verify-page.ts';
import type { RepeatedWithdrawals } from './registration/register-cash-deposit.ts';
import { handleSoap, sendTooLarge } from './registration/soap-endpoint.ts';
import type { SoapEndpoint } from './registration/soap-endpoint.ts';
import { loadRequestSchema } from './schema/request-schema.ts';
import { readCertificates } from './state/certificates.ts';
import type { Ledger } from './state/ledger.ts';
import { registryDocumentSchema } from './state/registry.ts';
import type { RegistryInput } from './state/registry.ts';
import { SimulatorState } from './state/simulator-state.ts';

export interface SimulatorOptions {
  /** PEM: the CAs whose certificates taxpayers may use. */
  readonly registeredCas: string;
  /** PEM: key and certificate of the tax administration; replies are signed with it. */
  readonly signingKey: string;
  readonly signingCertificate: string;
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Path; the state is appended there and read back at the start. Default: memory only. */
  readonly stateFile?: string | undefined;
  /** Every reply of the service waits this long. Default 0. */
  readonly latencyMs?: number | undefined;
  /**
   * How long a new TCR waits before its invoices are accepted; the live service: an hour. Default
   * 0.
   */
  readonly tcrActivationMs?: number | undefined;
  /** Default `counted`. */
  readonly repeatedWithdrawals?: RepeatedWithdrawals | undefined;
  /** Master data known from the start. */
  readonly registry?: RegistryInput | undefined;
  /** The authority's clock, milliseconds since 1970. Default: the machine's. */
  readonly now?: (() => number) | undefined;
  /** Default: nothing is logged. */
  readonly logger?: Pick<Logger, 'error'> | undefined;
}

/** A simulator that may be started once. */
export interface Simulator {
  readonly ledger: Ledger;
  /** Listens. @returns the base URL, without a slash at its end. */
  start: () => Promise<{ url: string }>;
  /** Stops listening, cuts connections that are still silent after two seconds. */
  stop: () => Promise<void>;
}

/** How long a reply under way may take when the simulator stops. */
const STOP_GRACE_MS = 2_000;

/** Longer than the pause between two invoices of a busy client. */
const KEEP_ALIVE_MS = 60_000;

/** A body beyond it is not even read; far above the size that code 1 begins with. */
const UNREAD_BODY_BYTES = 4 * 1024 * 1024;

const SOAP_PATHS = ['/fs-v1', '/fs-v1/FiscalizationService'];

/** What every HTTP response says, so that none is taken for the tax administration's. */
const NO_AUTHORITY =
  'This is a simulator and no tax administration: nothing is registered here, and it is no live endpoint.';

const ABOUT =
  'Simulator of the fiscalization service of the tax administration: SOAP at /fs-v1, receipt check at /ic/api/verifyInvoice, page of the QR codes at /ic/#/verify, control at /control.\n';

function errorHandler({ logger }: SoapEndpoint): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const { status = 500, type } = error as { status?: number; type?: string };
    if (SOAP_PATHS.includes(request.path) && type === 'entity.too.large') {
      sendTooLarge(response);
      return;
    }
    if (status >= 500) logger.error({ err: error, path: request.path }, 'a request failed');
    const message = error instanceof Error ? error.message : 'The request failed.';
    response.status(status).json({ error: message, problems: [] });
  };
}

/** Which path leads where. */
function createApp(endpoint: SoapEndpoint): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((_request, response, next) => {
    // Node's own header would give the machine's time, which may not be the authority's.
    response.set('Date', new Date(endpoint.now()).toUTCString());
    response.set('X-EFI-Simulator', NO_AUTHORITY);
    next();
  });
  app.get('/', (_request, response) => {
    response.type('text/plain').send(ABOUT);
  });
  app.get(['/health/live', '/health/ready'], (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.post(
    SOAP_PATHS,
    express.raw({ type: () => true, limit: UNREAD_BODY_BYTES, inflate: false }),
    (request, response) => handleSoap(endpoint, request, response),
  );
  app.all(SOAP_PATHS, (_request, response) => {
    response.set('Allow', 'POST').status(405).end();
  });
  const form = express.urlencoded({ extended: false });
  app.post('/ic/api/verifyInvoice', form, (request, response) =>
    handleReceiptCheck(endpoint, request, response),
  );
  app.use('/ic', verifyPage(endpoint.authority.state.ledger));
  app.use(
    '/control',
    express.json({ limit: UNREAD_BODY_BYTES }),
    controlRoutes(endpoint.authority),
  );
  app.use((_request, response) => {
    response.status(404).json({ error: 'There is nothing here.', problems: [] });
  });
  app.use(errorHandler(endpoint));
  return app;
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const cut = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

/**
 * Makes a simulator; it listens after `start`.
 * @throws StateFileError, or Node's own error for a key or certificate that cannot be read.
 */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { host = '127.0.0.1', port = 0 } = options;
  const registry = registryDocumentSchema.parse(options.registry ?? {});
  const registeredCas = readCertificates(options.registeredCas);
  const state = new SimulatorState(registeredCas, registry, options.stateFile ?? null);
  const stopping = new AbortController();
  const app = createApp({
    authority: {
      state,
      schema: loadRequestSchema(),
      script: new Script(),
      tcrActivationMs: options.tcrActivationMs ?? 0,
      repeatedWithdrawals: options.repeatedWithdrawals ?? 'counted',
    },
    identity: {
      key: createPrivateKey(options.signingKey),
      certificate: new X509Certificate(options.signingCertificate),
    },
    // Asked anew each time, so that a test that shifts Date moves the authority's clock too.
    now: options.now ?? (() => Date.now()),
    latencyMs: options.latencyMs ?? 0,
    stopped: stopping.signal,
    logger: options.logger ?? { error: () => undefined },
  });
  const server = createServer(app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return {
    ledger: state.ledger,
    start: async () => {
      const actualPort = await listen(server, port, host);
      const authorityPart = host.includes(':') ? `[${host}]` : host;
      return { url: `http://${authorityPart}:${actualPort}` };
    },
    stop: async () => {
      await closeServer(server);
      stopping.abort();
      state.close();
    },
  };
}
