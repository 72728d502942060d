// Cash registers of a company, with the two calls to the authority that the worker makes for them.

import {
  createCashRegister,
  findCompanyCashRegister,
  listCashRegisters,
  makeDefaultCashRegister,
  updateCashRegister,
} from '@fiscal/db/company';
import type { CashRegisterChange, TcrCodeHolder } from '@fiscal/db/company';
import { listConfirmedRegisters, listSuspendedRegisters } from '@fiscal/db/number';
import type { SuspendedRegister } from '@fiscal/db/number';
import type { z } from 'zod';
import { cashRegisterEndedFailure, decimal, hasEnded, toDecimalText } from '@fiscal/domain';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import type { Result } from '../../http/endpoint.ts';
import { versionSeen } from '../../http/request/if-match.ts';
import { noSuch, refuse } from '../../http/refusal/refusal.ts';
import {
  cashDeposit,
  depositOf,
  tcrRegistration,
} from '../../public/cash-registers/onboarding-endpoints.ts';
import { executeKeyOperation, refuseInPanel } from '../../work/key-operations.ts';
import type { KeyOperationDependencies } from '../../work/key-operations.ts';
import { auditName } from '../../access/actor.ts';
import { refuseStale } from '../changed-meanwhile.ts';
import { environmentQuery, fieldsOf } from '../field-schemas.ts';
import {
  cashRegister,
  cashRegisterChange,
  cashRegisterEnd,
  cashRegisterList,
  initialDepositBody,
  newCashRegisterBody,
} from './cash-register-schemas.ts';
import { drawerEndpoints } from './drawer-endpoints.ts';
import { lastNumberEndpoints } from './last-number-endpoints.ts';

const { get, post, patch } = endpointsFor<KeyOperationDependencies>()(
  '/companies/{companyId}/cash-registers',
  {
    tag: 'Panel: cash registers',
    access: 'company',
  },
);

const NOT_FOUND = noSuch('cash register');

/** Cash registers of a company, their TCR codes, deposits and last numbers. */
export const cashRegisterEndpoints = [
  get('', {
    access: 'company-read',
    operationId: 'listCashRegisters',
    summary: 'The cash registers of the company, default ones first',
    query: environmentQuery,
    result: cashRegisterList,
    async handle({ deps, params, query }) {
      const rows = await listCashRegisters(deps.db, params.companyId, query.environment ?? null);
      const isAsked = ({ environment }: SuspendedRegister) =>
        query.environment === undefined || environment === query.environment;
      const held = (await listSuspendedRegisters(deps.db, { companyId: params.companyId })).filter(
        isAsked,
      );
      const confirmed = (
        await listConfirmedRegisters(deps.db, { companyId: params.companyId })
      ).filter(isAsked);
      const cashRegisters = rows.map((row) => shown(row));
      return ok({ cashRegisters, held, confirmed });
    },
  }),
  post('', {
    operationId: 'createCashRegister',
    summary: 'Add a cash register; the first one of an environment is its default',
    body: newCashRegisterBody,
    result: cashRegister,
    status: 201,
    async handle({ deps, actor, params: { companyId }, body }) {
      const { initialCashAmount, ...settings } = body;
      const amount = toDecimalText(decimal(initialCashAmount), 2);
      const input = { companyId, initialCashAmount: amount, ...settings };
      return changeResult(await createCashRegister(deps.db, input, auditName(actor)));
    },
  }),
  patch('/{cashRegisterId}', {
    operationId: 'changeCashRegister',
    needsVersion: true,
    summary: 'Change a cash register, from the next invoice on',
    body: cashRegisterChange,
    result: cashRegister,
    async handle({ deps, actor, params, body, request }) {
      // JSON has no undefined: a field is sent, or is not there.
      const { initialCashAmount: amount, ...settings } = body;
      const change = settings as Parameters<typeof updateCashRegister>[2];
      if (amount !== undefined) change.initialCashAmount = toDecimalText(decimal(amount), 2);
      const seen = versionSeen(request);
      const changed = await updateCashRegister(deps.db, params, change, auditName(actor), seen);
      if (changed.kind !== 'changed-meanwhile') return changeResult(changed);
      const current = shown(changed.cashRegister);
      return refuseStale(deps, actor, params.cashRegisterId, current);
    },
  }),
  post('/{cashRegisterId}/default', {
    operationId: 'makeDefaultCashRegister',
    summary: 'Have API keys use it that are not bound to a cash register',
    result: cashRegister,
    async handle({ deps, actor, params }) {
      return changeResult(await makeDefaultCashRegister(deps.db, params, auditName(actor)));
    },
  }),
  post('/{cashRegisterId}/register-tcr', {
    operationId: 'registerCashRegister',
    summary: 'Register it with the tax authority and store its TCR code',
    result: tcrRegistration,
    handle: (call) => register(call, call.params),
  }),
  post('/{cashRegisterId}/last-day', {
    operationId: 'endCashRegister',
    summary: 'Register its last day of use (ValidTo), which can be changed until it has passed',
    body: cashRegisterEnd,
    result: tcrRegistration,
    handle: (call) => register(call, call.params, call.body),
  }),
  post('/{cashRegisterId}/initial-deposit', {
    operationId: 'depositInitially',
    summary: 'Register the INITIAL cash deposit of the day',
    body: initialDepositBody,
    result: cashDeposit,
    async handle(call) {
      const { deps, params, body } = call;
      const { companyId, cashRegisterId } = params;
      const found = await findCompanyCashRegister(deps.db, companyId, cashRegisterId);
      if (!found) return NOT_FOUND;
      const ends = [dayOf(found.lastDay), dayOf(found.unconfirmedLastDay)];
      if (ends.some((end) => hasEnded(end, new Date()))) {
        return refuseInPanel(cashRegisterEndedFailure(found.tcrCode), 'deposit');
      }
      const cashAmount = toDecimalText(decimal(body.cashAmount), 2);
      const input = { kind: 'initial-deposit' as const, cashRegisterId, cashAmount };
      return executeKeyOperation(call, input, depositOf);
    },
  }),
  ...drawerEndpoints,
  ...lastNumberEndpoints,
];

async function register(
  call: Parameters<typeof executeKeyOperation>[0],
  { companyId, cashRegisterId }: { companyId: string; cashRegisterId: string },
  end: { lastDay?: string } = {},
) {
  const found = await findCompanyCashRegister(call.deps.db, companyId, cashRegisterId);
  if (!found) return NOT_FOUND;
  const input = { kind: 'register-tcr' as const, cashRegisterId, ...end };
  return executeKeyOperation(call, input, ({ tcrCode }) => ({ tcrCode }));
}

type StoredRegister = Extract<CashRegisterChange, { kind: 'done' }>['cashRegister'];

function dayOf(date: Date | null): string | null {
  return date?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? null;
}

function shown(row: StoredRegister): z.input<typeof cashRegister> {
  return fieldsOf(cashRegister, {
    ...row,
    initialCashAmount: Number(row.initialCashAmount),
    lastDay: dayOf(row.lastDay),
    unconfirmedLastDay: dayOf(row.unconfirmedLastDay),
  });
}

function changeResult(change: CashRegisterChange): Result<z.input<typeof cashRegister>> {
  switch (change.kind) {
    case 'done':
      return ok(shown(change.cashRegister));
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

/** Only its own company learns which one it is. */
function tcrCodeTaken({ name }: TcrCodeHolder): string {
  const holder =
    name === null ? 'A cash register of another company' : `The cash register "${name}"`;
  return `${holder} has this TCR code: clear it there first.`;
}

function taken(code: 'CONFLICT' | 'TCR_CODE_TAKEN', path: string, message: string) {
  return refuse(code, message, { details: [{ code, path, message }] });
}
