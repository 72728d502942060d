// Cash registers of a company, with the two calls to the authority that the worker makes for them.

import {
  createCashRegister,
  findCompanyCashRegister,
  listCashRegisters,
  makeDefaultCashRegister,
  updateCashRegister,
} from '@fiscal/db/company';
import type { CashRegisterChange, CashRegisterRow, TcrCodeHolder } from '@fiscal/db/company';
import { decimal, toDecimalText } from '@fiscal/domain';
import { z } from 'zod';
import { depositAnswer } from '../../cash-registers/deposit-answer.ts';
import { cashDeposit, tcrRegistration } from '../../cash-registers/result-schemas.ts';
import { environmentQuery } from '../companies/field-schemas.ts';
import { auditName } from '../kernel/actor.ts';
import { answer, companyParams, defineRoute, refuse } from '../kernel/route.ts';
import type { Answer } from '../kernel/route.ts';
import { answerRegistryCall } from '../registry-call-answer.ts';
import {
  cashRegister,
  cashRegisterChange,
  cashRegisterList,
  initialDepositBody,
  newCashRegisterBody,
} from './schemas.ts';

const TAG = 'Panel: cash registers';
const PATH = '/companies/{companyId}/cash-registers';
const cashRegisterParams = companyParams.extend({ cashRegisterId: z.uuid() });

const NOT_FOUND = refuse('NOT_FOUND', 'There is no such cash register.');

export const adminCashRegisterRoutes = [
  defineRoute({
    method: 'get',
    path: PATH,
    access: 'company',
    operationId: 'listCashRegisters',
    tag: TAG,
    summary: 'The cash registers of the company, default ones first',
    params: companyParams,
    query: environmentQuery,
    result: cashRegisterList,
    async handle({ deps, params, query }) {
      const rows = await listCashRegisters(deps.db, params.companyId, query.environment ?? null);
      return answer({ cashRegisters: rows.map(cashRegisterAnswer) });
    },
  }),
  defineRoute({
    method: 'post',
    path: PATH,
    access: 'company',
    operationId: 'createCashRegister',
    tag: TAG,
    summary: 'Add a cash register; the first one of an environment is its default',
    params: companyParams,
    body: newCashRegisterBody,
    result: cashRegister,
    status: 201,
    async handle({ deps, actor, params: { companyId }, body }) {
      const input = { companyId, ...body };
      return answerChange(await createCashRegister(deps.db, input, auditName(actor)));
    },
  }),
  defineRoute({
    method: 'patch',
    path: `${PATH}/{cashRegisterId}`,
    access: 'company',
    operationId: 'changeCashRegister',
    tag: TAG,
    summary: 'Change a cash register, from the next invoice on',
    params: cashRegisterParams,
    body: cashRegisterChange,
    result: cashRegister,
    async handle({ deps, actor, params, body }) {
      const sent = Object.entries(body).filter(([, value]) => value !== undefined);
      const change = Object.fromEntries(sent);
      return answerChange(await updateCashRegister(deps.db, params, change, auditName(actor)));
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{cashRegisterId}/default`,
    access: 'company',
    operationId: 'makeDefaultCashRegister',
    tag: TAG,
    summary: 'Have API keys use it that are not bound to a cash register',
    params: cashRegisterParams,
    result: cashRegister,
    async handle({ deps, actor, params }) {
      return answerChange(await makeDefaultCashRegister(deps.db, params, auditName(actor)));
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{cashRegisterId}/register-tcr`,
    access: 'company',
    operationId: 'registerCashRegister',
    tag: TAG,
    summary: 'Register it with the tax authority and store its TCR code',
    params: cashRegisterParams,
    result: tcrRegistration,
    async handle({ deps, actor, response, params: { companyId, cashRegisterId } }) {
      const found = await findCompanyCashRegister(deps.db, companyId, cashRegisterId);
      if (!found) return NOT_FOUND;
      const input = { kind: 'register-tcr' as const, cashRegisterId };
      return answerRegistryCall({ deps, actor, response }, input, ({ tcrCode }) => ({ tcrCode }));
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{cashRegisterId}/initial-deposit`,
    access: 'company',
    operationId: 'depositInitially',
    tag: TAG,
    summary: 'Register the INITIAL cash deposit of the day',
    params: cashRegisterParams,
    body: initialDepositBody,
    result: cashDeposit,
    async handle({ deps, actor, response, params: { companyId, cashRegisterId }, body }) {
      const found = await findCompanyCashRegister(deps.db, companyId, cashRegisterId);
      if (!found) return NOT_FOUND;
      const cashAmount = toDecimalText(decimal(body.cashAmount), 2);
      const input = { kind: 'initial-deposit' as const, cashRegisterId, cashAmount };
      return answerRegistryCall({ deps, actor, response }, input, depositAnswer);
    },
  }),
];

function answerChange(change: CashRegisterChange): Answer<z.input<typeof cashRegister>> {
  switch (change.kind) {
    case 'done':
      return answer(cashRegisterAnswer(change.cashRegister));
    case 'not-found':
      return NOT_FOUND;
    case 'internal-id-taken':
      return taken(
        'CONFLICT',
        'internalId',
        'Another cash register of the business unit has this number.',
      );
    case 'tcr-code-taken':
      return taken('TCR_CODE_TAKEN', 'tcrCode', tcrCodeTaken(change.holder));
  }
}

/** Which one it is, is told to nobody but its own company. */
function tcrCodeTaken({ name }: TcrCodeHolder): string {
  const holder =
    name === null ? 'A cash register of another company' : `The cash register "${name}"`;
  return `${holder} has this TCR code: clear it there first.`;
}

function taken(code: 'CONFLICT' | 'TCR_CODE_TAKEN', path: string, message: string) {
  return refuse(code, message, [{ code, path, message }]);
}

function cashRegisterAnswer(row: CashRegisterRow): z.input<typeof cashRegister> {
  const { id, environment, name, isDefault, tcrCode, internalId, type } = row;
  const { businessUnitCode, softwareCode, operatorCode, maintainerCode } = row;
  return {
    id,
    environment,
    name,
    isDefault,
    tcrCode,
    internalId,
    type,
    businessUnitCode,
    softwareCode,
    operatorCode,
    maintainerCode,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
