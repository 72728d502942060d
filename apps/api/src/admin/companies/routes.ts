// Companies: operators list, create and pause them; a company's admins keep its profile and take it
// live once its checklist is complete.

import {
  createCompany,
  goLive,
  listCompanies,
  readCompany,
  readOnboarding,
  setCompanyStatus,
  updateCompany,
} from '@fiscal/db/company';
import type { CompanyChange, CompanyRow } from '@fiscal/db/company';
import type { z } from 'zod';
import { auditName } from '../kernel/actor.ts';
import type { Actor } from '../kernel/actor.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import { answer, companyParams, defineRoute, refuse } from '../kernel/route.ts';
import type { Answer } from '../kernel/route.ts';
import { checklistOf, missingForLive } from './checklist.ts';
import { cursorOf, positionOf } from './list-cursor.ts';
import { redrawLogo } from './redraw-logo.ts';
import {
  checklist,
  company,
  companyChange,
  companyList,
  companyQuery,
  limitsBody,
  newCompanyBody,
} from './schemas.ts';

const TAG = 'Panel: companies';
const PAGE = 50;

const NO_COMPANY = refuse('NOT_FOUND', 'There is no such company.');
const TIN_TAKEN = refuse('CONFLICT', 'Another company has this TIN.');

export const companyRoutes = [
  defineRoute({
    method: 'get',
    path: '/companies',
    access: 'operator',
    operationId: 'listCompanies',
    tag: TAG,
    summary: 'The companies by name, a page at a time',
    query: companyQuery,
    result: companyList,
    async handle({ deps, query }) {
      const after = query.cursor === undefined ? null : positionOf(query.cursor);
      if (query.cursor !== undefined && !after) {
        return refuse('QUERY_INVALID', 'cursor must be copied from nextCursor of a page.');
      }
      const { search = '', status = null } = query;
      const filter = { search: search === '' ? null : search, status, after, limit: PAGE + 1 };
      const found = await listCompanies(deps.db, filter);
      const page = found.slice(0, PAGE);
      const last = found.length > PAGE ? page.at(-1) : undefined;
      return answer({
        companies: page.map(({ createdAt, certificateEnds: { test, live }, ...rest }) => ({
          ...rest,
          createdAt: createdAt.toISOString(),
          certificateEnds: {
            test: test?.toISOString() ?? null,
            live: live?.toISOString() ?? null,
          },
        })),
        nextCursor: last ? cursorOf(last) : null,
      });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/companies',
    access: 'operator',
    operationId: 'createCompany',
    tag: TAG,
    summary: 'Create a company; it begins in test',
    body: newCompanyBody,
    result: company,
    status: 201,
    async handle({ deps, actor, body }) {
      const logo = await keptLogo(body.logo, null, actor.userId);
      if (logo.kind !== 'kept') return logo;
      const created = await createCompany(deps.db, { ...body, logo: logo.uri }, auditName(actor));
      return created ? answer(companyAnswer(created, false)) : TIN_TAKEN;
    },
  }),
  defineRoute({
    method: 'get',
    path: '/companies/{companyId}',
    access: 'company',
    operationId: 'getCompany',
    tag: TAG,
    summary: 'The profile of a company',
    params: companyParams,
    result: company,
    handle: ({ deps, params }) => show(deps, params.companyId),
  }),
  defineRoute({
    method: 'patch',
    path: '/companies/{companyId}',
    access: 'company',
    operationId: 'changeCompany',
    tag: TAG,
    summary: 'Change the profile; the TIN only by an operator and before the first invoice',
    params: companyParams,
    body: companyChange,
    result: company,
    async handle({ deps, actor, params, body }) {
      const change = present(body);
      if (typeof change.logo === 'string') {
        const found = await readCompany(deps.db, params.companyId);
        const stored = found?.company.logo ?? null;
        const logo = await keptLogo(change.logo, stored, params.companyId);
        if (logo.kind !== 'kept') return logo;
        change.logo = logo.uri;
      }
      if (change.tin !== undefined && actor.role !== 'operator') {
        const found = await readCompany(deps.db, params.companyId);
        if (found?.company.tin !== change.tin) {
          return refuseTin('Only an operator of the service changes the TIN.');
        }
      }
      return save(deps, actor, params.companyId, change);
    },
  }),
  defineRoute({
    method: 'put',
    path: '/companies/{companyId}/limits',
    access: 'operator',
    operationId: 'setCompanyLimits',
    tag: TAG,
    summary: 'How many calls a minute each API key of the company may make',
    params: companyParams,
    body: limitsBody,
    result: company,
    handle: ({ deps, actor, params, body }) => save(deps, actor, params.companyId, body),
  }),
  defineRoute({
    method: 'post',
    path: '/companies/{companyId}/pause',
    access: 'operator',
    operationId: 'pauseCompany',
    tag: TAG,
    summary: 'Refuse the calls of its API keys; what was handed out is still delivered',
    params: companyParams,
    result: company,
    handle: ({ deps, actor, params }) => setStatus(deps, actor, params.companyId, 'paused'),
  }),
  defineRoute({
    method: 'post',
    path: '/companies/{companyId}/resume',
    access: 'operator',
    operationId: 'resumeCompany',
    tag: TAG,
    summary: 'Accept the calls of its API keys again',
    params: companyParams,
    result: company,
    handle: ({ deps, actor, params }) => setStatus(deps, actor, params.companyId, 'active'),
  }),
  defineRoute({
    method: 'get',
    path: '/companies/{companyId}/checklist',
    access: 'company',
    operationId: 'getChecklist',
    tag: TAG,
    summary: 'How far the company is on its way to the first invoice, and to live',
    params: companyParams,
    result: checklist,
    async handle({ deps, params }) {
      const facts = await readOnboarding(deps.db, params.companyId);
      return facts ? answer(checklistOf(facts, deps.clock())) : NO_COMPANY;
    },
  }),
  defineRoute({
    method: 'post',
    path: '/companies/{companyId}/go-live',
    access: 'company',
    operationId: 'goLive',
    tag: TAG,
    summary: 'Switch the company from test to live; there is no way back',
    params: companyParams,
    result: company,
    async handle({ deps, actor, params }) {
      const now = deps.clock();
      const facts = await goLive(
        deps.db,
        params.companyId,
        auditName(actor),
        (found) => missingForLive(found, now).length === 0,
      );
      if (!facts) return NO_COMPANY;
      if (facts.company.environment === 'live') return show(deps, params.companyId);
      const details = missingForLive(facts, now).map(({ key, detail }) => {
        return { code: 'GO_LIVE_INCOMPLETE', path: key, message: detail };
      });
      return refuse('GO_LIVE_INCOMPLETE', 'The company can not go live yet.', details);
    },
  }),
];

type Shown = Answer<z.input<typeof company>>;

async function show({ db }: AdminDependencies, companyId: string): Promise<Shown> {
  const found = await readCompany(db, companyId);
  return found ? answer(companyAnswer(found.company, found.hasInvoices)) : NO_COMPANY;
}

async function save(
  deps: AdminDependencies,
  actor: Actor,
  companyId: string,
  change: CompanyChange,
): Promise<Shown> {
  const result = await updateCompany(deps.db, companyId, change, auditName(actor));
  switch (result?.kind) {
    case undefined:
      return NO_COMPANY;
    case 'tin-taken':
      return TIN_TAKEN;
    case 'tin-in-use':
      return refuseTin('The TIN stands on invoices of the company and can not change any more.');
    case 'changed':
      return show(deps, companyId);
  }
}

async function setStatus(
  deps: AdminDependencies,
  actor: Actor,
  companyId: string,
  status: 'active' | 'paused',
): Promise<Shown> {
  await setCompanyStatus(deps.db, companyId, status, auditName(actor));
  return show(deps, companyId);
}

function refuseTin(message: string) {
  return refuse('FIELD_INVALID', message, [{ code: 'FIELD_INVALID', path: 'tin', message }]);
}

/** The logo as it is kept: the stored one as it is, a new one drawn anew. */
async function keptLogo(
  uri: string | null,
  stored: string | null,
  owner: string,
): Promise<{ kind: 'kept'; uri: string | null } | ReturnType<typeof refuseLogo>> {
  if (uri === null || uri === stored) return { kind: 'kept', uri };
  const redrawn = await redrawLogo(uri, owner);
  switch (redrawn.kind) {
    case 'redrawn':
      return { kind: 'kept', uri: redrawn.uri };
    case 'unreadable':
      return refuseLogo(`The picture can not be used: ${redrawn.why}`);
    case 'busy':
      return refuse('TOO_MANY_ATTEMPTS', 'Another picture is being read; try again in a moment.');
  }
}

function refuseLogo(message: string) {
  return refuse('FIELD_INVALID', message, [{ code: 'FIELD_INVALID', path: 'logo', message }]);
}

/** Without the fields that were not sent. */
function present(body: z.output<typeof companyChange>): CompanyChange {
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent);
}

function companyAnswer(row: CompanyRow, isTinFixed: boolean): z.input<typeof company> {
  const { createdAt, updatedAt, ...rest } = row;
  return {
    ...rest,
    isTinFixed,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
