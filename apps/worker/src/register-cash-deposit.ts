// The INITIAL deposit of the day. By itself: 0.00 before the first cash invoice (Spec, Rules 3–5), once
// per cash register and day in Podgorica, single flight over all workers. By hand: any amount, for
// POST /api/cashdeposit/initial.

import { issueDateTimeOf, localDateOf } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
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
import type { Failure } from '@fiscal/db/invoice';
import { faultOf, registerCashDepositRequest, signRequest, validateRequest } from '@fiscal/efi';
import type { CashDepositOutcome } from '@fiscal/efi';
import { setTimeout as sleep } from 'node:timers/promises';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { Budget } from './authority/budget.ts';
import { depositFailure } from './failures.ts';
import { RequestNotValidError } from './fiscalization/write-message.ts';
import { momentNow } from './leases.ts';
import type { Moment } from './leases.ts';
import type { SigningKey } from './signing-key.ts';
import { whyUnanswered } from './why-unanswered.ts';
import { answerOf, repetitionMs } from './work.ts';
import type { WorkContext } from './work.ts';

/** What a cash invoice needs to know of the deposit of its day. */
export type DepositOfTheDay =
  | {
      kind: 'registered';
      /** Of the deposit that the authority has; null where that is not known. */
      fcdc: string | null;
      /** What the authority has, decimal text with 2 decimals; null where that is not known. */
      cashAmount: string | null;
      /** The authority answered 56: the amount was not changed. */
      alreadyRegistered: boolean;
    }
  | { kind: 'refused'; failure: Failure }
  /** The invoice goes Offline; the deposit is delivered before it. */
  | { kind: 'unanswered'; detail: string };

function dayOf({ cashRegisterId, tcrCode, issuedAt }: DepositTask): DepositDay {
  return { cashRegisterId, tcrCode, localDate: localDateOf(issuedAt) };
}

/** The cash register of an invoice, as a deposit task names it. */
export function registerOf({ invoice, seller }: ClaimedInvoice) {
  const { environment, companyId, cashRegisterId } = invoice;
  return { environment, companyId, cashRegisterId, tin: seller.tin };
}

const NOT_KNOWN: KnownDeposit = { cashAmount: null, fcdc: null };
const ALREADY = { kind: 'registered', ...NOT_KNOWN, alreadyRegistered: true } as const;
const POLL_MS = 100;
const REMEMBERED_DAYS = 10_000;

/** Sees to the deposit of a day; remembers registered ones so that later sales ask nothing. */
export type EnsureInitialDeposit = (task: DepositTask) => Promise<DepositOfTheDay>;

/** The deposit that an invoice asks for, or somebody at the till. */
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

/** @returns a function that may be called for many invoices at once. */
export function createEnsureInitialDeposit(context: WorkContext): EnsureInitialDeposit {
  const registered = new Set<string>();
  return async (task) => {
    const memory = Object.values(dayOf(task)).join(' ');
    if (registered.has(memory)) return ALREADY;
    const result = await ensure(context, task);
    if (result.kind === 'registered') {
      if (registered.size >= REMEMBERED_DAYS) registered.clear();
      registered.add(memory);
    }
    return result;
  };
}

/**
 * Registers a deposit of any amount, also where the day has one already: the authority takes the last
 * amount until the first cash invoice of the day, and answers 56 afterwards.
 * @param cashAmount decimal text with 2 decimals.
 */
export function registerDepositByHand(
  context: WorkContext,
  task: DepositTask,
  cashAmount: string,
): Promise<DepositOfTheDay> {
  return registerAgain(context, task, { cashAmount });
}

/** Registers the deposit of a day anew, with the amount that was asked for last. */
export function recoverInitialDeposit(
  context: WorkContext,
  task: DepositTask,
): Promise<DepositOfTheDay> {
  return registerAgain(context, task, { cashAmount: null });
}

async function registerAgain(
  context: WorkContext,
  task: DepositTask,
  amount: { cashAmount: string | null },
): Promise<DepositOfTheDay> {
  const day = dayOf(task);
  while (!task.budget.isUsedUp()) {
    const askedAt = momentNow();
    const { leaseMs } = context.depositLeases;
    const deposit = await claimInitialDeposit(context.db, day, leaseMs, amount);
    if (deposit) return registerClaimed(context, task, deposit, askedAt);
    await sleep(POLL_MS);
  }
  return { kind: 'unanswered', detail: 'Another deposit of the day is still being registered.' };
}

/** Registers it, or waits for the worker that does. */
async function ensure(context: WorkContext, task: DepositTask): Promise<DepositOfTheDay> {
  const day = dayOf(task);
  while (!task.budget.isUsedUp()) {
    const found = await findInitialDeposit(context.db, day);
    if (found?.status === 'registered') return ALREADY;
    const askedAt = momentNow();
    const deposit = await claimInitialDeposit(context.db, day, context.depositLeases.leaseMs);
    if (deposit) return registerClaimed(context, task, deposit, askedAt);
    await sleep(POLL_MS);
  }
  return { kind: 'unanswered', detail: 'The cash deposit of the day was not answered in time.' };
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
  context.crashPoint('deposit-prepared');
  const authority = context.efi[task.environment];
  const outcome = await authority.registerCashDeposit(submission, task.companyId, task.budget);
  context.crashPoint('deposit-sent');
  const { result, verdict } = judge(context, task, deposit, outcome);
  await recordCashDeposit(context.db, deposit, answerOf(submission.id, outcome), result);
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
  const requestUuid = uuidv4();
  const xml = registerCashDepositRequest({
    requestUuid,
    sendDateTime,
    subsequentDelivery,
    changeDateTime,
    operation: 'INITIAL',
    cashAmount: deposit.requestedAmount,
    tcrCode: task.tcrCode,
    issuerTin: task.tin,
  });
  const request = signRequest(xml, task.key.signer);
  const problems = validateRequest(request);
  if (problems.length > 0) throw new RequestNotValidError(problems.join(' '));
  const { certificateId } = task.key;
  const header = { requestUuid, sendDateTime, subsequentDelivery, request };
  return { changeDateTime, submission: { id: uuidv7(), certificateId, ...header } };
}

/** The authority's answer as the row keeps it and as whoever asked needs it. */
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
      // Spec, Rules 4: 56 means that the day has its deposit, and fiscalization continues. It is the
      // one from before this message, whatever amount was asked for now (Protocol §4).
      if (faultOf(outcome.efiCode).class === 'deposit-exists') {
        return {
          result: { ...nothing, ...known, status: 'registered' },
          verdict: { kind: 'registered', ...known, alreadyRegistered: true },
        };
      }
      const failure = depositFailure(outcome, task.tcrCode);
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
