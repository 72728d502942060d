// One run over a claimed invoice: what is known of it, what the steps have made so far.

import type { InvoiceFacts } from '@fiscal/domain';
import type { ClaimedInvoice, ClaimOptions, NewSubmission } from '@fiscal/db/fiscalization';
import type { Failure } from '@fiscal/db/invoice';
import type { AssignedNumber, SignedInvoice } from '@fiscal/db/number';
import type { InvoiceOutcome } from '@fiscal/efi';
import type { Budget } from '../authority/budget.ts';
import type { Lease, Moment } from '../leases.ts';
import type { EnsureInitialDeposit } from '../register-cash-deposit.ts';
import type { SigningKey } from '../signing-key.ts';
import type { WorkContext } from '../work.ts';

/** A claim as it is asked for; the time of its sale begins with it. */
export interface AskedSale {
  options: ClaimOptions;
  askedAt: Moment;
  budget: Budget;
}

/** @returns null where no other sale is to be taken in hand. */
export type AskNextSale = () => AskedSale | null;

export interface SaleInHand extends AskedSale {
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
