// Takes cash out of a drawer, for shops and in the panel alike: stored first, so that it is never
// lost, then registered by a worker, for which the call waits. Extensions §7, docs/adr/0031.

import {
  findWithdrawal,
  findWithdrawalByExternalId,
  insertWithdrawal,
  listWithdrawals,
} from '@fiscal/db/deposit';
import type { Withdrawal } from '@fiscal/db/deposit';
import { readDrawer } from '@fiscal/db/report';
import type { Database } from '@fiscal/db/connection';
import {
  cashRegisterEndedFailure,
  decimal,
  issueDateTimeOf,
  normaliseWithdrawal,
  repeatableWithdrawal,
  sentence,
  tcrMissingFailure,
  toDecimalText,
  validateWithdrawal,
} from '@fiscal/domain';
import type { WithdrawalCall } from '@fiscal/domain';
import type { Response } from 'express';
import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { closedSignal } from '../../http/response/response-end.ts';
import { refuse, refuseFailure, refuseIssues } from '../../http/refusal/refusal.ts';
import type { Refusal } from '../../http/refusal/refusal.ts';
import { lostWrite, storing } from '../../http/refusal/storing.ts';
import type { KeyOperationDependencies } from '../../work/key-operations.ts';
import { readUntil } from '../../work/read-until.ts';
import { selectOperator, warningsOf } from '../invoices/accept-invoice.ts';
import type { OperatorsOfCompany } from '../invoices/accept-invoice.ts';
import { markReplayed } from '../invoices/external-calls.ts';
import { payloadReader } from '../invoices/read-payload.ts';
import { STATUSES, withdrawalPayload } from './withdrawal-schemas.ts';
import type { drawer, withdrawalOutcome, withdrawalRecord } from './withdrawal-schemas.ts';

/** Who takes it out, and of which drawer. */
export interface WithdrawnBy {
  of: OperatorsOfCompany;
  cashRegisterId: string;
  /** For the audit log; null has only the outcome audited. */
  actor: string | null;
}

const readWithdrawal = payloadReader<WithdrawalCall>(withdrawalPayload);

type WithdrawResult = { kind: 'withdrawn'; withdrawal: Withdrawal } | Refusal;

interface WithdrawCall {
  deps: KeyOperationDependencies;
  response: Response;
}

/** Stores the withdrawal and waits for its outcome; or finds what became of the same call. */
export async function withdraw(
  call: WithdrawCall,
  by: WithdrawnBy,
  body: object,
): Promise<WithdrawResult> {
  const { deps, response } = call;
  const { company, environment } = by.of;
  const shaped = readWithdrawal(body);
  const issues = [...shaped.issues, ...validateWithdrawal(shaped.content)];
  const request = normaliseWithdrawal(shaped.content);
  const named = issues.length > 0 ? null : repeatableWithdrawal(request);
  const digest = named && createHash('sha256').update(named.content).digest();
  const known = await findSame(call, by, request, digest);
  if (known !== null) return known;
  const operator = await selectOperator(deps.db, by.of, request, issues);
  const wrong = [...issues, ...operator.issues];
  if (wrong.length > 0 || request.cashAmount === undefined) return refuseIssues(wrong);
  const id = uuidv7({ msecs: Date.now() });
  const withdrawal = {
    companyId: company.id,
    environment,
    cashRegisterId: by.cashRegisterId,
    request,
    cashAmount: toDecimalText(decimal(request.cashAmount), 2),
    operatorCode: operator.found?.operatorCode ?? null,
    warnings: warningsOf(operator.warnings, shaped.unknownFields),
    digest,
  };
  const stored = await storing(response, { kind: 'withdraw' }, () =>
    insertWithdrawal(deps.db, id, withdrawal, by.actor),
  );
  if (stored === 'no-tcr-code') return refuseFailure(tcrMissingFailure());
  if (stored === 'ended') return refuseFailure(cashRegisterEndedFailure(null));
  if (stored === 'taken') {
    const taken = await findSame(call, by, request, digest);
    if (taken === null) throw lostWrite(response, `withdrawal ${request.externalId}`);
    return taken;
  }
  deps.wakeUps.wake('registry');
  return outcomeOf(call, id);
}

/** What the same call has stored before; null where none with its external id has. */
async function findSame(
  call: WithdrawCall,
  { of: { company, environment }, cashRegisterId }: WithdrawnBy,
  { externalId, cashAmount, note = null, operatorName = null }: WithdrawalCall,
  digest: Buffer | null,
): Promise<WithdrawResult | null> {
  if (digest === null || !externalId) return null;
  const key = { companyId: company.id, environment, externalId };
  const holder = await findWithdrawalByExternalId(call.deps.db, key);
  if (holder === null) return null;
  const { id } = holder;
  const isOfRegister = holder.cashRegisterId === cashRegisterId;
  if (isOfRegister && holder.digest?.equals(digest)) {
    markReplayed(call.response);
    return outcomeOf(call, id);
  }
  const said = { cashAmount, note, operatorName };
  const was = { ...holder, cashAmount: Number(holder.cashAmount) };
  const fields = (Object.keys(said) as (keyof typeof said)[]).filter(
    (field) => said[field] !== was[field],
  );
  const differs = isOfRegister ? fields : ['cashRegister'];
  const status = STATUSES[holder.status];
  return refuse(
    'EXTERNAL_ID_TAKEN',
    `The externalId belongs to another call: the withdrawal ${id}, which is ${status}. They ` +
      `differ in ${differs.join(', ')}.`,
    { withdrawalId: id, status, differs },
  );
}

async function outcomeOf({ deps, response }: WithdrawCall, id: string) {
  const { db, changes, keyOperationWaitMs: waitMs } = deps;
  const row = { change: 'key_operation_recorded', id } as const;
  const wait = { waitMs, signal: closedSignal(response) };
  const read = () => findWithdrawal(db, id);
  const withdrawal = await readUntil(changes, row, wait, read, (found) =>
    found?.status === 'pending' ? found.status : null,
  );
  if (withdrawal === null) throw lostWrite(response, `withdrawal ${id}`);
  return { kind: 'withdrawn', withdrawal } as const;
}

/** The withdrawal with what is in the drawer now, as a call returns it. */
export async function withdrawalOutcomeOf(
  { db }: KeyOperationDependencies,
  withdrawal: Withdrawal,
): Promise<z.output<typeof withdrawalOutcome>> {
  const { cashRegisterId, tcrCode, date: localDate, warnings } = withdrawal;
  const drawer = await readDrawer(db, { cashRegisterId, tcrCode, localDate });
  const inDrawer = Number(drawer.inDrawer);
  const amount = toDecimalText(decimal(-inDrawer), 2);
  return {
    ...withdrawalRecordOf(withdrawal),
    inDrawer,
    warnings: inDrawer < 0 ? [sentence('moreThanInDrawer', { amount }), ...warnings] : warnings,
  };
}

/**
 * What is in the drawer of a cash register on a day.
 * @param withOpen lists withdrawals of other days that wait for their delivery as well.
 * @throws DocumentsDetachedError
 */
export async function drawerOf(
  db: Database,
  { id: cashRegisterId, tcrCode }: { id: string; tcrCode: string | null },
  localDate: string,
  withOpen = false,
): Promise<z.output<typeof drawer>> {
  const day = { cashRegisterId, tcrCode: tcrCode ?? '', localDate };
  const { initial, banknotes, withdrawn, inDrawer } = await readDrawer(db, day);
  return {
    date: localDate,
    tcrCode,
    initial: Number(initial),
    banknotes: Number(banknotes),
    withdrawn: Number(withdrawn),
    inDrawer: Number(inDrawer),
    withdrawals: (await listWithdrawals(db, day, withOpen)).map(withdrawalRecordOf),
  };
}

/** The withdrawal as the API shows it. */
function withdrawalRecordOf(withdrawal: Withdrawal): z.output<typeof withdrawalRecord> {
  const { id, externalId, status, fcdc, cashAmount, date, changedAt } = withdrawal;
  const { tcrCode, note, operatorName, deliverBefore, failure } = withdrawal;
  const isOpen = status === 'pending' || status === 'offline';
  return {
    id,
    externalId,
    status: STATUSES[status],
    fcdc,
    cashAmount: Number(cashAmount),
    date,
    changedAt: changedAt && issueDateTimeOf(changedAt),
    tcrCode,
    note,
    operatorName,
    deliverBefore: isOpen ? deliverBefore.toISOString() : null,
    error: failure,
  };
}
