import type { Receipt, ReceiptCheckResult } from '@fiscal/efi';
import { openBudget } from '../authority/budget.ts';
import type { Budget } from '../authority/budget.ts';
import { required, withFacts } from './run.ts';
import type { Run } from './run.ts';

/**
 * The receipt check may take this part of the time of a live sale, so that a message can follow.
 */
const SHARE_OF_SALE = 4;

/**
 * Asks the authority's public receipt check whether an earlier message was registered. Decisions
 * §6: before anything unanswered is sent again.
 */
export async function checkReceiptStep(run: Run): Promise<Run> {
  const { issuer, issued } = required(run.signed, 'signature');
  const receipt = { iic: issued.iic, issueDateTime: issued.issueDateTime, tin: issuer.seller.tin };
  const { result, budget } = await askReceiptCheck(run, receipt);
  switch (result.kind) {
    case 'found':
      return withFacts(run, { receipt: 'registered' }, { foundFic: result.fic });
    case 'not-found':
      return withFacts(run, { receipt: 'not-found' }, { budget });
    case 'unreachable':
      return withFacts(run, { receipt: 'unreachable' }, { budget });
  }
}

/** @returns what the receipt check says, and the time of what follows. */
export async function askReceiptCheck(
  run: Run,
  receipt: Receipt,
): Promise<{ result: ReceiptCheckResult; budget: Budget }> {
  const { context, claimed } = run;
  const { environment, id } = claimed.invoice;
  const signal = signalOf(run);
  const result = await context.efi[environment].checkReceipt(receipt, { signal });
  const { iic } = receipt;
  context.logger.info({ invoiceId: id, iic, result: result.kind }, 'asked the receipt check');
  return { result, budget: budgetAfter(run) };
}

function signalOf({ context, budget: { lane, signal } }: Run): AbortSignal {
  // No customer waits for a delivery, and the message after it has its own time.
  if (lane === 'delivery') return AbortSignal.timeout(context.receiptCheckMs);
  return AbortSignal.any([
    signal,
    AbortSignal.timeout(Math.floor(context.onlineBudgetMs / SHARE_OF_SALE)),
  ]);
}

function budgetAfter({ context, budget }: Run): Budget {
  if (budget.lane === 'live') return budget;
  return openBudget('delivery', context.onlineBudgetMs);
}
