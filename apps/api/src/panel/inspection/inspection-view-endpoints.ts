// The inspection view (ADR 18): an owner opens it for an hour, and whoever has its link sees the
// reports of the company in one environment, and nothing else.

import {
  endInspections,
  endSession,
  findSession,
  INSPECTION,
  noteInspection,
  openInspection,
} from '@fiscal/db/account';
import { listCashRegisters, readCompany } from '@fiscal/db/company';
import { z } from 'zod';
import { auditName } from '../../access/actor.ts';
import { DONE, endpointsFor, ok } from '../../http/endpoint.ts';
import { noSuch } from '../../http/refusal/refusal.ts';
import { countedAddress } from '../../http/request/counted-address.ts';
import { linkBody } from '../accounts/account-schemas.ts';
import type { AccountDependencies } from '../accounts/accounts.ts';
import { idleSince, newToken } from '../accounts/sign-in/sessions.ts';
import { userAgentOf } from '../accounts/sign-in/sign-in.ts';
import { environment, fieldsOf, instant } from '../field-schemas.ts';

const OPEN_MS = 60 * 60 * 1000;
const scope = z.object({ environment });

const opened = z
  .object({
    token: z.string().meta({ description: 'Shown this once: `/admin/inspection#<token>`.' }),
    expiresAt: instant,
  })
  .meta({ id: 'AdminOpenedInspection' });

const reported = z.object({ id: z.uuid(), name: z.string(), tcrCode: z.string().nullable() });
const view = z
  .object({ companyId: z.uuid(), company: z.string(), tin: z.string(), environment })
  .extend({ expiresAt: instant, cashRegisters: z.array(reported) })
  .meta({ id: 'AdminInspection' });

const tag = 'Panel: inspection';
const { post, remove } = endpointsFor<AccountDependencies>()('/companies/{companyId}/inspection', {
  tag,
  access: 'company-owner',
});
const visit = endpointsFor<AccountDependencies>()('/inspection', { tag, access: 'everyone' });

/** Opening, entering and ending it. */
export const inspectionViewEndpoints = [
  post('', {
    operationId: 'openInspection',
    summary: 'Open an inspection view for an hour',
    status: 201,
    body: scope,
    result: opened,
    async handle({ deps, actor, params, body }) {
      const [token, now] = [newToken(), deps.clock()];
      const expiresAt = new Date(now.getTime() + OPEN_MS);
      const session = { userId: actor.userId, token: INSPECTION + token, now, expiresAt };
      await openInspection(deps.db, { ...params, ...body }, session);
      return ok({ token, expiresAt });
    },
  }),
  remove('', {
    operationId: 'endInspections',
    summary: 'End every inspection view of the company in the environment',
    query: scope,
    async handle({ deps, actor, params, query }) {
      await endInspections(deps.db, auditName(actor), { ...params, ...query });
      return DONE;
    },
  }),
  visit.post('', {
    operationId: 'enterInspection',
    summary: 'Enter an inspection view by its link; whoever is signed in there is signed out',
    body: linkBody,
    result: view,
    async handle({ deps: { db, accounts, clock }, actor, body, request, response }) {
      const token = INSPECTION + body.token;
      const session = await findSession(db, token, clock(), idleSince(clock()));
      const found = session?.companyId ? await readCompany(db, session.companyId) : null;
      if (!session?.inspection || !found) return noSuch('inspection view');
      // Whoever holds the device from now on has no right of the person.
      if (actor && actor.role !== 'inspection') await endSession(db, actor.userId, actor.sessionId);
      const browser = { address: countedAddress(request), userAgent: userAgentOf(request) };
      await noteInspection(db, session, 'inspection.entered', browser);
      accounts.cookie.write(response, token, session.expiresAt);
      const { id: companyId, name: company, tin } = found.company;
      const registers = await listCashRegisters(db, companyId, session.inspection);
      const cashRegisters = registers.map((row) => fieldsOf(reported, row));
      const { inspection: environment, expiresAt } = session;
      return ok({ companyId, company, tin, environment, expiresAt, cashRegisters });
    },
  }),
];
