// Cash that is taken out of the drawer: what a call may say of it, and which refusal ends it.
// Extensions §7.

import { faultOf } from '../faults.ts';
import type { Issue } from '../issue.ts';
import { issue } from '../issue.ts';
import { jsonOf, repeatableCall } from '../invoice/external-id.ts';
import { normaliseInvoice } from '../invoice/partial-invoice.ts';
import type { PartialInvoice } from '../invoice/partial-invoice.ts';
import { validateTexts } from '../invoice/validate-invoice.ts';
import { validateCashAmount } from './cash-deposit.ts';

/** A call whose ill-shaped fields were taken out. */
export type WithdrawalCall = Pick<PartialInvoice, 'externalId' | 'note' | 'operatorName'> & {
  /** Euros. */
  cashAmount?: number | undefined;
};

/** What is wrong with it: an amount above 0 with at most 2 decimals, and texts as of an invoice. */
export function validateWithdrawal(call: WithdrawalCall): Issue[] {
  const { cashAmount } = call;
  const issues = cashAmount === undefined ? [] : validateCashAmount(cashAmount);
  if (cashAmount === 0) {
    issues.push(issue('AMOUNT_ZERO', 'cashAmount', 'cashAmount must not be 0.'));
  }
  return [...issues, ...validateTexts(call)];
}

/** The call in its normal form: texts in Unicode NFC, blank ones as null. */
export function normaliseWithdrawal({ cashAmount, ...said }: WithdrawalCall): WithdrawalCall {
  const { externalId, note, operatorName } = normaliseInvoice(said);
  return { cashAmount, externalId, note, operatorName };
}

/** As repeatableCall: its external id, and what it says beside; null without a valid id. */
export function repeatableWithdrawal({
  cashAmount,
  ...said
}: WithdrawalCall): { externalId: string; content: string } | null {
  const own = repeatableCall(said);
  return own && { ...own, content: jsonOf(['withdraw', own.content, cashAmount]) };
}

/**
 * Whether the code refuses who sends and says nothing of the withdrawal, which is then delivered
 * once clock or certificate are right.
 */
export function isWithdrawalKept(efiCode: number | null): boolean {
  const { isOfSender, class: kind } = faultOf(efiCode);
  return isOfSender && kind !== 'master-data';
}
