// One run over a claimed invoice: what is known of it when it is claimed, what stands against
// signing, and what the steps have made so far.

import type { Budget } from '../authority/budget.ts';
import { findWrongClock } from '../authority/wrong-clock.ts';
import type { Lease, Moment } from '../work/leases.ts';
import { signingKeyOf } from '../signing/signers.ts';
import type { SigningKey } from '../signing/signers.ts';
import type { WorkContext } from '../work/work.ts';
import {
  cashRegisterEndedFailure,
  clockFailure,
  noEndpointFailure,
  signerFailure,
  tcrMissingFailure,
} from './failures.ts';
import type { EnsureInitialDeposit } from './initial-deposit.ts';
import type {
  ClaimedInvoice,
  ClaimOptions,
  NewSubmission,
  SignedInvoice,
} from '@fiscal/db/fiscalization';
import type { AssignedNumber } from '@fiscal/db/number';
import { hasEnded, needsInitialDeposit } from '@fiscal/domain';
import type { Failure, InvoiceFacts, Obstacle } from '@fiscal/domain';
import type { InvoiceOutcome } from '@fiscal/efi';

/** A claim as it is asked for; the time of its sale begins with it. */
export interface AskedSale {
  options: ClaimOptions;
  askedAt: Moment;
  budget: Budget;
}

/** @returns null where no other sale is to be claimed. */
export type AskNextSale = () => AskedSale | null;

export interface ClaimedSale extends AskedSale {
  claimed: ClaimedInvoice;
}

/** What advanceInvoice decides by, and what its steps need; each step returns the next one. */
export interface Run {
  readonly context: WorkContext;
  readonly ensureInitialDeposit: EnsureInitialDeposit;
  readonly claimed: ClaimedInvoice;
  readonly lease: Pick<Lease, 'isHeld'>;
  /** The next sale is claimed by the statement that records this one. */
  readonly askNext: AskNextSale;
  readonly budget: Budget;
  readonly facts: InvoiceFacts;
  /** Null where the certificate is the obstacle. */
  readonly key: SigningKey | null;
  readonly number: AssignedNumber | null;
  /** The number was given in this run: its first message is the direct one. */
  readonly isNumberNew: boolean;
  readonly signed: SignedInvoice | null;
  /** The message of this run. */
  readonly submission: NewSubmission | null;
  readonly outcome: InvoiceOutcome | null;
  /** The FIC that the receipt check found. */
  readonly foundFic: string | null;
  /** The day in Podgorica whose deposit is known. */
  readonly depositDay: string | null;
  /** Why the deposit of the day is not registered yet, in words. */
  readonly depositDetail: string | null;
  /** What the invoice fails with if a step of ours cannot be made. */
  readonly failure: Failure | null;
}

/** A run whose facts have changed. */
export function withFacts(run: Run, facts: Partial<InvoiceFacts>, made: Partial<Run> = {}): Run {
  return { ...run, ...made, facts: { ...run.facts, ...facts } };
}

/** What a step needs and the steps before it have made. @throws Error if a rule is wrong. */
export function required<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new Error(`the run has no ${what}`);
  return value;
}

export async function beginRun(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  claimed: ClaimedInvoice,
  budget: Budget,
  lease: Pick<Lease, 'isHeld'>,
): Promise<Run> {
  const found = await findKey(context, claimed);
  const hindrance = findHindrance(context, claimed) ?? found.hindrance;
  return {
    context,
    ensureInitialDeposit,
    claimed,
    lease,
    askNext: () => null,
    budget: { ...budget, mayProbe: budget.lane === 'live' && mayProbe(claimed) },
    facts: factsOf(context, claimed, hindrance?.obstacle ?? null),
    key: found.key,
    number: numberOf(claimed),
    isNumberNew: false,
    signed: signedOf(claimed),
    submission: null,
    outcome: null,
    foundFic: null,
    depositDay: null,
    depositDetail: null,
    failure: hindrance?.failure ?? null,
  };
}

/**
 * A sale of a company that issues nothing offline fails where its message is kept back; and who
 * tries again what has failed wants it sent.
 */
function mayProbe({ invoice, offlineIssuing, attempts }: ClaimedInvoice): boolean {
  const isRetry = invoice.attempts > attempts;
  return isRetry || !(offlineIssuing || invoice.offlineSince !== null);
}

function factsOf(
  { clock, receiptCheckLagMs }: WorkContext,
  { invoice, offlineIssuing, lastSubmission }: ClaimedInvoice,
  obstacle: Obstacle | null,
): InvoiceFacts {
  const { status, deliverBefore, rootElsewhere } = invoice;
  if (status !== 'Pending' && status !== 'Offline') throw new Error(`${invoice.id} is ${status}`);
  const openForMs = lastSubmission?.openForMs ?? null;
  return {
    status,
    wasHandedOut: invoice.offlineSince !== null,
    issuesOffline: offlineIssuing,
    isNumbered: invoice.ordinal !== null,
    isSigned: invoice.iic !== null,
    mayBeRegistered: openForMs !== null,
    isReceiptCheckBelieved: openForMs !== null && openForMs >= receiptCheckLagMs,
    receipt: 'not-asked',
    isOverdue: status === 'Offline' && deliverBefore !== null && clock() > deliverBefore,
    obstacle,
    original: rootElsewhere === null || rootElsewhere.confirmed ? 'known' : 'not-asked',
    deposit: needsInitialDeposit(invoice.request.typeOfInvoice) ? 'unknown' : 'not-needed',
    wasDepositRecovered: false,
    cannotBe: null,
    message: 'none',
    reply: null,
  };
}

interface Hindrance {
  obstacle: Obstacle;
  failure: Failure;
}

function findHindrance(context: WorkContext, claimed: ClaimedInvoice): Hindrance | null {
  const { environment } = claimed.invoice;
  const tcrCode = tcrCodeOf(claimed);
  if (!context.efi[environment].isPresent) {
    return { obstacle: 'endpoint', failure: noEndpointFailure(tcrCode) };
  }
  if (tcrCode === null) return { obstacle: 'tcr', failure: tcrMissingFailure() };
  const wrongClock = findWrongClock(context, environment);
  if (wrongClock !== null) {
    return { obstacle: 'clock', failure: clockFailure(wrongClock, tcrCode) };
  }
  // Before a deposit is registered for it; assignNumber compares the day with the issue time.
  const hasNumber = claimed.invoice.ordinal !== null;
  if (hasNumber || !hasEnded(claimed.cashRegister.lastDay, context.clock())) return null;
  return { obstacle: 'ended', failure: cashRegisterEndedFailure(tcrCode) };
}

async function findKey(
  context: WorkContext,
  claimed: ClaimedInvoice,
): Promise<{ key: SigningKey | null; hindrance: Hindrance | null }> {
  const { certificateId, invoice } = claimed;
  const key = await signingKeyOf(context, { certificateId, company: invoice.seller });
  if (key.kind === 'ready') return { key, hindrance: null };
  const failure = signerFailure(key, tcrCodeOf(claimed));
  return { key: null, hindrance: { obstacle: 'certificate', failure } };
}

/** A number keeps the TCR code that it was given with. */
export function tcrCodeOf({ invoice, cashRegister }: ClaimedInvoice): string | null {
  return invoice.tcrCode ?? cashRegister.tcrCode;
}

function numberOf({ invoice }: ClaimedInvoice): AssignedNumber | null {
  const { tcrCode, year, ordinal, issuedAt } = invoice;
  if (tcrCode === null || year === null || ordinal === null || issuedAt === null) return null;
  return { tcrCode, year, ordinal, issuedAt };
}

function signedOf({ invoice }: ClaimedInvoice): SignedInvoice | null {
  const { issuer, ordinal, invoiceNumber, issueDateTime, iic, iicSignature } = invoice;
  if (issuer === null || ordinal === null || invoiceNumber === null) return null;
  if (issueDateTime === null || iic === null || iicSignature === null) return null;
  const iicReferences = invoice.iicReferences ?? [];
  const issued = { ordinal, invoiceNumber, issueDateTime, iic, iicSignature, iicReferences };
  return { issuer, issued };
}
