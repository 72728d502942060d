// One simulator from its options: state, schema, routes and server. Starting listens; stopping
// waits for the answers under way, cuts what never ends and closes the state file.

import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Express } from 'express';
import { Script } from './control/script.ts';
import type { Ledger } from './ledger.ts';
import type { Logger, SimulatorOptions } from './options.ts';
import type { SigningIdentity } from './replies.ts';
import { loadRequestSchema } from './schema/validate.ts';
import { createApp } from './server.ts';
import { Book } from './state/book.ts';
import { readCertificates } from './state/certificates.ts';
import { registryDocumentSchema } from './state/registry.ts';

/** A simulator that may be started once. */
export interface Simulator {
  readonly app: Express;
  readonly ledger: Ledger;
  /** Listens. @returns the base URL, without a slash at its end. */
  start: () => Promise<{ url: string }>;
  /**
   * Stops listening, cuts connections that are still silent after two seconds. A slow message that
   * waits even then is never looked at.
   */
  stop: () => Promise<void>;
}

/** Keys or certificates given to a simulator do not belong together. */
export class SimulatorOptionsError extends Error {
  readonly code = 'SIMULATOR_OPTIONS';
  override readonly name = 'SimulatorOptionsError';
}

/** How long an answer under way may take when the simulator stops. */
const STOP_GRACE_MS = 2_000;

/** Longer than the pause between two invoices of a busy client. */
const KEEP_ALIVE_MS = 60_000;

const SILENT: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Key and certificate that sign the answers.
 * @throws SimulatorOptionsError if the key is not the certificate's.
 */
function readSigningIdentity(keyPem: string, certificatePem: string): SigningIdentity {
  const key = createPrivateKey(keyPem);
  const certificate = new X509Certificate(certificatePem);
  if (!createPublicKey(key).equals(certificate.publicKey)) {
    throw new SimulatorOptionsError('The signing key does not belong to the signing certificate.');
  }
  return { key, certificate };
}

function createServer(app: Express, tls: SimulatorOptions['tls']): Server {
  const server = tls
    ? createHttpsServer({ key: tls.key, cert: tls.certificate }, app)
    : createHttpServer(app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
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
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, STOP_GRACE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

/**
 * Makes a simulator; it listens after `start`.
 * @throws SimulatorOptionsError, SchemaUnusableError, StateFileError, or Node's own error for a key
 *   or certificate that cannot be read.
 */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { host = '127.0.0.1', port = 0, tls } = options;
  const registry = registryDocumentSchema.parse(options.registry ?? {});
  const identity = readSigningIdentity(options.signingKey, options.signingCertificate);
  const schema = loadRequestSchema(options.schemaFile ?? null);
  const registeredCas = readCertificates(options.registeredCas);
  const book = new Book(registeredCas, registry, options.stateFile ?? null);
  const stopping = new AbortController();
  const app = createApp({
    authority: {
      book,
      schema,
      script: new Script(),
      tcrActivationMs: options.tcrActivationMs ?? 0,
    },
    identity,
    // Asked anew each time, so that whoever shifts Date moves the authority's clock too.
    now: options.now ?? (() => Date.now()),
    latencyMs: options.latencyMs ?? 0,
    stopped: stopping.signal,
    logger: options.logger ?? SILENT,
  });
  const server = createServer(app, tls);
  return {
    app,
    ledger: book.ledger,
    start: async () => {
      const actualPort = await listen(server, port, host);
      const authorityPart = host.includes(':') ? `[${host}]` : host;
      return { url: `${tls ? 'https' : 'http'}://${authorityPart}:${actualPort}` };
    },
    stop: async () => {
      await closeServer(server);
      stopping.abort();
      book.close();
    },
  };
}
