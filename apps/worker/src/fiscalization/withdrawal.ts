// Registers cash that was taken out of the drawer (extensions §7, docs/adr/0031): after the INITIAL
// deposit of its day, with one content and one time, until the authority replies. Cash that has
// left is never failed for what is wrong with the sender: it is delivered later.

import {
  ENVIRONMENTS,
  isWithdrawalKept,
  issueDateTimeOf,
  localDateOf,
  sentence,
} from '@fiscal/domain';
import type { Failure } from '@fiscal/domain';
import {
  claimDueWithdrawal,
  claimNewWithdrawal,
  fixWithdrawalTime,
  recordCashDeposit,
  storeWithdrawalSubmission,
} from '@fiscal/db/deposit';
import type { CashDepositResult, ClaimedWithdrawal } from '@fiscal/db/deposit';
import type { SubmissionReply } from '@fiscal/db/fiscalization';
import type { DeliveryScope } from '@fiscal/db/work';
import { registerCashDepositRequest } from '@fiscal/efi';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from '../authority/budget.ts';
import type { Budget } from '../authority/budget.ts';
import { findWrongClock, offsetOf } from '../authority/wrong-clock.ts';
import { signedSubmission } from '../signing/signed-submission.ts';
import { signingKeyOf } from '../signing/signers.ts';
import type { SigningKey } from '../signing/signers.ts';
import { momentNow } from '../work/leases.ts';
import { replyOf, repetitionMs } from '../work/work.ts';
import type { WorkContext } from '../work/work.ts';
import { clockFailure, signerFailure, withdrawalFailure } from './failures.ts';
import { ensureInitialDeposit } from './initial-deposit.ts';

/** One that is sent later than that is of the time at which it was accepted. */
const AT_ONCE_MS = 60_000;

/** Sends the oldest withdrawal that no worker has taken. @returns false if there is none. */
export async function makeNextWithdrawal(
  context: WorkContext,
  begun: () => void,
): Promise<boolean> {
  const { obstacles, depositLeases } = context;
  if (ENVIRONMENTS.every((each) => obstacles.leavesToOthers(each, 'registry'))) return false;
  return registerNext(context, openBudget('live', context.onlineBudgetMs, true), begun, () =>
    claimNewWithdrawal(context.db, { leaseMs: depositLeases.leaseMs }),
  );
}

/** Sends the oldest withdrawal that is due, for the first time or again. */
export function deliverNextWithdrawal(
  context: WorkContext,
  scope: DeliveryScope,
  begun: (companyId: string) => void,
): Promise<boolean> {
  return registerNext(context, openBudget('delivery', context.onlineBudgetMs), begun, () =>
    claimDueWithdrawal(context.db, scope, context.depositLeases.leaseMs),
  );
}

async function registerNext(
  context: WorkContext,
  budget: Budget,
  begun: (companyId: string) => void,
  claim: () => Promise<ClaimedWithdrawal | null>,
): Promise<boolean> {
  const askedAt = momentNow();
  const claimed = await claim();
  if (claimed === null) return false;
  const lease = context.depositLeases.begin(claimed.claim, askedAt);
  begun(claimed.companyId);
  try {
    await register(context, claimed, budget);
  } finally {
    lease.end();
  }
  return true;
}

async function register(
  context: WorkContext,
  claimed: ClaimedWithdrawal,
  budget: Budget,
): Promise<void> {
  const { environment, companyId, cashRegisterId, tcrCode, company } = claimed;
  const { claimedAt, createdAt } = claimed;
  const aheadMs = aheadOf(context, claimedAt);
  const wrongClock = findWrongClock(context, environment) ?? wrongBeside(context, aheadMs());
  if (wrongClock !== null) return keep(context, claimed, clockFailure(wrongClock, tcrCode));
  const key = await signingKeyOf(context, claimed);
  if (key.kind === 'unusable') return keep(context, claimed, signerFailure(key, tcrCode));
  const isAtOnce = claimed.changedAt === null && +claimedAt - +createdAt < AT_ONCE_MS;
  // Its time is one of the day of its acceptance, also where midnight comes before it is sent.
  const issuedAt = claimed.changedAt ?? createdAt;
  const hasBegun = localDateOf(issuedAt) <= localDateOf(context.clock());
  // The INITIAL of a day that has not begun would be refused, and this with it.
  if (!hasBegun && !(await hasCome(context, issuedAt, budget))) return keep(context, claimed, null);
  const register = { environment, companyId, cashRegisterId, tcrCode, tin: company.tin };
  const deposit = await ensureInitialDeposit(context, { ...register, key, issuedAt, budget });
  if (deposit.kind === 'unanswered') return keep(context, claimed, null);
  if (deposit.kind === 'refused') return refuse(context, claimed, deposit.failure, null);
  // The clock may have been set since it was compared.
  const isRight = wrongBeside(context, aheadMs()) === null;
  const wanted = isAtOnce && isRight ? context.clock() : createdAt;
  const changedAt = await timeFixed(context, claimed, wanted);
  if (changedAt === null) return;
  const isFirst = isAtOnce && +changedAt > +wanted - 1_000;
  return send(context, { ...claimed, changedAt }, key, isFirst, budget);
}

/** How far the clock is ahead of PostgreSQL's, which has accepted it, whenever that is asked. */
function aheadOf({ clock }: WorkContext, claimedAt: Date): () => number {
  const begun = performance.now();
  return () => +clock() - +claimedAt - (performance.now() - begun);
}

function wrongBeside({ clockToleranceMs }: WorkContext, aheadMs: number): string | null {
  return Math.abs(aheadMs) > clockToleranceMs ? sentence('workerClock', offsetOf(aheadMs)) : null;
}

async function timeFixed({ db }: WorkContext, claimed: ClaimedWithdrawal, wanted: Date) {
  return claimed.changedAt ?? (await fixWithdrawalTime(db, claimed, wanted));
}

/** Another one may have the second that this is, and a time in the future is refused. */
async function hasCome({ clock }: WorkContext, at: Date, budget: Budget): Promise<boolean> {
  // A clock that was set back may need longer than the budget.
  while (clock() < at && !budget.isUsedUp()) await sleep(Math.min(+at - +clock(), 1_000));
  return clock() >= at;
}

/** @param isFirst it is of this moment, and nothing of it was sent. */
async function send(
  context: WorkContext,
  claimed: ClaimedWithdrawal & { changedAt: Date },
  key: SigningKey,
  isFirst: boolean,
  budget: Budget,
): Promise<void> {
  const { db, clock } = context;
  const { changedAt, environment, companyId, tcrCode, cashAmount } = claimed;
  if (!(await hasCome(context, changedAt, budget))) return keep(context, claimed, null);
  const changeDateTime = issueDateTimeOf(changedAt);
  const sendDateTime = isFirst ? changeDateTime : issueDateTimeOf(clock());
  const sending = { sendDateTime, subsequentDelivery: isFirst ? null : 'SERVICE' } as const;
  const about = { cashAmount, tcrCode, issuerTin: claimed.company.tin, changeDateTime };
  const submission = signedSubmission(key, sending, claimed.claimedAt, (header) =>
    registerCashDepositRequest({ ...header, ...about, operation: 'WITHDRAW' }),
  );
  if (!(await storeWithdrawalSubmission(db, claimed, submission))) return;
  const authority = context.efi[environment];
  const outcome = await authority.registerCashDeposit(submission, companyId, budget);
  const reply = replyOf(submission.id, outcome);
  const withdrawalId = claimed.claim.subjectId;
  context.logger.info({ withdrawalId, outcome: outcome.kind }, 'sent a withdrawal');
  if (outcome.kind === 'unanswered') return keep(context, claimed, null, reply);
  if (outcome.kind === 'refused') {
    return refuse(context, claimed, withdrawalFailure(outcome, tcrCode, isFirst), reply);
  }
  return record(context, claimed, reply, { status: 'registered', fcdc: outcome.fcdc });
}

/** It left the drawer, and is delivered later. @param failure what is wrong with the sender. */
async function keep(
  context: WorkContext,
  claimed: ClaimedWithdrawal,
  failure: Failure | null,
  reply: SubmissionReply | null = null,
): Promise<void> {
  if ((await timeFixed(context, claimed, claimed.createdAt)) === null) return;
  const nextAttemptMs = repetitionMs(context, claimed, claimed.attempts);
  await record(context, claimed, reply, { status: 'offline', failure, nextAttemptMs });
}

/** For good, where it is not the sender that is refused. */
async function refuse(
  context: WorkContext,
  claimed: ClaimedWithdrawal,
  failure: Failure,
  reply: SubmissionReply | null,
): Promise<void> {
  if (isWithdrawalKept(failure.efiCode)) return keep(context, claimed, failure, reply);
  await record(context, claimed, reply, { status: 'refused', failure });
}

async function record(
  { db }: WorkContext,
  claimed: ClaimedWithdrawal,
  reply: SubmissionReply | null,
  result: Partial<CashDepositResult> & Pick<CashDepositResult, 'status'>,
): Promise<void> {
  const { cashAmount } = claimed;
  const nothing = { fcdc: null, failure: null, nextAttemptMs: null };
  await recordCashDeposit(db, claimed, reply, { ...nothing, cashAmount, ...result }, 'withdrawal');
}
