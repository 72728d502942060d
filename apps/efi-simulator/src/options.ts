// What a simulator is made of, for whoever starts one: main.ts from the environment, a test by hand.

import type { RegistryInput } from './state/registry.ts';

/** What the simulator asks of a log: one line with fields and a sentence. */
export interface Logger {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
}

/** How one simulator is to be. */
export interface SimulatorOptions {
  /** PEM: the CAs whose certificates taxpayers may use. */
  readonly registeredCas: string;
  /** PEM: key and certificate of the tax administration; answers are signed with it. */
  readonly signingKey: string;
  readonly signingCertificate: string;
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** PEM; with it the simulator speaks HTTPS. */
  readonly tls?: { readonly key: string; readonly certificate: string } | undefined;
  /** Path; the state is appended there and read back at the start. Default: memory only. */
  readonly stateFile?: string | undefined;
  /** Path of the authority's XSD. Default: the simulator's own schema. */
  readonly schemaFile?: string | undefined;
  /** Every answer of the service waits this long. Default 0. */
  readonly latencyMs?: number | undefined;
  /** How long a new TCR waits before its invoices are accepted; the live service: an hour. Default 0. */
  readonly tcrActivationMs?: number | undefined;
  /** Master data known from the start. */
  readonly registry?: RegistryInput | undefined;
  /** The authority's clock, milliseconds since 1970. Default: the machine's. */
  readonly now?: (() => number) | undefined;
  /** Default: nothing is logged. */
  readonly logger?: Logger | undefined;
}
