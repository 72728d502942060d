// The state machine of an invoice that the authority has to register: from what is known of it to
// the one next step. Every lane of the worker (a sale, its repetition, an offline delivery) runs
// the same loop: claim, facts, step, effect, new facts, until a step ends the run. Decisions §6.
//
// The rules stand in RULES in the order in which they are asked; the first one that holds decides.
// ARCHITECTURE.md shows that table. Nothing here knows of a database, a socket or a clock.

import { DELIVERY_WINDOW_HOURS } from './offline-delivery.ts';

/** Why no message can be signed or sent at the moment. */
export type Obstacle = 'endpoint' | 'tcr' | 'ended' | 'clock' | 'certificate';

/** The INITIAL deposit of the day on which the invoice is issued. */
export type DepositFact = 'not-needed' | 'unknown' | 'registered' | 'refused' | 'unanswered';

/** What the public receipt check said in this run. */
export type ReceiptFact = 'not-asked' | 'registered' | 'not-found' | 'unreachable';

/**
 * The original of a corrective. `known`: it is stored here, or the authority has confirmed it; also
 * of any other document. `refused`: the authority knows none, or what it says of it speaks against
 * the corrective.
 */
export type OriginalFact = 'known' | 'not-asked' | 'refused' | 'unreachable';

/**
 * What came of the message of this run. `sender-refused`: a refusal that says nothing of the
 * document, as of a certificate. `not-sent`: it is certain that the authority has not seen a byte
 * of it.
 */
export type ReplyFact =
  'registered' | 'refused' | 'sender-refused' | 'deposit-missing' | 'unanswered' | 'not-sent';

/** What is known of a claimed invoice: what is stored, and what this run has learned. */
export interface InvoiceFacts {
  status: 'Pending' | 'Offline';
  /** It was Offline once and may be on paper: number, issue time and IIC stay, whatever comes. */
  wasHandedOut: boolean;
  /** Whether the company hands out invoices without a reply of the authority. */
  issuesOffline: boolean;
  isNumbered: boolean;
  /** Whether IIC and signature are stored. */
  isSigned: boolean;
  /** Whether an earlier message may have been registered without our knowing. */
  mayBeRegistered: boolean;
  /** Whether a receipt check that finds nothing is believed: see RECEIPT_CHECK_LAG_MS. */
  isReceiptCheckBelieved: boolean;
  receipt: ReceiptFact;
  /** The window for delivery is over: the authority takes it no more. */
  isOverdue: boolean;
  obstacle: Obstacle | null;
  original: OriginalFact;
  deposit: DepositFact;
  /** The reply of this run was code 58, and the deposit registered because of it. */
  wasDepositRecovered: boolean;
  /** A number, a message or its signature could not be made; nothing of it was stored. */
  cannotBe: 'numbered' | 'written' | null;
  /** The message of this run: stored before its first byte is sent. */
  message: 'none' | 'stored' | 'sent';
  /** To the message of this run. */
  reply: ReplyFact | null;
}

/** Why a run ends without the authority's registration. */
export type Cause =
  | 'obstacle'
  | 'not-numbered'
  | 'not-written'
  | 'original'
  | 'deposit-refused'
  | 'sender-refused'
  | 'refused'
  | 'unanswered'
  | 'open'
  | 'overdue';

/** What becomes of number, issue time and IIC when an invoice fails. */
export type NumberOutcome = 'kept' | 'freed';

/** The next step. The last four end the run. */
export type Step =
  | { kind: 'check-receipt' }
  | { kind: 'confirm-original' }
  | { kind: 'ensure-deposit' }
  | { kind: 'assign-number' }
  | { kind: 'sign' }
  | { kind: 'send' }
  | { kind: 'recover-deposit' }
  | { kind: 'record-fiscalized' }
  | { kind: 'record-offline' }
  | { kind: 'record-failed'; cause: Cause; number: NumberOutcome }
  | { kind: 'postpone'; cause: Cause };

/**
 * How long after a message the public receipt check may still not show what it registered. Before
 * that, "not found" is no proof. The authority names no figure; see docs/adr.
 */
export const RECEIPT_CHECK_LAG_MS = 60 * 60_000;

/** One row of the table. */
export interface Rule {
  /** The condition in words, for the table in ARCHITECTURE.md. */
  readonly when: string;
  /** What follows, in words, for the same table. */
  readonly then: string;
  readonly holds: (facts: InvoiceFacts) => boolean;
  readonly step: (facts: InvoiceFacts) => Step;
}

/** The rules in their order. The last one holds always. */
export const RULES: readonly Rule[] = [
  {
    when: 'the authority registered it: by its reply, or as the receipt check says',
    then: 'record it as Fiscalized',
    holds: ({ reply, receipt }) => reply === 'registered' || receipt === 'registered',
    step: () => ({ kind: 'record-fiscalized' }),
  },
  {
    when: 'code 58, for the first time in this run',
    then: 'register the deposit again, and send once more',
    holds: ({ reply, wasDepositRecovered }) => reply === 'deposit-missing' && !wasDepositRecovered,
    step: () => ({ kind: 'recover-deposit' }),
  },
  {
    when: 'refused, while an earlier message may have been registered',
    then: 'Offline, or ask again later',
    holds: (facts) => isRefused(facts) && isOpen(facts),
    step: (facts) => withoutReply(facts, 'open'),
  },
  {
    when: 'the sender is refused (clock, certificate, taxpayer), and a customer holds it',
    then: 'delivered later, with an alarm',
    holds: (facts) => facts.reply === 'sender-refused' && isHeld(facts),
    step: (facts) => failOrWait(facts, 'sender-refused'),
  },
  {
    when: 'refused, and nothing of it can have been registered',
    then: 'record it as Failed; its number is free unless it was handed out',
    holds: isRefused,
    step: (facts) => failed(facts, 'refused'),
  },
  {
    when: 'no reply to be believed',
    then: 'Offline, or delivered later; Failed where the company issues nothing offline',
    holds: ({ reply }) => reply === 'unanswered' || reply === 'not-sent',
    step: (facts) => withoutReply(facts, 'unanswered'),
  },
  {
    when: 'an earlier message may have been registered, and the receipt check was not asked',
    then: 'ask the receipt check',
    holds: ({ mayBeRegistered, receipt }) => mayBeRegistered && receipt === 'not-asked',
    step: () => ({ kind: 'check-receipt' }),
  },
  {
    when: `more than ${DELIVERY_WINDOW_HOURS} hours have passed since it was issued`,
    then: 'nothing more by itself; a person decides',
    holds: ({ isOverdue }) => isOverdue,
    step: () => ({ kind: 'postpone', cause: 'overdue' }),
  },
  {
    when: 'no endpoint, no TCR code, a wrong clock, no usable certificate, or no number and a register that has ended',
    then: 'Failed; what a customer holds is delivered later',
    holds: ({ obstacle }) => obstacle !== null,
    step: (facts) => failOrWait(facts, 'obstacle'),
  },
  {
    when: 'its number or its message cannot be made',
    then: 'Failed; what a customer holds is delivered later',
    holds: ({ cannotBe }) => cannotBe !== null,
    step: (facts) =>
      failOrWait(facts, facts.cannotBe === 'numbered' ? 'not-numbered' : 'not-written'),
  },
  {
    when: 'its original is not stored here, and the receipt check was not asked about it',
    then: 'ask the receipt check',
    holds: ({ original }) => original === 'not-asked',
    step: () => ({ kind: 'confirm-original' }),
  },
  {
    when: 'the authority knows no such original, or what it says of it speaks against it',
    then: 'record it as Failed',
    holds: ({ original }) => original === 'refused',
    step: (facts) => failed(facts, 'original'),
  },
  {
    when: 'no reply of the receipt check about its original',
    then: 'Failed; what a customer holds is delivered later',
    holds: ({ original }) => original === 'unreachable',
    step: (facts) => failOrWait(facts, 'original'),
  },
  {
    when: 'cash, and nothing is known of the deposit of its day',
    then: 'register the deposit',
    holds: ({ deposit }) => deposit === 'unknown',
    step: () => ({ kind: 'ensure-deposit' }),
  },
  {
    when: 'the deposit of its day was refused',
    then: 'Failed; what a customer holds is delivered later',
    holds: ({ deposit }) => deposit === 'refused',
    step: (facts) => failOrWait(facts, 'deposit-refused'),
  },
  {
    when: 'it has no number',
    then: 'give it number and issue time',
    holds: ({ isNumbered }) => !isNumbered,
    step: () => ({ kind: 'assign-number' }),
  },
  {
    when: 'it has no IIC, or no message of this run',
    then: 'sign it, and store the message',
    holds: ({ isSigned, message }) => !isSigned || message === 'none',
    step: () => ({ kind: 'sign' }),
  },
  {
    when: 'no reply to the deposit of its day',
    then: 'Offline, or delivered later; Failed where the company issues nothing offline',
    holds: ({ deposit }) => deposit === 'unanswered',
    step: (facts) => withoutReply(facts, 'unanswered'),
  },
  {
    when: 'its message is stored',
    then: 'send it',
    holds: () => true,
    step: () => ({ kind: 'send' }),
  },
];

/** The next step of an invoice. Pure: the same facts give the same step. */
export function advanceInvoice(facts: InvoiceFacts): Step {
  const rule = RULES.find(({ holds }) => holds(facts));
  if (!rule) throw new Error('the last rule holds always');
  return rule.step(facts);
}

function isRefused({ reply }: InvoiceFacts): boolean {
  return reply === 'refused' || reply === 'sender-refused' || reply === 'deposit-missing';
}

/**
 * A customer has it, with its IIC: only what the authority says of the document itself ends its
 * delivery.
 */
function isHeld({ status, wasHandedOut }: InvoiceFacts): boolean {
  return status === 'Offline' || wasHandedOut;
}

/** Whether the authority may have it: an earlier message's outcome is not known. */
function isOpen({ mayBeRegistered, receipt, isReceiptCheckBelieved }: InvoiceFacts): boolean {
  return mayBeRegistered && !(receipt === 'not-found' && isReceiptCheckBelieved);
}

/**
 * It is handed out and delivered later, or, where the company does not want that, fails for now.
 */
function withoutReply(facts: InvoiceFacts, cause: 'unanswered' | 'open'): Step {
  if (facts.status === 'Offline') return { kind: 'postpone', cause };
  if (facts.issuesOffline || facts.wasHandedOut) return { kind: 'record-offline' };
  return cause === 'open' ? { kind: 'postpone', cause } : failed(facts, cause);
}

/**
 * Something that is not of the document stands against it: a sale fails, what a customer holds
 * waits.
 */
function failOrWait(facts: InvoiceFacts, cause: Cause): Step {
  if (!isHeld(facts)) return failed(facts, cause);
  return facts.status === 'Offline' ? { kind: 'postpone', cause } : { kind: 'record-offline' };
}

function failed(facts: InvoiceFacts, cause: Cause): Step {
  return { kind: 'record-failed', cause, number: outcomeOfNumber(facts) };
}

/**
 * A number is free again only where nothing with it can be at the authority or on paper: nothing
 * was sent, or the authority refused it. A receipt check alone frees none: a later fiscalize
 * resumes with it.
 */
function outcomeOfNumber(facts: InvoiceFacts): NumberOutcome {
  const wasSent = facts.mayBeRegistered || facts.reply === 'unanswered';
  const isRefusedForGood = isRefused(facts) && !isOpen(facts);
  return facts.wasHandedOut || (wasSent && !isRefusedForGood) ? 'kept' : 'freed';
}
