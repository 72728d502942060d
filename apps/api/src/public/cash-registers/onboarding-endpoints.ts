// The two onboarding calls: POST /api/tcr/register and POST /api/cashdeposit/initial. The worker
// makes them, because only it can open the company's key; the call waits for the result.

import type { KeyOperationResult } from '@fiscal/db/key-operation';
import {
  cashRegisterEndedFailure,
  decimal,
  hasEnded,
  toDecimalText,
  validateCashAmount,
} from '@fiscal/domain';
import { z } from 'zod';
import { endpointsFor } from '../../http/endpoint.ts';
import { invalidValue } from '../../http/request/invalid-value.ts';
import { isObject, NO_OBJECT } from '../../http/body/json-body.ts';
import { refuseFailure, refuseIssues } from '../../http/refusal/refusal.ts';
import {
  failedOrBroken,
  failuresWith,
  jsonResponse,
  named,
  shared,
} from '../../openapi/responses.ts';
import {
  CASH_AMOUNT_EXAMPLE,
  PROBLEM_EXAMPLES,
  UNREADABLE_EXAMPLES,
  withoutInvoice,
} from '../../openapi/error-examples.ts';
import { executeKeyOperation } from '../../work/key-operations.ts';
import type { KeyOperationDependencies } from '../../work/key-operations.ts';
import { NO_CASH_REGISTER } from '../require-caller.ts';
import { issueOf } from '../invoices/read-payload.ts';

/** Spec, Other shapes: cash deposit request. */
const cashDepositPayload = z
  .object({
    cashAmount: z.number().meta({
      description: 'Euros, at most 2 decimals; `0` for the initial deposit.',
      minimum: 0,
    }),
  })
  .meta({ id: 'CashDepositRequest', description: 'A cash deposit to be registered.' });

/** Decisions §2: what POST /api/tcr/register returns. */
export const tcrRegistration = z
  .object({
    tcrCode: z.string().meta({
      description: 'Code of the cash register (ENU); stored on it.',
      pattern: '^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$',
    }),
  })
  .meta({ id: 'TcrRegistration', description: 'The cash register is registered.' });

/** Decisions §2: what POST /api/cashdeposit/initial returns. */
export const cashDeposit = z
  .object({
    fcdc: z.string().nullable().meta({
      description:
        "The authority's code of the deposit that it has; null where the service does not know it.",
    }),
    cashAmount: z
      .number()
      .nullable()
      .meta({
        description:
          'Euros: the amount that the authority has; after code 56 the one from before this call, and ' +
          'null where the service does not know it.',
        minimum: 0,
      }),
    date: z.string().meta({ description: 'Day in Podgorica.', format: 'date' }),
    tcrCode: z.string().meta({ description: 'Code of the cash register (ENU).' }),
    alreadyRegistered: z.boolean().meta({
      description: 'Whether the authority had the deposit of the day already (code 56).',
    }),
  })
  .meta({ id: 'CashDeposit', description: 'The deposit of the day is registered.' });

const TCR_EXAMPLE: z.output<typeof tcrRegistration> = { tcrCode: 'ia414gd659' };
const DEPOSIT_EXAMPLE: z.output<typeof cashDeposit> = {
  fcdc: 'fa57c543-f3c6-41cf-9b55-cc0d24338468',
  cashAmount: 0,
  date: '2026-11-21',
  tcrCode: 'ia414gd659',
  alreadyRegistered: true,
};

const failures = failuresWith(400, withoutInvoice);
const sharedResponses = {
  409: shared('CashRegisterMissing'),
  500: failedOrBroken(withoutInvoice),
  503: shared('CallNotAnswered'),
};

const { post } = endpointsFor<KeyOperationDependencies>()('', {
  tag: 'Cash registers',
  access: 'api-key',
});

/** Spec, Endpoints. */
export const onboardingEndpoints = [
  post('/tcr/register', {
    operationId: 'registerTcr',
    summary: 'Register the cash register (ENU)',
    description:
      'An onboarding step: only needed when fiscalization says so (codes 53 and 11). The code ' +
      'that the authority gives is stored on the cash register of the key.',
    requestBody: {
      required: false,
      content: {
        'application/json': {
          schema: { type: 'object', description: '`{}` is enough.' },
          examples: named({ 'an empty object': {} }),
        },
      },
    },
    result: tcrRegistration,
    responses: {
      ...sharedResponses,
      200: jsonResponse('Registered.', 'TcrRegistration', { registered: TCR_EXAMPLE }, 'ETag'),
      400: jsonResponse(
        'The body is no JSON object, or the authority refused the cash register.',
        ['FailureProblem', 'Problem'],
        { ...failures, ...UNREADABLE_EXAMPLES },
      ),
      409: jsonResponse(
        'The company has no cash register in the environment of the key, or the code that the ' +
          'authority gave is on another one.',
        ['FailureProblem', 'Problem'],
        { ...failuresWith(409, withoutInvoice), ...PROBLEM_EXAMPLES.CASH_REGISTER_MISSING },
      ),
    },
    handle(call) {
      if (!isObject(call.body ?? {})) return NO_OBJECT;
      const { cashRegisterId } = call.actor;
      if (cashRegisterId === null) return NO_CASH_REGISTER;
      const input = { kind: 'register-tcr', cashRegisterId } as const;
      return executeKeyOperation(call, input, ({ tcrCode }) => ({ tcrCode }));
    },
  }),
  post('/cashdeposit/initial', {
    operationId: 'registerInitialDeposit',
    summary: 'Register the initial deposit of the day',
    description:
      'Normally not needed: the deposit of 0.00 is registered before the first cash invoice of ' +
      'the day by itself.',
    body: cashDepositPayload,
    bodyExamples: { 'the usual deposit': { cashAmount: 0 } },
    result: cashDeposit,
    responses: {
      ...sharedResponses,
      200: jsonResponse(
        'Registered.',
        'CashDeposit',
        {
          'registered already': DEPOSIT_EXAMPLE,
          registered: { ...DEPOSIT_EXAMPLE, alreadyRegistered: false },
        },
        'ETag',
      ),
      400: jsonResponse(
        'The body is not valid, or the authority refused the deposit.',
        ['ValidationProblem', 'FailureProblem', 'Problem'],
        { 'a negative amount': CASH_AMOUNT_EXAMPLE, ...failures, ...UNREADABLE_EXAMPLES },
      ),
    },
    handle(call) {
      if (!isObject(call.body)) return NO_OBJECT;
      const payload = cashDepositPayload.safeParse(call.body, { error: invalidValue });
      if (!payload.success) return refuseIssues(payload.error.issues.map(issueOf));
      const issues = validateCashAmount(payload.data.cashAmount);
      if (issues.length > 0) return refuseIssues(issues);
      const cashAmount = toDecimalText(decimal(payload.data.cashAmount), 2);
      const { cashRegisterId, lastDay } = call.actor;
      if (cashRegisterId === null) return NO_CASH_REGISTER;
      if (hasEnded(lastDay, new Date())) return refuseFailure(cashRegisterEndedFailure(null));
      const input = { kind: 'initial-deposit', cashRegisterId, cashAmount } as const;
      return executeKeyOperation(call, input, depositOf);
    },
  }),
];

/** What a call for the INITIAL deposit returns, to shops and in the panel alike. Decisions §2. */
export function depositOf(
  result: Extract<KeyOperationResult, { kind: 'initial-deposit' }>,
): z.output<typeof cashDeposit> {
  const { fcdc, cashAmount, date, tcrCode, alreadyRegistered } = result;
  const amount = cashAmount === null ? null : Number(cashAmount);
  return { fcdc, cashAmount: amount, date, tcrCode, alreadyRegistered };
}
