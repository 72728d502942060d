// The drawer of a cash register, and the withdrawals of its day. Extensions §7.

import { findCompanyCashRegister } from '@fiscal/db/company';
import { localDateOf, remedyKeyOf } from '@fiscal/domain';
import { auditName } from '../../access/actor.ts';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { noSuch } from '../../http/refusal/refusal.ts';
import {
  withdrawalOutcome,
  withdrawalPayload,
} from '../../public/cash-registers/withdrawal-schemas.ts';
import {
  drawerOf,
  withdraw,
  withdrawalOutcomeOf,
} from '../../public/cash-registers/withdrawals.ts';
import { refuseInPanel } from '../../work/key-operations.ts';
import type { KeyOperationDependencies } from '../../work/key-operations.ts';
import { panelDrawer } from './cash-register-schemas.ts';

const NOT_FOUND = noSuch('cash register');

const { get, post } = endpointsFor<KeyOperationDependencies>()(
  '/companies/{companyId}/cash-registers/{cashRegisterId}',
  { tag: 'Panel: cash registers', access: 'company' },
);

export const drawerEndpoints = [
  get('/drawer', {
    access: 'company-export',
    operationId: 'readDrawerInPanel',
    summary: 'What is in the drawer today, and what was taken out of it or waits for its delivery',
    isHeavy: true,
    result: panelDrawer,
    async handle({ deps: { db }, params: { companyId, cashRegisterId } }) {
      const register = await findCompanyCashRegister(db, companyId, cashRegisterId);
      if (!register) return NOT_FOUND;
      const drawer = await drawerOf(db, register, localDateOf(new Date()), true);
      const withdrawals = drawer.withdrawals.map((each) => {
        const key = each.error && remedyKeyOf(each.error, 'deposit');
        return { ...each, remedyKey: key };
      });
      return ok({ ...drawer, name: register.name, withdrawals });
    },
  }),
  post('/withdrawals', {
    operationId: 'withdrawInPanel',
    summary: 'Report cash that is taken out of the drawer',
    body: withdrawalPayload,
    result: withdrawalOutcome,
    async handle(call) {
      const { deps, actor, params, body } = call;
      const { companyId, cashRegisterId } = params;
      const register = await findCompanyCashRegister(deps.db, companyId, cashRegisterId);
      if (!register) return NOT_FOUND;
      const { environment } = register;
      // The person who reports it stands in the audit log.
      const company = { id: companyId, operatorNames: 'free' } as const;
      const of = { company, environment, operators: [] };
      const result = await withdraw(call, { of, cashRegisterId, actor: auditName(actor) }, body);
      if (result.kind === 'refusal') return result;
      const { status, failure } = result.withdrawal;
      if (status === 'refused' && failure) return refuseInPanel(failure, 'deposit');
      return ok(await withdrawalOutcomeOf(deps, result.withdrawal));
    },
  }),
];
