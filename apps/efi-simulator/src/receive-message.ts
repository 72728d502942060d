// What the authority does with one message, from its bytes to a verdict: open it, ask the script,
// verify, decide, write down. All of it in one turn of the event loop, so that two messages never
// see each other half done. The answer is written elsewhere.

import { createHash } from 'node:crypto';
import { findingsOfMessage } from './checks/deferred.ts';
import { leavesUnread } from './control/behaviour.ts';
import type { Behaviour } from './control/behaviour.ts';
import type { Script } from './control/script.ts';
import type { Decision, Moment } from './decision.ts';
import { parseMessage } from './message/open-message.ts';
import type { Glimpse, MessageOpening } from './message/open-message.ts';
import type { FiscalRequest, RequestKind } from './message/request.ts';
import type { Refusal } from './refusal.ts';
import { registerCashDeposit } from './register-cash-deposit.ts';
import { registerInvoice } from './register-invoice.ts';
import { registerTcr } from './register-tcr.ts';
import type { RequestSchema } from './schema/validate.ts';
import type { Book } from './state/book.ts';
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

/** The verdict and what the script makes of the answer. */
export interface Reception {
  readonly verdict: Verdict;
  readonly behaviour: Behaviour | null;
}

/** What a reception works with. */
export interface Authority {
  readonly book: Book;
  readonly script: Script;
  readonly schema: RequestSchema;
  /** How long a new TCR waits before its invoices are accepted. */
  readonly tcrActivationMs: number;
}

function decide(request: FiscalRequest, authority: Authority, moment: Moment): Decision {
  const { book } = authority;
  switch (request.kind) {
    case 'invoice':
      return registerInvoice(request.invoice, request.header, book, moment);
    case 'cash-deposit':
      return registerCashDeposit(request.deposit, request.header, book, moment);
    case 'tcr':
      return registerTcr(request.tcr, request.header, book, moment, authority.tcrActivationMs);
  }
}

interface Judgement {
  readonly verdict: Verdict;
  readonly findings: readonly string[];
}

function refused(refusal: Refusal, requestUuid: string | null): Judgement {
  return { verdict: { outcome: 'refused', refusal, requestUuid }, findings: [] };
}

/** Opens, verifies, decides; an accepted request has had its effect when this returns. */
function judge(
  opening: MessageOpening,
  glimpse: Glimpse,
  authority: Authority,
  moment: Moment,
): Judgement {
  const { requestUuid } = glimpse;
  if (opening.outcome === 'attack') {
    return { verdict: { outcome: 'ignored', requestUuid }, findings: [] };
  }
  if (opening.outcome === 'refused') return refused(opening.refusal, requestUuid);
  const { book, schema } = authority;
  const verification = verifyRequest(opening, schema, book, moment.now);
  if (!verification.isGenuine) return refused(verification.refusal, requestUuid);
  const { request } = verification;
  const { uuid } = request.header;
  const decision = decide(request, authority, moment);
  if (decision.outcome === 'refused') return refused(decision.refusal, uuid);
  const ofMessage = findingsOfMessage(request.header, moment.soap, book.ledger);
  const { outcome, answer } = decision;
  const verdict = { outcome, kind: request.kind, requestUuid: uuid, answer };
  if (decision.outcome === 'repeated') return { verdict, findings: ofMessage };
  book.record(decision.effect);
  return { verdict, findings: [...ofMessage, ...decision.findings] };
}

function writeDown(
  book: Book,
  bytes: Buffer,
  glimpse: Glimpse,
  { now, sequence }: Moment,
  { verdict, findings }: Judgement,
  behaviour: Behaviour | null,
): void {
  const isRefused = verdict.outcome === 'refused';
  const isAnswered = verdict.outcome === 'accepted' || verdict.outcome === 'repeated';
  book.record({
    type: 'message',
    sequence,
    receivedAt: new Date(now).toISOString(),
    ...glimpse,
    // A new TCR has no code in its request; the ledger files it under the one it was given.
    tcrCode: isAnswered && verdict.kind === 'tcr' ? verdict.answer : glimpse.tcrCode,
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    outcome: verdict.outcome,
    code: isRefused ? verdict.refusal.code : null,
    message: isRefused ? verdict.refusal.message : null,
    answer: isAnswered ? verdict.answer : null,
    behaviour: behaviour?.type ?? null,
    findings: [...findings],
  });
}

/** Takes in the body of one POST. @param now the authority's clock. */
export function receiveMessage(bytes: Buffer, authority: Authority, now: number): Reception {
  const { book, script } = authority;
  const moment = { now, sequence: book.ledger.nextSequence(), soap: bytes.toString('utf8') };
  const { document, glimpse, opening } = parseMessage(bytes);
  try {
    const behaviour = script.take(glimpse);
    const judgement: Judgement =
      behaviour && leavesUnread(behaviour)
        ? {
            verdict: { outcome: 'ignored', requestUuid: glimpse.requestUuid },
            findings: [],
          }
        : judge(opening, glimpse, authority, moment);
    writeDown(book, bytes, glimpse, moment, judgement, behaviour);
    return { verdict: judgement.verdict, behaviour };
  } finally {
    document?.dispose();
  }
}
