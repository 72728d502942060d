// The two onboarding calls as the OpenAPI document describes them. Spec, Endpoints; decisions §2.

import {
  BODY_ANSWERS,
  CALL_ANSWERS,
  errorAnswer,
  failedOrBroken,
  failuresWith,
  jsonAnswer,
  named,
  shared,
} from './answers.ts';
import { reference } from './component-schemas.ts';
import { CASH_AMOUNT_EXAMPLE, PROBLEM_EXAMPLES, withoutInvoice } from './error-examples.ts';
import { CASH_DEPOSIT, TCR_REGISTRATION } from './examples.ts';

const { MALFORMED_JSON, BODY_NOT_AN_OBJECT, CASH_REGISTER_MISSING } = PROBLEM_EXAMPLES;
const unreadable = { MALFORMED_JSON, BODY_NOT_AN_OBJECT };
const failures = failuresWith(400, withoutInvoice);
const troubles = {
  409: shared('CashRegisterMissing'),
  ...BODY_ANSWERS,
  ...CALL_ANSWERS,
  503: shared('CallNotAnswered'),
  500: failedOrBroken(withoutInvoice),
};

/** By path, each with its methods. */
export const CASH_REGISTER_PATHS = {
  '/api/tcr/register': {
    post: {
      operationId: 'registerTcr',
      tags: ['Cash registers'],
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
      responses: {
        200: jsonAnswer('Registered.', 'TcrRegistration', { registered: TCR_REGISTRATION }, 'ETag'),
        400: errorAnswer(
          'The body is no JSON object, or the authority refused the cash register.',
          ['FailureProblem', 'Problem'],
          { ...failures, ...unreadable },
        ),
        ...troubles,
        409: errorAnswer(
          'The company has no cash register in the environment of the key, or the code that the ' +
            'authority gave is on another one.',
          ['FailureProblem', 'Problem'],
          { ...failuresWith(409, withoutInvoice), CASH_REGISTER_MISSING },
        ),
      },
    },
  },
  '/api/cashdeposit/initial': {
    post: {
      operationId: 'registerInitialDeposit',
      tags: ['Cash registers'],
      summary: 'Register the initial deposit of the day',
      description:
        'Normally not needed: the deposit of 0.00 is registered before the first cash invoice of ' +
        'the day by itself.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: reference('CashDepositRequest'),
            examples: named({ 'the usual deposit': { cashAmount: 0 } }),
          },
        },
      },
      responses: {
        200: jsonAnswer(
          'Registered.',
          'CashDeposit',
          {
            'registered already': CASH_DEPOSIT,
            registered: { ...CASH_DEPOSIT, alreadyRegistered: false },
          },
          'ETag',
        ),
        400: errorAnswer(
          'The body is not valid, or the authority refused the deposit.',
          ['ValidationProblem', 'FailureProblem', 'Problem'],
          { 'a negative amount': CASH_AMOUNT_EXAMPLE, ...failures, ...unreadable },
        ),
        ...troubles,
      },
    },
  },
};
