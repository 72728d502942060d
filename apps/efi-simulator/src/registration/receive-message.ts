// What the authority does with one message, from its bytes to a verdict, in two steps. Admission:
// number it, glimpse at it, ask the script. Judgement: verify, decide, write down. A slow message
// waits between the two, any other has both in one turn of the event loop; and a judgement is one
// turn always, so that two messages never see each other half done. The answer is written elsewhere.

import { createHash } from 'node:crypto';
import { findingsOfMessage } from '../checks/deferred.ts';
import { leavesUnread } from '../control/behaviour.ts';
import type { Behaviour } from '../control/behaviour.ts';
import type { Script } from '../control/script.ts';
import type { Decision, Moment } from './decision.ts';
import { parseMessage } from '../message/open-message.ts';
import type { Glimpse, MessageOpening, ParsedMessage } from '../message/open-message.ts';
import type { FiscalRequest, RequestKind } from '../message/request.ts';
import type { Refusal } from '../checks/refusal.ts';
import { registerCashDeposit } from './register-cash-deposit.ts';
import { registerInvoice } from './register-invoice.ts';
import { registerTcr } from './register-tcr.ts';
import type { RequestSchema } from '../schema/request-schema.ts';
import type { SimulatorState } from '../state/simulator-state.ts';
import type { MessageEntry, SimulatorEvent } from '../state/events.ts';
import { verifyRequest } from './verify-request.ts';

/** What is to be answered. */
export type Verdict =
  | {
      readonly outcome: 'accepted' | 'repeated';
      readonly kind: RequestKind;
      readonly requestUuid: string;
      /** FIC, FCDC or TCR code. */
      readonly answer: string;
    }
  | { readonly outcome: 'refused'; readonly refusal: Refusal; readonly requestUuid: string | null }
  | { readonly outcome: 'ignored'; readonly requestUuid: string | null };

/** A message that has come and has not been judged. */
export interface Admission {
  /** Number of the message in the ledger. */
  readonly sequence: number;
  /** Milliseconds since 1970, the authority's clock. */
  readonly receivedAt: number;
  /** What a script or a mode makes of it. */
  readonly behaviour: Behaviour | null;
  /** Null for a slow message: it is opened again when it is looked at. */
  readonly parsed: ParsedMessage | null;
}

/** What a reception works with. */
export interface Authority {
  readonly state: SimulatorState;
  readonly script: Script;
  readonly schema: RequestSchema;
  /** How long a new TCR waits before its invoices are accepted. */
  readonly tcrActivationMs: number;
}

function decide(request: FiscalRequest, authority: Authority, moment: Moment): Decision {
  const { state } = authority;
  switch (request.kind) {
    case 'invoice':
      return registerInvoice(request.invoice, request.header, state, moment);
    case 'cash-deposit':
      return registerCashDeposit(request.deposit, request.header, state, moment);
    case 'tcr':
      return registerTcr(request.tcr, request.header, state, moment, authority.tcrActivationMs);
  }
}

interface Judgement {
  readonly verdict: Verdict;
  readonly findings: readonly string[];
  /** What it changes; null for nothing. */
  readonly effect: SimulatorEvent | null;
}

function withoutEffect(verdict: Verdict, findings: readonly string[] = []): Judgement {
  return { verdict, findings, effect: null };
}

function refused(refusal: Refusal, requestUuid: string | null): Judgement {
  return withoutEffect({ outcome: 'refused', refusal, requestUuid });
}

const REPEATED_IIC: Refusal = { code: 11, message: 'Invoice with the same IIC already exists.' };

/** Opens, verifies, decides. */
function judge(
  opening: MessageOpening,
  glimpse: Glimpse,
  authority: Authority,
  moment: Moment,
  behaviour: Behaviour | null,
): Judgement {
  const { requestUuid } = glimpse;
  if (opening.outcome === 'attack') return withoutEffect({ outcome: 'ignored', requestUuid });
  if (opening.outcome === 'refused') return refused(opening.refusal, requestUuid);
  const { state, schema } = authority;
  const verification = verifyRequest(opening, schema, state, moment.now);
  if (!verification.isGenuine) return refused(verification.refusal, requestUuid);
  const { request } = verification;
  const { uuid } = request.header;
  const decision = decide(request, authority, moment);
  if (decision.outcome === 'refused') return refused(decision.refusal, uuid);
  if (decision.outcome === 'repeated' && behaviour?.type === 'refuse-repeated') {
    return refused(REPEATED_IIC, uuid);
  }
  const ofMessage = findingsOfMessage(request.header, moment.soap, state.ledger);
  const { outcome, answer } = decision;
  const verdict = { outcome, kind: request.kind, requestUuid: uuid, answer };
  if (decision.outcome === 'repeated') return withoutEffect(verdict, ofMessage);
  const { effect, findings } = decision;
  return { verdict, effect, findings: [...ofMessage, ...findings] };
}

/** Code and words of the fault that is answered: the refusal's, or those a script has put in. */
function faultOf(
  verdict: Verdict,
  behaviour: Behaviour | null,
): Pick<MessageEntry, 'code' | 'message'> {
  if (behaviour?.type === 'fault') return { code: behaviour.code, message: behaviour.message };
  if (verdict.outcome !== 'refused') return { code: null, message: null };
  return { code: verdict.refusal.code, message: verdict.refusal.message };
}

/** @param judgement null for a slow message that has only just come. */
function entryOf(
  bytes: Buffer,
  glimpse: Glimpse,
  { sequence, receivedAt, behaviour }: Admission,
  judgement: Judgement | null,
): MessageEntry {
  const verdict = judgement?.verdict;
  const isAnswered = verdict?.outcome === 'accepted' || verdict?.outcome === 'repeated';
  return {
    type: 'message',
    sequence,
    receivedAt: new Date(receivedAt).toISOString(),
    ...glimpse,
    // A new TCR has no code in its request; the ledger files it under the one it was given.
    tcrCode: isAnswered && verdict.kind === 'tcr' ? verdict.answer : glimpse.tcrCode,
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    outcome: verdict?.outcome ?? 'waiting',
    ...(verdict ? faultOf(verdict, behaviour) : { code: null, message: null }),
    answer: isAnswered ? verdict.answer : null,
    behaviour: behaviour?.type ?? null,
    findings: [...(judgement?.findings ?? [])],
    answerLost: false,
  };
}

/** Takes in the body of one POST. @param now the authority's clock. */
export function admitMessage(bytes: Buffer, authority: Authority, now: number): Admission {
  const { state, script } = authority;
  const parsed = parseMessage(bytes);
  const behaviour = script.take(parsed.glimpse);
  const admission = { sequence: state.ledger.nextSequence(), receivedAt: now, behaviour };
  if (behaviour?.type !== 'slow') return { ...admission, parsed };
  parsed.document?.dispose();
  const waiting = { ...admission, parsed: null };
  state.record(entryOf(bytes, parsed.glimpse, waiting, null));
  return waiting;
}

/**
 * Judges a message that was admitted, once. What it registers and its line in the ledger are with
 * the operating system when this returns, by one write.
 */
export function judgeMessage(
  bytes: Buffer,
  admission: Admission,
  authority: Authority,
  now: number,
): Verdict {
  const { sequence, behaviour } = admission;
  const { document, glimpse, opening } = admission.parsed ?? parseMessage(bytes);
  const moment = { now, sequence, soap: bytes.toString('utf8') };
  try {
    const judgement =
      behaviour && leavesUnread(behaviour)
        ? withoutEffect({ outcome: 'ignored', requestUuid: glimpse.requestUuid })
        : judge(opening, glimpse, authority, moment, behaviour);
    const effects = judgement.effect ? [judgement.effect] : [];
    authority.state.record(...effects, entryOf(bytes, glimpse, admission, judgement));
    return judgement.verdict;
  } finally {
    document?.dispose();
  }
}
