// A running simulator in this process with everything a test needs around it: keys, a client and
// the words of a reply.

import { afterEach, beforeEach } from '@jest/globals';
import { createSimulator } from '../server.ts';
import type { SimulatorOptions } from '../server.ts';
import { goodDeposit, goodTcr, NOW, NOW_TEXT, registry } from './drafts.ts';
import { makeCa } from './keys.ts';
import { header, writeDeposit, writeInvoice, writeTcr } from './request-builder.ts';
import type { Attributes, InvoiceDraft, Signing } from './request-builder.ts';

/** Keys of one run of tests; making them takes long, so a file makes them once. */
export type Keys = Awaited<ReturnType<typeof makeKeys>>;

/** Makes the keys. */
export async function makeKeys() {
  const [ca, otherCa] = await Promise.all([makeCa('Test CA'), makeCa('Other CA')]);
  const [taxpayer, administration] = await Promise.all([ca.issue(), ca.issue({ tin: '11044760' })]);
  return { ca, otherCa, taxpayer, administration };
}

/** Reads a reply, in the parts that tests ask for, without any of the simulator's own code. */
async function readReply(response: Response) {
  const text = await response.text();
  const between = (start: RegExp) => start.exec(text)?.[1] ?? null;
  const code = between(/<code>(\d+)<\/code>/);
  const message = between(/<faultstring[^>]*>([^<]*)</);
  return {
    status: response.status,
    text,
    /** Of a fault; null for an accepted request. */
    code: code === null ? null : Number(code),
    message: message?.replace('&lt;', '<').replace('&gt;', '>').replace('&amp;', '&') ?? null,
    /** FIC, FCDC or TCR code. */
    answer: between(/<(?:FIC|FCDC|TCRCode)[^>]*>([^<]+)</),
    requestUuid: between(/RequestUUID="([^"]+)"/) ?? between(/<requestUUID>([^<]+)</),
  };
}

/**
 * A client of the simulator at a URL; it signs with the key of the test taxpayer, unless another is
 * given.
 */
export function clientOf(url: string, keys: Keys) {
  const identity = keys.taxpayer;
  const send = async (soap: string | Buffer, signal?: AbortSignal) => {
    const response = await fetch(`${url}/fs-v1`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8' },
      body: typeof soap === 'string' ? soap : new Uint8Array(soap),
      ...(signal && { signal }),
    });
    return readReply(response);
  };
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/control${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  };
  return {
    /** Sends a message to /fs-v1. */
    send,
    sendInvoice: (draft: InvoiceDraft, signing: Partial<Signing> = {}) =>
      send(writeInvoice(draft, { identity, ...signing })),
    /** A good deposit of the tests' instant with other attributes. */
    sendDeposit: (change: Attributes = {}, head = header(NOW_TEXT), signing = { identity }) =>
      send(writeDeposit(head, { ...goodDeposit(), ...change }, signing)),
    /** A good registration of a TCR with other attributes. */
    sendTcr: (change: Attributes = {}, head = header(NOW_TEXT), signing = { identity }) =>
      send(writeTcr(head, { ...goodTcr(), ...change }, signing)),
    /** Calls the control endpoint. */
    control,
    /** Scripts the reply to the next message. */
    script: (behaviour: object, more: object = {}) =>
      control('POST', '/script', { replies: [{ behaviour, ...more }] }),
    /** Asks the receipt check. */
    ask: async (form: Record<string, string>) => {
      const body = new URLSearchParams(form);
      const response = await fetch(`${url}/ic/api/verifyInvoice`, { method: 'POST', body });
      return { status: response.status, text: await response.text() };
    },
  };
}

/** A simulator that listens in this process. */
export type Running = Awaited<ReturnType<typeof startRunning>>;

/** Starts a simulator at the tests' instant with the test taxpayer's master data. */
export async function startRunning(keys: Keys, options: Partial<SimulatorOptions> = {}) {
  const { ledger, start, stop } = createSimulator({
    registeredCas: keys.ca.certificate,
    signingKey: keys.administration.key,
    signingCertificate: keys.administration.certificate,
    registry: registry(),
    now: () => NOW,
    ...options,
  });
  const { url } = await start();
  return {
    url,
    ledger,
    stop,
    ...clientOf(url, keys),
    /** The newest of the ledger. */
    lastMessage: () => ledger.view().messages.at(-1),
    lastInvoice: () => {
      const invoice = ledger.view().invoices.at(-1);
      if (!invoice) throw new Error('no invoice is registered');
      return invoice;
    },
  };
}

/** A new simulator for each test of the file. @returns what gives the one of this test. */
export function startForEachTest(keys: Keys, options: Partial<SimulatorOptions> = {}) {
  let running: Running;
  beforeEach(async () => {
    running = await startRunning(keys, options);
  });
  afterEach(() => running.stop());
  return () => running;
}
