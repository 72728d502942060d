// RegisterCashDeposit: INITIAL of a day and WITHDRAW. Protocol §4. Code 50, a negative amount, is
// never given: the schema lets no negative amount pass.

import { randomUUID } from 'node:crypto';
import { checkChangeTime, checkClock } from '../checks/clock.ts';
import { checkTaxpayerActive } from '../checks/taxpayer.ts';
import { toNumber } from '../message/decimal.ts';
import type { Decision, Reception } from './decision.ts';
import { localDay, parseInstant } from '../message/local-time.ts';
import type { CashDeposit, RequestHeader } from '../message/request.ts';
import { firstRefusal, refuse } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';
import type { RegisteredDeposit } from '../state/events.ts';
import type { SimulatorState } from '../state/simulator-state.ts';
import { isInUse } from '../state/registry.ts';

/** What becomes of a withdrawal with TCR, ChangeDateTime and CashAmt of a registered one. */
export type RepeatedWithdrawals = 'counted' | 'same';

function checkTcr(deposit: CashDeposit, state: SimulatorState, now: number): CheckResult {
  const tcr = state.registry.tcr(deposit.tcrCode);
  const changedAt = parseInstant(deposit.changeDateTime);
  return tcr?.tin === deposit.issuerTin && isInUse(tcr, changedAt, now) ? null : refuse(53);
}

/**
 * WITHDRAW takes something out (51). INITIAL may be sent again, and the last amount counts, until
 * the first cash invoice of that TCR and day is fiscalized (56).
 */
function checkOperation(deposit: CashDeposit, day: string, state: SimulatorState): CheckResult {
  if (deposit.operation === 'WITHDRAW') return deposit.cashAmt === 0n ? refuse(51) : null;
  return state.ledger.hasCashInvoice(deposit.tcrCode, day) ? refuse(56) : null;
}

/**
 * Decides on a deposit whose signature is right. The specification does not say what a repeated
 * withdrawal is: `counted` registers it once more, `same` gives the first FCDC back.
 */
export function registerCashDeposit(
  deposit: CashDeposit,
  header: RequestHeader,
  state: SimulatorState,
  reception: Reception,
  repeatedWithdrawals: RepeatedWithdrawals,
): Decision {
  const { now, sequence } = reception;
  const day = localDay(parseInstant(deposit.changeDateTime));
  const refusal = firstRefusal([
    () => checkClock(header, now),
    () => checkChangeTime(deposit, header, now),
    () => checkTaxpayerActive(deposit.issuerTin, state.registry),
    () => checkTcr(deposit, state, now),
    () => checkOperation(deposit, day, state),
  ]);
  if (refusal) return { outcome: 'refused', refusal };
  const fcdc = randomUUID();
  const effect: RegisteredDeposit = {
    type: 'deposit',
    sequence,
    fcdc,
    tin: deposit.issuerTin,
    tcrCode: deposit.tcrCode,
    operation: deposit.operation,
    changeDateTime: deposit.changeDateTime,
    day,
    amount: toNumber(deposit.cashAmt).toFixed(2),
  };
  const first = repeatedWithdrawals === 'same' ? state.ledger.firstWithdrawal(effect) : null;
  if (first) return { outcome: 'repeated', issuedCode: first.fcdc, effect: null, findings: [] };
  return { outcome: 'accepted', issuedCode: fcdc, findings: [], effect };
}
