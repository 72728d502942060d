// The cash registers of all companies whose last number is not certain, because the database was
// restored or replaced.

import type { Database } from '@fiscal/db/connection';
import { confirmAllNumbers, listSuspendedRegisters } from '@fiscal/db/number';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { auditName } from '../../access/actor.ts';
import {
  confirmAllBody,
  confirmedNumbers,
  heldList,
} from '../cash-registers/cash-register-schemas.ts';
import { dropSnapshots } from './health-snapshot.ts';

const { get, post } = endpointsFor<{ db: Database }>()('/operations/held-registers', {
  tag: 'Panel: operations',
  access: 'operator',
});

/** Suspended cash registers of all companies, and their confirmation at once. */
export const suspendedRegisterEndpoints = [
  get('', {
    operationId: 'listSuspendedRegisters',
    summary: 'The cash registers that sell nothing until their last number is confirmed',
    result: heldList,
    handle: async ({ deps: { db } }) =>
      ok({ held: await listSuspendedRegisters(db, { companyId: null }) }),
  }),
  post('/confirm', {
    operationId: 'confirmAllNumbers',
    summary: 'Say that the database has every number that was given: all sell on',
    body: confirmAllBody,
    result: confirmedNumbers,
    async handle({ deps: { db }, actor, body: { evidence } }) {
      const count = await confirmAllNumbers(db, { actor: auditName(actor), evidence });
      dropSnapshots(db);
      return ok({ count });
    },
  }),
];
