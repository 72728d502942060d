// The INITIAL deposit of the day of an invoice: seen to before its message, and once more where the
// authority says with code 58 that it knows of none. Decisions §6.

import { faultOf, localDateOf } from '@fiscal/domain';
import { recordReply } from '@fiscal/db/fiscalization';
import { recoverMissingDeposit, registerOf } from './initial-deposit.ts';
import type { DepositTask } from './initial-deposit.ts';
import { replyOf } from '../work/work.ts';
import { required, tcrCodeOf, withFacts } from './run.ts';
import type { Run } from './run.ts';

/** The deposit of the day on which the invoice was issued, or will be. */
export async function ensureDepositStep(run: Run): Promise<Run> {
  const task = depositTaskOf(run);
  const deposit = await run.ensureInitialDeposit(task);
  const depositDay = localDateOf(task.issuedAt);
  switch (deposit.kind) {
    case 'registered':
      return withFacts(run, { deposit: 'registered' }, { depositDay });
    case 'refused': {
      const { failure } = deposit;
      return withFacts(run, { deposit: 'refused' }, { depositDay, failure });
    }
    case 'unanswered': {
      const depositDetail = deposit.detail;
      return withFacts(run, { deposit: 'unanswered' }, { depositDay, depositDetail });
    }
  }
}

/**
 * Code 58: the authority has no deposit although ours is registered (the day changed while the sale
 * was on its way, or the authority lost it). It is registered again, with the amount that the day
 * has.
 */
export async function recoverDepositStep(run: Run): Promise<Run> {
  const { context, claimed } = run;
  const { id } = required(run.submission, 'message');
  await recordReply(context.db, replyOf(id, required(run.outcome, 'outcome')));
  const deposit = await recoverMissingDeposit(context, depositTaskOf(run));
  const { id: invoiceId } = claimed.invoice;
  context.logger.info({ invoiceId, deposit: deposit.kind }, 'the deposit was missing');
  const failure = deposit.kind === 'refused' ? deposit.failure : null;
  // A refusal of the sender says nothing of the day's deposit, and so nothing of the invoice
  // either.
  if (failure !== null && !faultOf(failure.efiCode).isOfSender) {
    return withFacts(run, { wasDepositRecovered: true });
  }
  // A deposit without a reply is no refusal: the invoice waits for it with another message.
  const depositDetail = deposit.kind === 'unanswered' ? deposit.detail : null;
  return withFacts(
    run,
    { wasDepositRecovered: true, deposit: deposit.kind, message: 'none', reply: null },
    { submission: null, outcome: null, depositDetail, failure },
  );
}

function depositTaskOf(run: Run): DepositTask {
  const { context, claimed, number, budget } = run;
  return {
    ...registerOf(claimed),
    key: required(run.key, 'key'),
    tcrCode: required(tcrCodeOf(claimed), 'TCR code'),
    issuedAt: number?.issuedAt ?? context.clock(),
    budget,
  };
}
