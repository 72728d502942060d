// Cash that is taken out of the drawer, and what is in it: POST /api/cashdeposit/withdraw and GET
// /api/cashdeposit. Extensions §7.

import { findCompanyCashRegister } from '@fiscal/db/company';
import { localDateOf } from '@fiscal/domain';
import { z } from 'zod';
import { isObject, NO_OBJECT } from '../../http/body/json-body.ts';
import { endpointsFor, ok, WRITTEN } from '../../http/endpoint.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { refuseFailure, refuseIssues } from '../../http/refusal/refusal.ts';
import {
  CASH_AMOUNT_EXAMPLE,
  UNREADABLE_EXAMPLES,
  withoutInvoice,
} from '../../openapi/error-examples.ts';
import { failuresWith, jsonResponse, notModified, shared } from '../../openapi/responses.ts';
import type { KeyOperationDependencies } from '../../work/key-operations.ts';
import { NO_CASH_REGISTER } from '../require-caller.ts';
import { drawerOf, withdraw, withdrawalOutcomeOf } from './withdrawals.ts';
import { drawer, withdrawalOutcome, withdrawalPayload } from './withdrawal-schemas.ts';

const RECORD = {
  id: '01a1fc55-2af3-773d-a66b-45a24cfcd927',
  externalId: 'K1-2026-11-21-1',
  status: 'Registered',
  fcdc: '3f0a2c0e-6a0c-4e57-8a41-33a1c7a1d3c4',
  cashAmount: 150,
  date: '2026-11-21',
  changedAt: '2026-11-21T21:40:07+01:00',
  tcrCode: 'ia414gd659',
  note: 'To the bank',
  operatorName: null,
  deliverBefore: null,
  error: null,
};
const REGISTERED = { ...RECORD, inDrawer: 84.5, warnings: [] };
const OFFLINE = {
  ...REGISTERED,
  status: 'Offline',
  fcdc: null,
  deliverBefore: '2026-11-23T20:40:07.000Z',
};
const { date, tcrCode, cashAmount, externalId, note } = RECORD;
const SUMS = { initial: 50, banknotes: 184.5, withdrawn: cashAmount, inDrawer: 84.5 };

const drawerQuery = z.strictObject({
  date: z.iso.date().optional().describe('Day in Podgorica; today where absent.'),
});

const { get, post } = endpointsFor<KeyOperationDependencies>()('/cashdeposit', {
  tag: 'Cash registers',
  access: 'api-key',
});

/** Extensions §7. */
export const withdrawalEndpoints = [
  post('/withdraw', {
    operationId: 'withdraw',
    summary: 'Take cash out of the drawer',
    description:
      'Reports cash when it leaves the drawer. Where the authority does not reply, or the certificate ' +
      'or a clock is in the way, it is delivered later by itself, whether the company issues offline ' +
      'or not. More than is in the drawer is a warning. With an `externalId`, which is unique among ' +
      'withdrawals, the same call again gives its outcome.',
    body: withdrawalPayload,
    bodyExamples: { 'to the bank': { cashAmount, externalId, note } },
    result: withdrawalOutcome,
    responses: {
      200: jsonResponse(
        'The authority has registered it.',
        'WithdrawalOutcome',
        { registered: REGISTERED },
        'ETag',
        'Idempotent-Replayed',
      ),
      202: jsonResponse(
        'It is stored, and registered by itself.',
        'WithdrawalOutcome',
        { offline: OFFLINE },
        'ETag',
        'Idempotent-Replayed',
      ),
      400: jsonResponse(
        'The body is not valid; or the authority refused the withdrawal, which is to be entered again.',
        ['ValidationProblem', 'FailureProblem', 'Problem'],
        {
          'a negative amount': CASH_AMOUNT_EXAMPLE,
          ...failuresWith(400, withoutInvoice),
          ...UNREADABLE_EXAMPLES,
        },
        'Idempotent-Replayed',
      ),
      409: shared('NotCreated'),
      503: shared('NotStored'),
    },
    async handle(call) {
      const { deps, actor, body, response } = call;
      const { cashRegisterId } = actor;
      if (!isObject(body)) return NO_OBJECT;
      if (cashRegisterId === null) return NO_CASH_REGISTER;
      const by = { of: actor, cashRegisterId, actor: null };
      const result = await withdraw(call, by, body);
      if (result.kind === 'refusal') return result;
      const { status, failure } = result.withdrawal;
      if (status === 'refused' && failure !== null) return refuseFailure(failure);
      const outcome = await withdrawalOutcomeOf(deps, result.withdrawal);
      response.status(status === 'registered' ? 200 : 202).json(outcome);
      return WRITTEN;
    },
  }),
  get('', {
    operationId: 'readDrawer',
    summary: 'Read what is in the drawer',
    description: 'Of the cash register of the key, on a day; at 00:00 the drawer begins anew.',
    query: drawerQuery,
    isHeavy: true,
    result: drawer,
    responses: {
      200: jsonResponse(
        'The drawer.',
        'Drawer',
        { drawer: { date, tcrCode, ...SUMS, withdrawals: [RECORD] } },
        'ETag',
      ),
      304: notModified('ETag'),
      400: shared('QueryNotValid'),
      409: shared('CashRegisterMissing'),
      410: shared('InvoiceDetached'),
    },
    async handle({ deps: { db }, actor, request }) {
      const query = readQuery(drawerQuery, request.query);
      if (query.kind === 'invalid') return refuseIssues(query.issues);
      const { cashRegisterId } = actor;
      if (cashRegisterId === null) return NO_CASH_REGISTER;
      const { date: localDate = localDateOf(new Date()) } = query.values;
      const register = await findCompanyCashRegister(db, actor.company.id, cashRegisterId);
      const of = { id: cashRegisterId, tcrCode: register?.tcrCode ?? null };
      return ok(await drawerOf(db, of, localDate));
    },
  }),
];
