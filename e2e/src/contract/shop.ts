// A shop as the contract tests need it: a company of its own with a cash register, a certificate and
// a key for each environment, known to the authority, and the calls it makes. It judges nothing.

import type { Environment } from '@fiscal/domain';
import { addCompany, issueTaxpayer, randomTin } from '@fiscal/testbed';
import type { CompanyFields, Identity, SeededCompany, SeededRegister } from '@fiscal/testbed';
import type request from 'supertest';
import { callsOf } from '../running-service.ts';
import type { Body, RunningService } from '../running-service.ts';
import { asDocumented } from './documented.ts';

/** The calls of one API key. */
export interface Caller {
  key: string;
  get(path: string): request.Test;
  post(path: string, body?: object): request.Test;
  draft(body: object): request.Test;
  createAndPrint(body: object): request.Test;
  /** Asks for fiscalization and waits for the outcome as the service offers it. */
  fiscalize(id: string): request.Test;
  /** Draft, then fiscalize: the fiscalized record. Throws the answer if it is another. */
  fiscalized(body: object): Promise<Body>;
  read(id: string): Promise<Body>;
}

/** A company and its callers. */
export interface Shop {
  companyId: string;
  tin: string;
  /** TCR codes by environment. */
  tcrCodes: Record<Environment, string>;
  test: Caller;
  live: Caller;
}

/** How the calls of one key are made. */
export function callerOf({ stack }: Pick<RunningService, 'stack'>, key: string): Caller {
  const calls = callsOf(stack.apiUrl, key);
  const get = (path: string) => asDocumented(calls.get(path), 'GET', path);
  const post = (path: string, body?: object) => asDocumented(calls.post(path, body), 'POST', path);
  const draft = (body: object) => post('/api/invoices/draft', body);
  const fiscalize = (id: string) => post(`/api/invoices/${id}/fiscalize`).set('Prefer', 'wait=25');
  return {
    key,
    get,
    post,
    draft,
    fiscalize,
    createAndPrint: (body) => post('/api/invoices/cash/create-and-print', body),
    fiscalized: async (body) => {
      const stored = await draft(body);
      if (stored.status !== 201) throw new Error(`no draft: ${stored.text}`);
      const answer = await fiscalize(String(stored.body.id));
      if (answer.body.status !== 'Fiscalized') throw new Error(`not fiscalized: ${answer.text}`);
      return answer.body as Body;
    },
    read: async (id) => (await get(`/api/invoices/${id}`)).body as Body,
  };
}

/** A new company of both environments, known to the authority. */
export async function openShop(
  service: RunningService,
  change: CompanyFields & { status?: 'active' | 'paused' } = {},
): Promise<Shop> {
  const { status, ...company } = change;
  const { tin, seal } = taxpayerOf(service, company.isInVat ?? true);
  const { id: companyId, cashRegisters } = await addCompany(service.stack, {
    ...{ name: NAME, tin, seal, cashRegisters: 1, environments: ['test', 'live'], ...company },
  });
  // The contract's own tests must never meet the limits that protect the service from clients.
  await service.query(
    `update company set writes_per_minute = 1000000, reads_per_minute = 1000000,
            status = coalesce($2::company_status, status) where id = $1`,
    [companyId, status ?? null],
  );
  const [test, live] = cashRegisters as [SeededRegister, SeededRegister];
  return {
    ...{ companyId, tin, tcrCodes: { test: test.tcrCode, live: live.tcrCode } },
    ...{ test: callerOf(service, test.apiKey), live: callerOf(service, live.apiKey) },
  };
}

type Taxpayer = Pick<SeededCompany, 'tin'> & { seal: Identity };

const NAME = 'Radnja d.o.o.';
const taxpayers = new WeakMap<RunningService, Map<boolean, Taxpayer>>();

/** Making a key pair is the slow part: the shops of one file are those of one taxpayer. */
function taxpayerOf(service: RunningService, isInVat: boolean): Taxpayer {
  const known = taxpayers.get(service) ?? new Map<boolean, Taxpayer>();
  taxpayers.set(service, known);
  const tin = randomTin();
  const taxpayer = known.get(isInVat) ?? {
    tin,
    seal: issueTaxpayer(service.stack.pki.authority, tin, NAME),
  };
  known.set(isInVat, taxpayer);
  return taxpayer;
}
