// The two onboarding calls: POST /api/tcr/register and POST /api/cashdeposit/initial. The worker makes
// them, because only it can open the company's key; the call waits for the result.

import { toDecimalText, decimal, validateCashAmount } from '@fiscal/domain';
import type { KeyOperationInput, KeyOperationResult } from '@fiscal/db/key-operation';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import { jsonBody } from '../json-body.ts';
import { depositAnswer } from './deposit-answer.ts';
import { sendIssues, sendProblem, sendRefusal } from '../problem.ts';
import { makeRegistryCall } from '../registry-calls.ts';
import type { RegistryCallDependencies } from '../registry-calls.ts';

export type CashRegisterRouteDependencies = RegistryCallDependencies;

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
  await callAndAnswer(deps, response, (cashRegisterId) => ({
    kind: 'register-tcr',
    cashRegisterId,
  }));
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
  await callAndAnswer(deps, response, (cashRegisterId) => ({
    kind: 'initial-deposit',
    cashRegisterId,
    cashAmount,
  }));
}

/** Has the call made for the caller's cash register, and answers. */
async function callAndAnswer(
  deps: CashRegisterRouteDependencies,
  response: Response,
  inputFor: (cashRegisterId: string) => KeyOperationInput,
): Promise<void> {
  const { cashRegisterId } = callerOf(response);
  if (cashRegisterId === null) {
    const message = 'The company has no cash register for this environment; add one in the panel.';
    sendProblem(response, 'CASH_REGISTER_MISSING', message);
    return;
  }
  const state = await makeRegistryCall(deps, inputFor(cashRegisterId), response);
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

/** Decisions §2: what the two calls answer. */
function bodyOf(result: KeyOperationResult) {
  if (result.kind === 'register-tcr') return { tcrCode: result.tcrCode };
  if (result.kind !== 'initial-deposit') throw new Error(`nobody asked for ${result.kind}`);
  return depositAnswer(result);
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
