// Calls that the API waits for and only this process can make, because it holds the keys:
// registering a TCR, a deposit by hand, the check of a receipt, and what local-signing.ts signs
// without the authority. Every result is recorded; nothing is repeated by itself.

import type { Failure } from '@fiscal/domain';
import { ENVIRONMENTS, hasEnded, issueDateTimeOf, localDateOf, REMEDIES } from '@fiscal/domain';
import type { NewSubmission, SubmissionReply } from '@fiscal/db/fiscalization';
import {
  claimNextKeyOperation,
  deleteExpiredKeyOperations,
  recordKeyOperation,
  storeTcrSubmission,
} from '@fiscal/db/key-operation';
import type {
  ClaimedAuthorityOperation,
  ClaimedKeyOperation,
  ClaimedLocalSigning,
  ClaimedReceiptCheck,
  KeyOperationState,
} from '@fiscal/db/key-operation';
import { MessageError, registerTcrRequest } from '@fiscal/efi';
import { inSpan, noteInSpan, SpanKind } from '@fiscal/runtime';
import { openBudget } from '../authority/budget.ts';
import type { Budget } from '../authority/budget.ts';
import { signLocally } from './local-signing.ts';
import { checkReceipt } from './receipt-check.ts';
import {
  cashRegisterEndedFailure,
  messageFailure,
  refusalFailure,
  signerFailure,
  tcrCodeTakenFailure,
  tcrMissingFailure,
  unavailableFailure,
} from '../fiscalization/failures.ts';
import { momentNow } from '../work/leases.ts';
import { signedSubmission } from '../signing/signed-submission.ts';
import { registerDepositByHand } from '../fiscalization/initial-deposit.ts';
import { signingKeyOf } from '../signing/signers.ts';
import type { SigningKey } from '../signing/signers.ts';
import { whyUnanswered } from '../authority/why-unanswered.ts';
import { replyOf } from '../work/work.ts';
import type { WorkContext } from '../work/work.ts';

type EndedOperation = Exclude<KeyOperationState, { status: 'pending' }>;

export async function makeNextKeyOperation(
  context: WorkContext,
  begun: () => void,
): Promise<boolean> {
  // A call may be of any environment.
  const { obstacles } = context;
  if (ENVIRONMENTS.every((each) => obstacles.leavesToOthers(each, 'registry'))) return false;
  const askedAt = momentNow();
  const budget = openBudget('live', context.onlineBudgetMs, true);
  const call = await claimNextKeyOperation(context.db, { leaseMs: context.leases.leaseMs });
  if (!call) {
    await deleteExpiredKeyOperations(context.db);
    return false;
  }
  const lease = context.leases.begin(call.claim, askedAt);
  begun();
  try {
    await inSpan('key operation', spanOf(call), () => makeAndRecord(context, call, budget));
  } finally {
    lease.end();
  }
  return true;
}

function spanOf({ id, companyId, environment, input, trace }: ClaimedKeyOperation) {
  const attributes = {
    'fiscal.key_operation.id': id,
    'fiscal.key_operation.kind': input.kind,
    'fiscal.company.id': companyId,
    'fiscal.environment': environment,
  };
  return { kind: SpanKind.CONSUMER, trace, attributes };
}

async function makeAndRecord(
  context: WorkContext,
  call: ClaimedKeyOperation,
  budget: Budget,
): Promise<void> {
  const { state, reply } = await makeOne(context, call, budget);
  const { status } = await record(context, call, reply, state);
  noteInSpan({ 'fiscal.outcome': status });
  const { id: callId, input } = call;
  context.logger.info({ callId, kind: input.kind, status }, 'called');
}

async function makeOne(context: WorkContext, call: ClaimedKeyOperation, budget: Budget) {
  if (isLocalSigning(call)) return { state: await signLocally(context, call), reply: null };
  if (isReceiptCheck(call)) {
    return { state: await checkReceipt(context, call, budget), reply: null };
  }
  return make(context, call, budget);
}

/** A TCR code that another cash register has is a failure that names it. */
async function record(
  context: WorkContext,
  call: ClaimedKeyOperation,
  reply: SubmissionReply | null,
  state: EndedOperation,
): Promise<EndedOperation> {
  const holder = await recordKeyOperation(context.db, call, reply, state);
  if (holder === null) return state;
  if (state.status !== 'done' || state.result.kind !== 'register-tcr') throw new Error('no code');
  const { tcrCode } = state.result;
  context.logger.warn({ callId: call.id, tcrCode }, 'another cash register has the TCR code given');
  const failure = tcrCodeTakenFailure(tcrCode, holder);
  await recordKeyOperation(context.db, call, reply, { status: 'failed', failure });
  return { status: 'failed', failure };
}

function isLocalSigning(call: ClaimedKeyOperation): call is ClaimedLocalSigning {
  return call.input.kind === 'recreate-iic' || call.input.kind === 'test-signature';
}

const isReceiptCheck = (call: ClaimedKeyOperation): call is ClaimedReceiptCheck =>
  call.input.kind === 'check-receipt';

async function make(
  context: WorkContext,
  call: ClaimedAuthorityOperation,
  budget: Budget,
): Promise<{ state: EndedOperation; reply: SubmissionReply | null }> {
  const tcrCode = call.cashRegister.tcrCode;
  const key = await signingKeyOf(context, call);
  if (key.kind === 'unusable') return failed(signerFailure(key, tcrCode));
  try {
    if (call.input.kind === 'register-tcr') return await registerTcr(context, call, key, budget);
    if (tcrCode === null) return failed(tcrMissingFailure());
    const { cashAmount } = call.input;
    const state = await deposit(context, call, { key, tcrCode, cashAmount, budget });
    return { state, reply: null };
  } catch (error) {
    if (error instanceof MessageError) {
      context.logger.error({ callId: call.id, err: error }, 'our message is not valid');
      return failed(messageFailure(tcrCode ?? ''));
    }
    throw error;
  }
}

async function registerTcr(
  context: WorkContext,
  call: ClaimedAuthorityOperation,
  key: SigningKey,
  budget: Budget,
): Promise<{ state: EndedOperation; reply: SubmissionReply }> {
  const submission = writeTcrMessage(context, call, key);
  await storeTcrSubmission(context.db, call, submission);
  const outcome = await context.efi[call.environment].registerTcr(
    submission,
    call.companyId,
    budget,
  );
  const reply = replyOf(submission.id, outcome);
  const known = call.cashRegister.tcrCode;
  switch (outcome.kind) {
    case 'registered': {
      const { tcrCode } = outcome;
      return { reply, state: { status: 'done', result: { kind: 'register-tcr', tcrCode } } };
    }
    case 'refused': {
      const failure = refusalFailure(outcome, known, 'call');
      return { reply, state: { status: 'failed', failure } };
    }
    case 'unanswered': {
      // The authority gives a TCR that it knows its old code again: repeating is safe.
      const why = whyUnanswered(outcome);
      const failure = unavailableFailure(why, known ?? '', REMEDIES.repeatCall);
      return { reply, state: { status: 'failed', failure } };
    }
  }
}

function writeTcrMessage(
  context: WorkContext,
  call: ClaimedAuthorityOperation,
  key: SigningKey,
): NewSubmission {
  const { internalId, type, businessUnitCode, softwareCode, maintainerCode, validTo } =
    call.cashRegister;
  const sending = { sendDateTime: issueDateTimeOf(context.clock()), subsequentDelivery: null };
  return signedSubmission(key, sending, call.claimedAt, (header) =>
    registerTcrRequest({
      ...header,
      issuerTin: call.company.tin,
      businessUnitCode,
      internalId,
      softwareCode,
      maintainerCode,
      validFrom: null,
      validTo,
      type,
      textEncoding: context.textEncoding,
    }),
  );
}

async function deposit(
  context: WorkContext,
  call: ClaimedAuthorityOperation,
  how: { key: SigningKey; tcrCode: string; cashAmount: string; budget: Budget },
): Promise<EndedOperation> {
  const { cashAmount, ...rest } = how;
  const issuedAt = context.clock();
  const { environment, companyId, company, input, cashRegister } = call;
  const { cashRegisterId } = input;
  if (hasEnded(cashRegister.lastDay, issuedAt)) {
    return { status: 'failed', failure: cashRegisterEndedFailure(how.tcrCode) };
  }
  const register = { environment, companyId, cashRegisterId, tin: company.tin };
  const task = { ...register, issuedAt, ...rest };
  const verdict = await registerDepositByHand(context, task, cashAmount);
  switch (verdict.kind) {
    case 'registered': {
      const { fcdc, cashAmount: registered, alreadyRegistered } = verdict;
      const { tcrCode } = how;
      const date = localDateOf(issuedAt);
      const kind = 'initial-deposit';
      const amount = { fcdc, cashAmount: registered };
      const result = { kind, ...amount, date, tcrCode, alreadyRegistered } as const;
      return { status: 'done', result };
    }
    case 'refused':
      return { status: 'failed', failure: verdict.failure };
    case 'unanswered': {
      const failure = unavailableFailure(verdict.detail, how.tcrCode, REMEDIES.repeatCall);
      return { status: 'failed', failure };
    }
  }
}

function failed(failure: Failure): { state: EndedOperation; reply: null } {
  return { state: { status: 'failed', failure }, reply: null };
}
