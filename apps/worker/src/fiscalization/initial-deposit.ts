// The INITIAL deposit of the day. By itself: the register's `initialCashAmount` before the first
// cash invoice (Spec, Rules 3–5), once per cash register and day in Podgorica, single flight over
// all workers. By hand: any amount, for POST /api/cashdeposit/initial.

import { faultOf, issueDateTimeOf, localDateOf, sentence } from '@fiscal/domain';
import type { Environment, Failure } from '@fiscal/domain';
import {
  claimInitialDeposit,
  findInitialDeposit,
  recordCashDeposit,
  storeDepositSubmission,
} from '@fiscal/db/deposit';
import type {
  CashDepositResult,
  ClaimedCashDeposit,
  DepositDay,
  KnownDeposit,
} from '@fiscal/db/deposit';
import type { ClaimedInvoice, NewSubmission } from '@fiscal/db/fiscalization';
import { registerCashDepositRequest } from '@fiscal/efi';
import type { CashDepositOutcome } from '@fiscal/efi';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Budget } from '../authority/budget.ts';
import { refusalFailure } from './failures.ts';
import { signedSubmission } from '../signing/signed-submission.ts';
import { momentNow } from '../work/leases.ts';
import type { Moment } from '../work/leases.ts';
import type { SigningKey } from '../signing/signers.ts';
import { whyUnanswered } from '../authority/why-unanswered.ts';
import { replyOf, repetitionMs } from '../work/work.ts';
import type { WorkContext } from '../work/work.ts';

/** What a cash invoice needs to know of the deposit of its day. */
export type DepositOfTheDay =
  | {
      kind: 'registered';
      /** Of the deposit that the authority has; null where that is not known. */
      fcdc: string | null;
      /** What the authority has, decimal text with 2 decimals; null where that is not known. */
      cashAmount: string | null;
      /** The authority replied with 56: the amount was not changed. */
      alreadyRegistered: boolean;
    }
  | { kind: 'refused'; failure: Failure }
  /** The invoice goes Offline; the deposit is delivered before it. */
  | { kind: 'unanswered'; detail: string };

function dayOf({ cashRegisterId, tcrCode, issuedAt }: DepositTask): DepositDay {
  return { cashRegisterId, tcrCode, localDate: localDateOf(issuedAt) };
}

/** The cash register of an invoice, as a deposit task names it. */
export function registerOf({ invoice }: ClaimedInvoice) {
  const { environment, companyId, cashRegisterId, seller } = invoice;
  return { environment, companyId, cashRegisterId, tin: seller.tin };
}

const NOT_KNOWN: KnownDeposit = { cashAmount: null, fcdc: null };
const ALREADY = { kind: 'registered', ...NOT_KNOWN, alreadyRegistered: true } as const;
const POLL_MS = 100;
const REMEMBERED_DAYS = 10_000;

export type EnsureInitialDeposit = (task: DepositTask) => Promise<DepositOfTheDay>;

/** The deposit that an invoice needs, or that is registered by hand. */
export interface DepositTask {
  environment: Environment;
  companyId: string;
  cashRegisterId: string;
  tin: string;
  key: SigningKey;
  tcrCode: string;
  /** The invoice's issue time: the deposit is the one of that day in Podgorica. */
  issuedAt: Date;
  /** Where it is used up, the verdict is `unanswered`. */
  budget: Budget;
}

/**
 * For live sales: remembers the days that were registered, so that later sales ask nothing. That is
 * never asked about a delivery, which has to see a deposit that another message has made unsure
 * since.
 * @returns a function that may be called for many invoices at once.
 */
export function rememberInitialDeposits(context: WorkContext): EnsureInitialDeposit {
  const registered = new Set<string>();
  return async (task) => {
    const memory = Object.values(dayOf(task)).join(' ');
    if (registered.has(memory)) return ALREADY;
    const result = await ensureInitialDeposit(context, task);
    if (result.kind === 'registered') {
      if (registered.size >= REMEMBERED_DAYS) registered.clear();
      registered.add(memory);
    }
    return result;
  };
}

/** Registers the deposit of a day that has none yet, or none that is sure. */
export function ensureInitialDeposit(
  context: WorkContext,
  task: DepositTask,
): Promise<DepositOfTheDay> {
  return ensure(context, task);
}

/**
 * Registers a deposit of any amount, also where the day has one already: the authority takes the
 * last amount until the first cash invoice of the day, and replies with 56 afterwards.
 * @param cashAmount decimal text with 2 decimals.
 */
export function registerDepositByHand(
  context: WorkContext,
  task: DepositTask,
  cashAmount: string,
): Promise<DepositOfTheDay> {
  return ensure(context, task, { cashAmount });
}

/** Registers the deposit of a day anew, with the amount that was asked for last. */
export function recoverMissingDeposit(
  context: WorkContext,
  task: DepositTask,
): Promise<DepositOfTheDay> {
  return ensure(context, task, { cashAmount: null });
}

/**
 * Registers it, or waits for the worker that does.
 * @param again also where the day has one already.
 */
async function ensure(
  context: WorkContext,
  task: DepositTask,
  again?: { cashAmount: string | null },
): Promise<DepositOfTheDay> {
  const day = dayOf(task);
  const { leaseMs } = context.depositLeases;
  while (!task.budget.isUsedUp()) {
    const found = again ? null : await findInitialDeposit(context.db, day);
    if (found?.status === 'registered') return ALREADY;
    const askedAt = momentNow();
    const deposit = await claimInitialDeposit(context.db, day, leaseMs, again);
    if (deposit) return registerClaimed(context, task, deposit, askedAt);
    await sleep(POLL_MS);
  }
  const detail = again ? sentence('depositBusy') : sentence('depositUnanswered');
  return { kind: 'unanswered', detail };
}

async function registerClaimed(
  context: WorkContext,
  task: DepositTask,
  deposit: ClaimedCashDeposit,
  askedAt: Moment,
): Promise<DepositOfTheDay> {
  const lease = context.depositLeases.begin(deposit.claim, askedAt);
  try {
    return await register(context, task, deposit);
  } finally {
    lease.end();
  }
}

async function register(
  context: WorkContext,
  task: DepositTask,
  deposit: ClaimedCashDeposit,
): Promise<DepositOfTheDay> {
  const { changeDateTime, submission } = writeMessage(context, task, deposit);
  const stored = await storeDepositSubmission(context.db, deposit, changeDateTime, submission);
  if (!stored) return ensure(context, task);
  const authority = context.efi[task.environment];
  const outcome = await authority.registerCashDeposit(submission, task.companyId, task.budget);
  const { result, verdict } = judge(context, task, deposit, outcome);
  await recordCashDeposit(context.db, deposit, replyOf(submission.id, outcome), result);
  return verdict;
}

function writeMessage(
  context: WorkContext,
  task: DepositTask,
  deposit: ClaimedCashDeposit,
): { changeDateTime: string; submission: NewSubmission } {
  const now = context.clock();
  const sendDateTime = issueDateTimeOf(now);
  const isToday = localDateOf(now) === localDateOf(task.issuedAt);
  // A day that is over has its deposit at the time of the sale that asks for it.
  const firstTime = isToday ? sendDateTime : issueDateTimeOf(task.issuedAt);
  const changeDateTime = deposit.changeDateTime ?? firstTime;
  const isFirstDirectSend = deposit.changeDateTime === null && isToday;
  const subsequentDelivery = isFirstDirectSend ? null : 'SERVICE';
  const sending = { sendDateTime, subsequentDelivery } as const;
  const submission = signedSubmission(task.key, sending, deposit.claimedAt, (header) =>
    registerCashDepositRequest({
      ...header,
      changeDateTime,
      operation: 'INITIAL',
      cashAmount: deposit.requestedAmount,
      tcrCode: task.tcrCode,
      issuerTin: task.tin,
    }),
  );
  return { changeDateTime, submission };
}

/** The authority's reply as the row keeps it, and as the caller needs it. */
function judge(
  context: WorkContext,
  task: DepositTask,
  deposit: ClaimedCashDeposit,
  outcome: CashDepositOutcome,
): { result: CashDepositResult; verdict: DepositOfTheDay } {
  const { known, requestedAmount } = deposit;
  const nothing = { failure: null, nextAttemptMs: null };
  switch (outcome.kind) {
    case 'registered': {
      const now = { cashAmount: requestedAmount, fcdc: outcome.fcdc };
      return {
        result: { ...nothing, ...now, status: 'registered' },
        verdict: { kind: 'registered', ...now, alreadyRegistered: false },
      };
    }
    case 'refused': {
      // Spec, Rules 4: 56 means that the day has its deposit, and fiscalization continues. It is
      // the one from before this message, whatever amount was asked for now (Protocol §4).
      if (faultOf(outcome.efiCode).class === 'deposit-exists') {
        return {
          result: { ...nothing, ...known, status: 'registered' },
          verdict: { kind: 'registered', ...known, alreadyRegistered: true },
        };
      }
      const failure = refusalFailure(outcome, task.tcrCode, 'deposit');
      // A change that was refused leaves the deposit that was there before.
      const status = deposit.wasRegistered ? 'registered' : 'refused';
      return {
        result: { ...nothing, ...known, status, failure },
        verdict: { kind: 'refused', failure },
      };
    }
    case 'unanswered':
      return {
        result: {
          ...nothing,
          // It may have been registered: neither the old amount nor the new one is sure.
          ...NOT_KNOWN,
          status: 'offline',
          nextAttemptMs: repetitionMs(context, task, deposit.attempts),
        },
        verdict: { kind: 'unanswered', detail: whyUnanswered(outcome) },
      };
  }
}
