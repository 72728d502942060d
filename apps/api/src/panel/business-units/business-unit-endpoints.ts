// Where the cash registers of a company stand: the place of issue of their invoices. Extensions §4.

import { enterBusinessUnit, listBusinessUnits } from '@fiscal/db/company';
import type { Database } from '@fiscal/db/connection';
import { z } from 'zod';
import { auditName } from '../../access/actor.ts';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { noSuch } from '../../http/refusal/refusal.ts';
import { environment, fieldsOf, registrationCode, text } from '../field-schemas.ts';

const entered = z
  .object({
    environment,
    code: registrationCode.meta({ description: '`businessUnitCode` of cash registers.' }),
    name: text(100),
    address: text(200),
    town: text(100).meta({ description: '`placeOfIssue` of their invoices.' }),
  })
  .meta({ id: 'AdminBusinessUnit' });

const businessUnit = entered.extend({ id: z.uuid() }).meta({ id: 'AdminEnteredBusinessUnit' });

const businessUnitList = z
  .object({ businessUnits: z.array(businessUnit) })
  .meta({ id: 'AdminBusinessUnitList' });

const { get, put } = endpointsFor<{ db: Database }>()('/companies/{companyId}/business-units', {
  tag: 'Panel: business units',
  access: 'company',
});

/** Business units of a company: list, enter. */
export const businessUnitEndpoints = [
  get('', {
    access: 'company-read',
    operationId: 'listBusinessUnits',
    summary: 'The business units of the company that have an address, by code',
    query: z.object({ environment }),
    result: businessUnitList,
    async handle({ deps, params, query }) {
      const rows = await listBusinessUnits(deps.db, { ...params, ...query });
      return ok({ businessUnits: rows.map((row) => fieldsOf(businessUnit, row)) });
    },
  }),
  put('', {
    operationId: 'enterBusinessUnit',
    summary: 'Enter where a business unit is, or change it, from the next invoice on',
    body: entered,
    result: businessUnit,
    async handle({ deps, actor, params, body }) {
      const unit = await enterBusinessUnit(deps.db, params.companyId, body, auditName(actor));
      return unit ? ok(fieldsOf(businessUnit, unit)) : noSuch('company');
    },
  }),
];
