// POST /fs-v1: passes the body to the authority and sends its reply, as it is or as scripted
// spoilt. Faults have HTTP status 500; an attack gets no reply. Protocol §1, §7.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@fiscal/runtime';
import type { Request, Response } from 'express';
import { isUnprocessed } from '../control/behaviour.ts';
import { drop, SOAP_TYPE, spoil } from '../control/spoilt-response.ts';
import { receiveMessage } from './receive-message.ts';
import type { Authority, Received } from './receive-message.ts';
import { refuse } from '../message/refusal.ts';
import type { Refusal } from '../message/refusal.ts';
import { FLAWS, writeReply, writeFault } from '../message/replies.ts';
import type { SigningIdentity } from '../message/replies.ts';

/** What the endpoint works with. */
export interface SoapEndpoint {
  readonly authority: Authority;
  readonly identity: SigningIdentity;
  readonly now: () => number;
  /** Every reply waits this long. */
  readonly latencyMs: number;
  /** Aborted when the simulator has stopped: what still waits then waits in vain. */
  readonly stopped: AbortSignal;
  readonly logger: Pick<Logger, 'error'>;
}

/** Codes from 900 on are the authority's own errors. Protocol §7.1. */
const FIRST_SERVER_CODE = 900;

function sendFault(
  response: Response,
  { code, message, faultcode }: Refusal & { faultcode?: 'CLIENT' | 'SERVER' | undefined },
  requestUuid: string | null,
): void {
  const fault = {
    code,
    message,
    requestUuid,
    responseUuid: randomUUID(),
    faultcode: faultcode ?? (code >= FIRST_SERVER_CODE ? 'SERVER' : 'CLIENT'),
  } as const;
  response.status(500).type(SOAP_TYPE).send(writeFault(fault));
}

/** Sends the true reply, with a flaw if the script wants one. */
async function sendDecision(
  { identity, now }: SoapEndpoint,
  response: Response,
  { decision, preview, behaviour }: Received,
): Promise<void> {
  const { kind, requestUuid } = preview;
  if (decision.outcome === 'refused') {
    sendFault(response, decision.refusal, requestUuid);
    return;
  }
  if (decision.outcome === 'ignored' || kind === null || requestUuid === null) {
    drop(response);
    return;
  }
  const reply = {
    kind,
    responseUuid: randomUUID(),
    requestUuid: behaviour?.type === 'wrong-request-uuid' ? randomUUID() : requestUuid,
    code: decision.issuedCode,
    sentAt: now(),
  };
  const flaw = FLAWS.find((name) => name === behaviour?.type) ?? null;
  const text = await writeReply(reply, identity, flaw);
  response.type(SOAP_TYPE);
  if (behaviour?.type !== 'truncated') {
    response.send(text);
    return;
  }
  response.set('Content-Length', String(Buffer.byteLength(text)));
  response.write(text.slice(0, text.length / 2), () => drop(response));
}

async function pause({ stopped }: SoapEndpoint, ms: number): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: stopped });
}

async function sendReply(
  endpoint: SoapEndpoint,
  response: Response,
  received: Received,
): Promise<void> {
  const { behaviour } = received;
  if (behaviour && isUnprocessed(behaviour)) {
    spoil(response, behaviour);
    return;
  }
  switch (behaviour?.type) {
    case 'fault':
      sendFault(response, behaviour, received.preview.requestUuid);
      return;
    case 'accept-then-silence':
    case 'accept-then-die':
      return;
    case 'accept-then-drop':
      drop(response);
      return;
    case 'empty':
      response.status(200).type(SOAP_TYPE).end();
      return;
    case 'delay':
      await pause(endpoint, behaviour.ms);
      break;
    default:
      break;
  }
  await sendDecision(endpoint, response, received);
}

/** Records that a reply was not sent; the client may never have known of its message. */
function watchReply(endpoint: SoapEndpoint, response: Response, sequence: number): void {
  response.once('close', () => {
    if (response.writableFinished) return;
    try {
      endpoint.authority.state.record({ type: 'answer-lost', sequence });
    } catch (error) {
      endpoint.logger.error({ err: error, sequence }, 'a lost reply could not be recorded');
    }
  });
}

/** The message from its arrival to its reply. */
async function receive(endpoint: SoapEndpoint, bytes: Buffer, response: Response): Promise<void> {
  const received = receiveMessage(bytes, endpoint.authority, endpoint.now());
  watchReply(endpoint, response, received.sequence);
  if (received.behaviour?.type === 'accept-then-die') process.kill(process.pid, 'SIGKILL');
  await pause(endpoint, endpoint.latencyMs);
  await sendReply(endpoint, response, received);
}

/** Handles one POST whose body has been read whole. */
export async function handleSoap(
  endpoint: SoapEndpoint,
  request: Request,
  response: Response,
): Promise<void> {
  if (!request.is('text/xml')) {
    response.status(415).end();
    return;
  }
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  try {
    await receive(endpoint, bytes, response);
  } catch (error) {
    if (endpoint.stopped.aborted) {
      drop(response);
      return;
    }
    endpoint.logger.error({ err: error }, 'a message could not be handled');
    sendFault(response, refuse(900), null);
  }
}

/** A body so large that it was not even read: code 1. */
export function sendTooLarge(response: Response): void {
  response.set('Connection', 'close');
  sendFault(response, refuse(1), null);
}
