// What the authority does with one message, from its bytes to a decision: number it, ask the
// script, verify, decide, record. All of it happens in one task of the event loop, so that two
// messages never see each other half processed. The reply is written elsewhere.

import { findingsOfMessage } from '../checks/deferred.ts';
import { leavesUnread } from '../control/behaviour.ts';
import type { Behaviour } from '../control/behaviour.ts';
import type { Script } from '../control/script.ts';
import type { Decision, Reception } from './decision.ts';
import { parseMessage } from '../message/open-message.ts';
import type { Preview, MessageOpening } from '../message/open-message.ts';
import type { FiscalRequest } from '../message/request.ts';
import { refuse } from '../message/refusal.ts';
import { registerCashDeposit } from './register-cash-deposit.ts';
import type { RepeatedWithdrawals } from './register-cash-deposit.ts';
import { registerInvoice } from './register-invoice.ts';
import { registerTcr } from './register-tcr.ts';
import type { RequestSchema } from '../schema/request-schema.ts';
import type { SimulatorState } from '../state/simulator-state.ts';
import type { MessageEntry } from '../state/events.ts';
import { verifyRequest } from './verify-request.ts';

/** What a reception works with. */
export interface Authority {
  readonly state: SimulatorState;
  readonly script: Script;
  readonly schema: RequestSchema;
  /** How long a new TCR waits before its invoices are accepted. */
  readonly tcrActivationMs: number;
  readonly repeatedWithdrawals: RepeatedWithdrawals;
}

/** A message in the ledger, and what the reply is made of. */
export interface Received {
  /** Number of the message in the ledger. */
  readonly sequence: number;
  readonly preview: Preview;
  /** What a script or a mode makes of it. */
  readonly behaviour: Behaviour | null;
  readonly decision: Decision;
}

function decide(request: FiscalRequest, authority: Authority, reception: Reception): Decision {
  const { state, repeatedWithdrawals } = authority;
  switch (request.kind) {
    case 'invoice':
      return registerInvoice(request.invoice, request.header, state, reception);
    case 'cash-deposit':
      return registerCashDeposit(
        request.deposit,
        request.header,
        state,
        reception,
        repeatedWithdrawals,
      );
    case 'tcr':
      return registerTcr(request.tcr, request.header, state, reception, authority.tcrActivationMs);
  }
}

/** Verifies, decides, and adds what the nightly checks would find. */
function judge(
  opening: MessageOpening,
  authority: Authority,
  reception: Reception,
  behaviour: Behaviour | null,
): Decision {
  if (opening.outcome !== 'opened') return opening;
  const { state, schema } = authority;
  const request = verifyRequest(opening, schema, state, reception.now);
  if ('code' in request) return { outcome: 'refused', refusal: request };
  const decision = decide(request, authority, reception);
  if (!('issuedCode' in decision)) return decision;
  const isRepeatedInvoice = request.kind === 'invoice' && decision.outcome === 'repeated';
  if (isRepeatedInvoice && behaviour?.type === 'refuse-repeated') {
    const refusal = refuse(11, 'Invoice with the same IIC already exists.');
    return { outcome: 'refused', refusal };
  }
  const ofMessage = findingsOfMessage(request.header, reception.soap, state.ledger);
  return { ...decision, findings: [...ofMessage, ...decision.findings] };
}

/** Code and words of the fault that is sent: the refusal's, or those a script has put in. */
function faultOf(decision: Decision, behaviour: Behaviour | null) {
  const fault = decision.outcome === 'refused' ? decision.refusal : behaviour;
  return fault && 'code' in fault ? { code: fault.code, message: fault.message } : null;
}

function entryOf(
  { sequence, preview, behaviour, decision }: Received,
  bytes: Buffer,
  now: number,
): MessageEntry {
  const isAccepted = 'issuedCode' in decision;
  return {
    type: 'message',
    sequence,
    receivedAt: new Date(now).toISOString(),
    ...preview,
    // A new TCR has no code in its request; the ledger files it under the one it was given.
    tcrCode: isAccepted && preview.kind === 'tcr' ? decision.issuedCode : preview.tcrCode,
    bytes: bytes.byteLength,
    outcome: decision.outcome,
    ...(faultOf(decision, behaviour) ?? { code: null, message: null }),
    answer: isAccepted ? decision.issuedCode : null,
    behaviour: behaviour?.type ?? null,
    findings: isAccepted ? [...decision.findings] : [],
    answerLost: false,
  };
}

/**
 * Takes in the body of one POST. What it registers and its line in the ledger are with the
 * operating system when this returns, by one write.
 * @param now the authority's clock.
 */
export function receiveMessage(bytes: Buffer, authority: Authority, now: number): Received {
  const { state, script } = authority;
  const { document, preview, opening } = parseMessage(bytes);
  const behaviour = script.behaviourFor(preview);
  const reception = { now, sequence: state.ledger.lastSequence + 1, soap: bytes.toString('utf8') };
  try {
    const decision: Decision =
      behaviour && leavesUnread(behaviour)
        ? { outcome: 'ignored' }
        : judge(opening, authority, reception, behaviour);
    const received = { sequence: reception.sequence, preview, behaviour, decision };
    const effects = 'issuedCode' in decision && decision.effect ? [decision.effect] : [];
    state.record(...effects, entryOf(received, bytes, now));
    return received;
  } finally {
    document?.dispose();
  }
}
