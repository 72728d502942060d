// RegisterCashDeposit: INITIAL of a day and WITHDRAW. Protocol §4. Code 50, a negative amount, is
// never given: the schema lets no negative amount pass.

import { randomUUID } from 'node:crypto';
import { checkChangeTime, checkClock } from '../checks/clock.ts';
import { checkTaxpayerKnown } from '../checks/taxpayer.ts';
import { toNumber } from '../message/decimal.ts';
import type { Decision, Reception } from './decision.ts';
import { localDay, parseInstant } from '../message/local-time.ts';
import type { CashDeposit, RequestHeader } from '../message/request.ts';
import { firstRefusal, refuse } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';
import type { SimulatorState } from '../state/simulator-state.ts';
import { isInUse } from '../state/registry.ts';

function checkTcr(deposit: CashDeposit, state: SimulatorState, now: number): CheckResult {
  const tcr = state.registry.tcr(deposit.tcrCode);
  return tcr?.tin === deposit.issuerTin && isInUse(tcr, now) ? null : refuse(53);
}

/**
 * WITHDRAW takes something out (51). INITIAL may be sent again, and the last amount counts, until
 * the first cash invoice of that TCR and day is fiscalized (56).
 */
function checkOperation(deposit: CashDeposit, day: string, state: SimulatorState): CheckResult {
  if (deposit.operation === 'WITHDRAW') return deposit.cashAmt === 0n ? refuse(51) : null;
  return state.ledger.hasCashInvoice(deposit.tcrCode, day) ? refuse(56) : null;
}

/** Decides on a deposit whose signature is right. */
export function registerCashDeposit(
  deposit: CashDeposit,
  header: RequestHeader,
  state: SimulatorState,
  reception: Reception,
): Decision {
  const { now, sequence } = reception;
  const day = localDay(parseInstant(deposit.changeDateTime));
  const refusal = firstRefusal([
    () => checkClock(header, now),
    () => checkChangeTime(deposit, header, now),
    () => checkTaxpayerKnown(deposit.issuerTin, state.registry),
    () => checkTcr(deposit, state, now),
    () => checkOperation(deposit, day, state),
  ]);
  if (refusal) return { outcome: 'refused', refusal };
  const fcdc = randomUUID();
  return {
    outcome: 'accepted',
    issuedCode: fcdc,
    findings: [],
    effect: {
      type: 'deposit',
      sequence,
      fcdc,
      tin: deposit.issuerTin,
      tcrCode: deposit.tcrCode,
      operation: deposit.operation,
      changeDateTime: deposit.changeDateTime,
      day,
      amount: toNumber(deposit.cashAmt).toFixed(2),
    },
  };
}
