// The two onboarding calls: POST /api/tcr/register and POST /api/cashdeposit/initial. The worker makes
// them, because only it can open the company's key; the call waits for the result.

import { toDecimalText, decimal, validateCashAmount } from '@fiscal/domain';
import { findRegistryCall, insertRegistryCall } from '@fiscal/db';
import type {
  ChangeListener,
  Database,
  RegistryCallInput,
  RegistryCallState,
  RegistryResult,
} from '@fiscal/db';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { jsonBody } from '../json-body.ts';
import { sendIssues, sendProblem, sendRefusal } from '../problem.ts';
import { closedSignal } from '../closed-signal.ts';

export interface CashRegisterRouteDependencies {
  db: Database;
  changes: ChangeListener;
  dispatcher: Dispatcher;
  registryCallWaitMs: number;
}

/** Spec, Other shapes: cash deposit request. */
export const cashDepositPayload = z
  .object({
    cashAmount: z.number().meta({
      description: 'Euros, at most 2 decimals; `0` for the initial deposit.',
      minimum: 0,
    }),
  })
  .meta({ id: 'CashDepositRequest', description: 'A cash deposit to be registered.' });

/** Spec, Endpoints. */
export function cashRegisterRoutes(deps: CashRegisterRouteDependencies): Router {
  const router = Router();
  router.post('/tcr/register', ...jsonBody, (request, response) =>
    registerTcr(deps, request, response),
  );
  router.post('/cashdeposit/initial', ...jsonBody, (request, response) =>
    deposit(deps, request, response),
  );
  return router;
}

async function registerTcr(
  deps: CashRegisterRouteDependencies,
  request: Request,
  response: Response,
) {
  if (!isObject(request.body ?? {})) {
    sendProblem(response, 'BODY_NOT_AN_OBJECT', 'The body must be a JSON object.');
    return;
  }
  await callAndAnswer(deps, response, { kind: 'register-tcr' });
}

async function deposit(deps: CashRegisterRouteDependencies, request: Request, response: Response) {
  if (!isObject(request.body)) {
    sendProblem(response, 'BODY_NOT_AN_OBJECT', 'The body must be a JSON object.');
    return;
  }
  const payload = cashDepositPayload.safeParse(request.body);
  if (!payload.success) {
    const isMissing = !('cashAmount' in request.body);
    const code = isMissing ? 'FIELD_REQUIRED' : 'FIELD_TYPE_INVALID';
    const message = isMissing ? 'cashAmount is required.' : 'cashAmount must be a number.';
    sendIssues(response, [{ code, path: 'cashAmount', message }]);
    return;
  }
  const issues = validateCashAmount(payload.data.cashAmount);
  if (issues.length > 0) {
    sendIssues(response, issues);
    return;
  }
  const cashAmount = toDecimalText(decimal(payload.data.cashAmount), 2);
  await callAndAnswer(deps, response, { kind: 'initial-deposit', cashAmount });
}

/** Writes the call, points the worker at it, waits, and answers. */
async function callAndAnswer(
  deps: CashRegisterRouteDependencies,
  response: Response,
  input: RegistryCallInput,
): Promise<void> {
  const { cashRegisterId } = callerOf(response);
  if (cashRegisterId === null) {
    const message = 'The company has no cash register for this environment; add one in the panel.';
    sendProblem(response, 'CASH_REGISTER_MISSING', message);
    return;
  }
  const id = await insertRegistryCall(deps.db, cashRegisterId, input, deps.registryCallWaitMs);
  await deps.dispatcher.dispatch('call-registry', id);
  const state = await waitForResult(deps, id, closedSignal(response));
  switch (state.status) {
    case 'done':
      response.json(bodyOf(state.result));
      return;
    case 'failed':
      sendRefusal(response, state.failure);
      return;
    case 'pending':
      response.set('Retry-After', '5');
      sendProblem(response, 'CALL_NOT_ANSWERED', 'The call was not made in time; repeat it.');
  }
}

async function waitForResult(
  deps: CashRegisterRouteDependencies,
  id: string,
  signal: AbortSignal,
): Promise<RegistryCallState> {
  const subscription = new AbortController();
  const either = AbortSignal.any([subscription.signal, signal]);
  const settled = deps.changes.next('registry_call_settled', id, deps.registryCallWaitMs, either);
  try {
    const state = await findRegistryCall(deps.db, id);
    if (state.status !== 'pending') return state;
    await settled;
    return await findRegistryCall(deps.db, id);
  } finally {
    subscription.abort();
  }
}

/** Decisions §2: what the two calls answer. */
function bodyOf(result: RegistryResult) {
  if (result.kind === 'register-tcr') return { tcrCode: result.tcrCode };
  const { fcdc, cashAmount, date, tcrCode, alreadyRegistered } = result;
  return { fcdc, cashAmount: Number(cashAmount), date, tcrCode, alreadyRegistered };
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
