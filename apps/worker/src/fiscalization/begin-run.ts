// What is known of an invoice when it is claimed: its rows as facts, and what stands against signing.

import { needsInitialDeposit } from '@fiscal/domain';
import type { InvoiceFacts, Obstacle } from '@fiscal/domain';
import type { ClaimedInvoice } from '@fiscal/db/fiscalization';
import type { Failure } from '@fiscal/db/invoice';
import type { AssignedNumber, SignedInvoice } from '@fiscal/db/number';
import type { Budget } from '../authority/budget.ts';
import {
  certificateFailure,
  clockFailure,
  noEndpointFailure,
  tcrMissingFailure,
} from '../failures.ts';
import { findWrongClock } from '../find-wrong-clock.ts';
import type { Lease } from '../leases.ts';
import type { EnsureInitialDeposit } from '../register-cash-deposit.ts';
import { signingKeyOf } from '../signing-key.ts';
import type { SigningKey } from '../signing-key.ts';
import type { WorkContext } from '../work.ts';
import type { Run } from './run.ts';

/** The run as it begins. */
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
    budget,
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

function factsOf(
  { clock, receiptCheckLagMs }: WorkContext,
  { invoice, offlineIssuing, lastSubmission }: ClaimedInvoice,
  obstacle: Obstacle | null,
): InvoiceFacts {
  const { status, deliverBefore } = invoice;
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
    deposit: needsInitialDeposit(invoice.request.typeOfInvoice) ? 'unknown' : 'not-needed',
    wasDepositRecovered: false,
    cannotBe: null,
    message: 'none',
    reply: null,
  };
}

/** An obstacle, and what a sale fails with because of it. */
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
  if (wrongClock === null) return null;
  return { obstacle: 'clock', failure: clockFailure(wrongClock, tcrCode) };
}

async function findKey(
  context: WorkContext,
  claimed: ClaimedInvoice,
): Promise<{ key: SigningKey | null; hindrance: Hindrance | null }> {
  const { certificateId, seller } = claimed;
  const key = await signingKeyOf(context, { certificateId, company: seller });
  if (key.kind === 'ready') return { key, hindrance: null };
  const failure = certificateFailure(key.reason, tcrCodeOf(claimed));
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
