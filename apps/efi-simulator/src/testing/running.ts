// A running simulator in this process with everything a test needs around it: keys, a client and
// the words of an answer.

import { createSimulator } from '../server.ts';
import type { Simulator } from '../server.ts';
import type { SimulatorOptions } from '../server.ts';
import { NOW, registry } from './drafts.ts';
import { makeCa } from './keys.ts';
import type { Identity, TestCa } from './keys.ts';
import { writeInvoice } from './request-builder.ts';
import type { InvoiceDraft, Signing } from './request-builder.ts';

/** Keys of one run of tests; making them takes a moment, so a file makes them once. */
export interface Keys {
  readonly ca: TestCa;
  readonly strangerCa: TestCa;
  readonly taxpayer: Identity;
  readonly administration: Identity;
}

/** Makes the keys. */
export async function makeKeys(): Promise<Keys> {
  const [ca, strangerCa] = await Promise.all([makeCa('Test CA'), makeCa('Stranger CA')]);
  const [taxpayer, administration] = await Promise.all([ca.issue(), ca.issue({ tin: '11044760' })]);
  return { ca, strangerCa, taxpayer, administration };
}

/** An answer of the service in the parts that tests ask for. */
export interface ServiceAnswer {
  readonly status: number;
  readonly text: string;
  /** Code of a fault; null for an accepted request. */
  readonly code: number | null;
  readonly message: string | null;
  /** FIC, FCDC or TCR code. */
  readonly answer: string | null;
  readonly requestUuid: string | null;
}

/** Talks to a simulator, wherever it runs. */
export interface Client {
  /** Sends a message to /fs-v1. */
  send: (soap: string | Buffer, path?: string) => Promise<ServiceAnswer>;
  /** Signs an invoice, with the key of the test taxpayer unless another is given, and sends it. */
  sendInvoice: (draft: InvoiceDraft, signing?: Partial<Signing>) => Promise<ServiceAnswer>;
  /** Calls the control endpoint. */
  control: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: unknown }>;
}

/** A simulator that listens in this process. */
export interface Running extends Client {
  readonly url: string;
  readonly simulator: Simulator;
  stop: () => Promise<void>;
}

function between(text: string, start: RegExp): string | null {
  return start.exec(text)?.[1] ?? null;
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Reads an answer without any of the simulator's own code. */
function readAnswer(status: number, text: string): ServiceAnswer {
  const code = between(text, /<code>(\d+)<\/code>/);
  const message = between(text, /<faultstring[^>]*>([^<]*)</);
  return {
    status,
    text,
    code: code === null ? null : Number(code),
    message: message === null ? null : unescape(message),
    answer: between(text, /<(?:FIC|FCDC|TCRCode)[^>]*>([^<]+)</),
    requestUuid: between(text, /RequestUUID="([^"]+)"/) ?? between(text, /<requestUUID>([^<]+)</),
  };
}

/** A client of the simulator at a URL. */
export function clientOf(url: string, keys: Keys): Client {
  const send: Client['send'] = async (soap, path = '/fs-v1') => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8' },
      body: typeof soap === 'string' ? soap : new Uint8Array(soap),
    });
    return readAnswer(response.status, await response.text());
  };
  return {
    send,
    sendInvoice: (draft, signing) =>
      send(writeInvoice(draft, { identity: keys.taxpayer, ...signing })),
    control: async (method, path, body) => {
      const response = await fetch(`${url}/control${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const parsed: unknown = text === '' ? null : JSON.parse(text);
      return { status: response.status, body: parsed };
    },
  };
}

/** Starts a simulator at the tests' moment with the test taxpayer's master data. */
export async function startRunning(
  keys: Keys,
  options: Partial<SimulatorOptions> = {},
): Promise<Running> {
  const simulator = createSimulator({
    registeredCas: keys.ca.certificate,
    signingKey: keys.administration.key,
    signingCertificate: keys.administration.certificate,
    registry: registry(),
    now: () => NOW,
    ...options,
  });
  const { url } = await simulator.start();
  return { url, simulator, ...clientOf(url, keys), stop: simulator.stop };
}
