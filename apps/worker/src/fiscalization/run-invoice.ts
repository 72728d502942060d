// The one loop of every lane: a sale, its repetition and an offline delivery differ in their facts
// alone. domain's advanceInvoice says which step comes next; here it is made. Each step can be
// repeated from the rows: after a crash between two of them the next run continues from there.

import { advanceInvoice } from '@fiscal/domain';
import type { Step } from '@fiscal/domain';
import { assignNumberStep } from './assign-number.ts';
import { checkReceiptStep } from './check-receipt.ts';
import { confirmOriginalStep } from './confirm-original.ts';
import { ensureDepositStep, recoverDepositStep } from './deposit.ts';
import { postpone, recordFailure, recordFic, recordOfflineIssue } from './record-outcome.ts';
import type { Run, ClaimedSale } from './run.ts';
import { sendStep } from './send.ts';
import { signStep } from './sign.ts';

/**
 * Steps until an outcome is recorded or the invoice is postponed.
 * @returns the sale that was claimed with the outcome.
 * @throws ClaimLostError
 */
export async function runInvoice(begun: Run): Promise<ClaimedSale | null> {
  for (let run = begun; ;) {
    const step = advanceInvoice(run.facts);
    switch (step.kind) {
      case 'record-fiscalized':
        return recordFic(run);
      case 'record-offline':
        await recordOfflineIssue(run);
        return null;
      case 'record-failed':
        await recordFailure(run, step);
        return null;
      case 'postpone':
        await postpone(run, step.cause);
        return null;
      default:
        run = await executeStep(run, step);
    }
  }
}

/** A step after which the run continues. */
type ContinuingStep = Exclude<
  Step,
  { kind: 'record-fiscalized' | 'record-offline' | 'record-failed' | 'postpone' }
>;

async function executeStep(run: Run, step: ContinuingStep): Promise<Run> {
  switch (step.kind) {
    case 'check-receipt':
      return checkReceiptStep(run);
    case 'confirm-original':
      return confirmOriginalStep(run);
    case 'ensure-deposit':
      return ensureDepositStep(run);
    case 'assign-number':
      return assignNumberStep(run);
    case 'sign':
      return signStep(run);
    case 'send':
      return sendStep(run);
    case 'recover-deposit':
      return recoverDepositStep(run);
  }
}
