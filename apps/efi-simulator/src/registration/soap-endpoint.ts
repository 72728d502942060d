// POST /fs-v1: hands the body to the authority and writes its verdict to the wire, as it is or as a
// script wants it spoilt. Faults have HTTP status 500; an attack gets no answer. Protocol §1, §7.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { isSpeechless } from '../control/behaviour.ts';
import type { Behaviour } from '../control/behaviour.ts';
import { drop, SOAP_TYPE, spoil } from '../control/spoilt-response.ts';
import { admitMessage, judgeMessage } from './receive-message.ts';
import type { Authority, Verdict } from './receive-message.ts';
import { REFUSAL_MESSAGES } from '../checks/refusal.ts';
import { FLAWS, writeAnswer, writeFault } from '../message/replies.ts';
import type { Flaw, SigningIdentity } from '../message/replies.ts';

/** What the simulator asks of a log: one line with fields and a sentence. */
export interface Logger {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
}

/** What the endpoint works with. */
export interface SoapEndpoint {
  readonly authority: Authority;
  readonly identity: SigningIdentity;
  readonly now: () => number;
  /** Every answer waits this long. */
  readonly latencyMs: number;
  /** Aborted when the simulator has stopped: what still waits then waits in vain. */
  readonly stopped: AbortSignal;
  readonly logger: Logger;
}

/** Codes from 900 on are the authority's own trouble. Protocol §7.1. */
const FIRST_SERVER_CODE = 900;

function sendFault(
  response: Response,
  fault: { code: number; message: string; faultcode?: 'CLIENT' | 'SERVER' | undefined },
  requestUuid: string | null,
): void {
  const faultcode = fault.faultcode ?? (fault.code >= FIRST_SERVER_CODE ? 'SERVER' : 'CLIENT');
  const { code, message } = fault;
  response
    .status(500)
    .type(SOAP_TYPE)
    .send(writeFault({ code, message, faultcode, requestUuid, responseUuid: randomUUID() }));
}

function flawOf(behaviour: Behaviour | null): Flaw | null {
  const flaw = FLAWS.find((name) => name === behaviour?.type);
  return flaw ?? null;
}

/** Sends the true answer, with a flaw if the script wants one. */
async function sendVerdict(
  { identity, now }: SoapEndpoint,
  response: Response,
  verdict: Verdict,
  behaviour: Behaviour | null,
): Promise<void> {
  if (verdict.outcome === 'ignored') {
    drop(response);
    return;
  }
  if (verdict.outcome === 'refused') {
    sendFault(response, verdict.refusal, verdict.requestUuid);
    return;
  }
  const isOfAnother = behaviour?.type === 'wrong-request-uuid';
  const answer = {
    kind: verdict.kind,
    responseUuid: randomUUID(),
    requestUuid: isOfAnother ? randomUUID() : verdict.requestUuid,
    code: verdict.answer,
    sentAt: now(),
  };
  const text = await writeAnswer(answer, identity, flawOf(behaviour));
  if (behaviour?.type !== 'truncated') {
    response.type(SOAP_TYPE).send(text);
    return;
  }
  response.type(SOAP_TYPE).set('Content-Length', String(Buffer.byteLength(text)));
  response.write(text.slice(0, text.length / 2), () => {
    drop(response);
  });
}

async function pause({ stopped }: SoapEndpoint, ms: number): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: stopped });
}

async function sendReply(
  endpoint: SoapEndpoint,
  response: Response,
  verdict: Verdict,
  behaviour: Behaviour | null,
): Promise<void> {
  if (behaviour && isSpeechless(behaviour)) {
    spoil(response, behaviour);
    return;
  }
  switch (behaviour?.type) {
    case 'fault':
      sendFault(response, behaviour, verdict.requestUuid);
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
  await sendVerdict(endpoint, response, verdict, behaviour);
}

/** Writes down that an answer did not get out; the client may never have known of its message. */
function watchAnswer(endpoint: SoapEndpoint, response: Response, sequence: number): void {
  response.once('close', () => {
    if (response.writableFinished) return;
    try {
      endpoint.authority.state.record({ type: 'answer-lost', sequence });
    } catch (error) {
      endpoint.logger.error({ err: error, sequence }, 'a lost answer could not be written down');
    }
  });
}

/** The message from its arrival to its answer. */
async function receive(endpoint: SoapEndpoint, bytes: Buffer, response: Response): Promise<void> {
  const { authority, now, latencyMs } = endpoint;
  const admission = admitMessage(bytes, authority, now());
  const { behaviour, sequence } = admission;
  watchAnswer(endpoint, response, sequence);
  if (behaviour?.type === 'slow') await pause(endpoint, behaviour.ms);
  const verdict = judgeMessage(bytes, admission, authority, now());
  if (behaviour?.type === 'accept-then-die') process.kill(process.pid, 'SIGKILL');
  await pause(endpoint, latencyMs);
  await sendReply(endpoint, response, verdict, behaviour);
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
    sendFault(response, { code: 900, message: REFUSAL_MESSAGES[900] }, null);
  }
}

/** A body so large that it was not even read: code 1. */
export function sendTooLarge(response: Response): void {
  response.set('Connection', 'close');
  sendFault(response, { code: 1, message: REFUSAL_MESSAGES[1] }, null);
}
