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
import type { Database } from '@fiscal/db/connection';
import type { Paper } from '@fiscal/domain';
import type { z } from 'zod';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import type { Result } from '../../http/endpoint.ts';
import { versionSeen } from '../../http/request/if-match.ts';
import { cursorOf, pageOf } from '../../http/request/pagination.ts';
import { noSuch, refuse, refuseField } from '../../http/refusal/refusal.ts';
import type { Refusal } from '../../http/refusal/refusal.ts';
import { auditName } from '../../access/actor.ts';
import type { Actor } from '../../access/actor.ts';
import { refuseStale } from '../changed-meanwhile.ts';
import { fieldsOf } from '../field-schemas.ts';
import { checklistOf, missingForLive } from './checklist.ts';
import {
  checklist,
  company,
  companyChange,
  companyList,
  companyQuery,
  limitsBody,
  listedCompany,
  newCompanyBody,
} from './company-schemas.ts';
import { redrawLogo } from './redraw-logo.ts';

const { get, post, put, patch } = endpointsFor<{ db: Database; clock: () => Date }>()(
  '/companies',
  {
    tag: 'Panel: companies',
    access: 'company',
  },
);

const PAGE = 50;

const NO_COMPANY = noSuch('company');
const TIN_TAKEN = refuse('CONFLICT', 'Another company has this TIN.');

/** Companies: create, change, pause, set to live. */
export const companyEndpoints = [
  get('', {
    access: 'service-read',
    operationId: 'listCompanies',
    isHeavy: true,
    summary: 'The companies by name or certificate, a page at a time',
    query: companyQuery,
    result: companyList,
    async handle({ deps, query }) {
      const { search = '', status = null, environment = null, certificate = null, sort } = query;
      const filter = {
        search: search === '' ? null : search,
        status,
        environment,
        certificate,
        sort,
        after: query.cursor ?? null,
        limit: PAGE + 1,
      };
      const { page, last } = pageOf(await listCompanies(deps.db, filter), PAGE);
      return ok({
        companies: page.map((row) => fieldsOf(listedCompany, row)),
        nextCursor: last ? cursorOf(last.key, last.id) : null,
      });
    },
  }),
  post('', {
    access: 'operator',
    operationId: 'createCompany',
    summary: 'Create a company; it begins in test',
    body: newCompanyBody,
    result: company,
    status: 201,
    async handle({ deps, actor, body }) {
      const logo = await keptLogo(body.logo, null, actor.userId);
      if (logo.kind !== 'kept') return logo;
      const created = await createCompany(deps.db, { ...body, logo: logo.uri }, auditName(actor));
      return created ? shown(created, false) : TIN_TAKEN;
    },
  }),
  get('/{companyId}', {
    access: 'company-read',
    operationId: 'getCompany',
    summary: 'The profile of a company',
    result: company,
    handle: ({ deps, params }) => show(deps, params.companyId),
  }),
  patch('/{companyId}', {
    operationId: 'changeCompany',
    needsVersion: true,
    summary: 'Change the profile; the TIN only by an operator and before the first invoice',
    body: companyChange,
    result: company,
    async handle({ deps, actor, params, body, request }) {
      // JSON has no undefined: a field is sent, or is not there.
      const change = { ...body } as CompanyChange;
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
          return refuseField('tin', 'Only an operator of the service changes the TIN.');
        }
      }
      return save(deps, actor, params.companyId, change, versionSeen(request));
    },
  }),
  put('/{companyId}/limits', {
    access: 'operator',
    operationId: 'setCompanyLimits',
    needsVersion: true,
    summary:
      'How many calls a minute each API key of the company may make; all together four times as many',
    body: limitsBody,
    result: company,
    handle: ({ deps, actor, params, body, request }) =>
      save(deps, actor, params.companyId, body, versionSeen(request)),
  }),
  post('/{companyId}/pause', {
    access: 'operator',
    operationId: 'pauseCompany',
    summary: 'Refuse the calls of its API keys; what was handed out is still delivered',
    result: company,
    handle: ({ deps, actor, params }) => setStatus(deps, actor, params.companyId, 'paused'),
  }),
  post('/{companyId}/resume', {
    access: 'operator',
    operationId: 'resumeCompany',
    summary: 'Accept the calls of its API keys again',
    result: company,
    handle: ({ deps, actor, params }) => setStatus(deps, actor, params.companyId, 'active'),
  }),
  get('/{companyId}/checklist', {
    access: 'company-read',
    operationId: 'getChecklist',
    summary: 'How far the company is on its way to the first invoice, and to live',
    result: checklist,
    async handle({ deps, params }) {
      const facts = await readOnboarding(deps.db, params.companyId);
      return facts ? ok(checklistOf(facts, deps.clock())) : NO_COMPANY;
    },
  }),
  post('/{companyId}/go-live', {
    operationId: 'goLive',
    summary: 'Switch the company from test to live; there is no way back',
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
      return refuse('GO_LIVE_INCOMPLETE', 'The company can not go live yet.', { details });
    },
  }),
];

type Shown = Result<z.input<typeof company>>;

/** `paper` is one of them by a check of the table. */
function shown(row: CompanyRow, isTinFixed: boolean) {
  return ok({ ...row, paper: row.paper as Paper, isTinFixed });
}

async function show({ db }: { db: Database }, companyId: string): Promise<Shown> {
  const found = await readCompany(db, companyId);
  return found ? shown(found.company, found.hasInvoices) : NO_COMPANY;
}

async function save(
  deps: { db: Database },
  actor: Actor,
  companyId: string,
  change: CompanyChange,
  seen: number | null,
): Promise<Shown> {
  const result = await updateCompany(deps.db, companyId, change, auditName(actor), seen);
  switch (result?.kind) {
    case undefined:
      return NO_COMPANY;
    case 'tin-taken':
      return TIN_TAKEN;
    case 'tin-in-use':
      return refuseField(
        'tin',
        'The TIN stands on invoices of the company and can not change any more.',
      );
    case 'changed-meanwhile': {
      const current = await show(deps, companyId);
      if (current.kind !== 'ok') return current;
      return refuseStale(deps, actor, companyId, fieldsOf(company, current.body));
    }
    case 'changed':
      return show(deps, companyId);
  }
}

async function setStatus(
  deps: { db: Database },
  actor: Actor,
  companyId: string,
  status: 'active' | 'paused',
): Promise<Shown> {
  await setCompanyStatus(deps.db, companyId, status, auditName(actor));
  return show(deps, companyId);
}

/** The logo as it is kept: the stored one as it is, a new one drawn anew. */
async function keptLogo(
  uri: string | null,
  stored: string | null,
  owner: string,
): Promise<{ kind: 'kept'; uri: string | null } | Refusal> {
  if (uri === null || uri === stored) return { kind: 'kept', uri };
  const redrawn = await redrawLogo(uri, owner);
  switch (redrawn.kind) {
    case 'redrawn':
      return { kind: 'kept', uri: redrawn.uri };
    case 'unreadable':
      return refuseField('logo', `The picture can not be used: ${redrawn.why}`);
    case 'busy':
      return refuse('TOO_MANY_ATTEMPTS', 'Another picture is being read; try again in a moment.');
  }
}
