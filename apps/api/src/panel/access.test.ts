// Who reaches what, for every endpoint of the panel: one that is added is walked by itself, or
// makes a test here fail until it is said what it is.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { seedApiKey } from '@fiscal/db/testing';
import { v7 as uuidv7 } from 'uuid';
import type { Endpoint } from '../http/endpoint.ts';
import { BODIES, pathOf } from '../testing/route-walk.ts';
import { panelClient, startAdmin, storedCertificate } from '../testing/running-admin.ts';
import type { PanelClient } from '../testing/running-admin.ts';
import { clientOf } from '../testing/running-api.ts';
import { PANEL_ENDPOINTS } from './panel-endpoints.ts';

const api = await startAdmin();
afterAll(() => api.close());

const named = PANEL_ENDPOINTS.map((route) => ({
  name: `${route.method.toUpperCase()} ${route.path}`,
  route,
}));
const withAccess = (...access: string[]) =>
  named.filter(({ route }) => access.includes(route.access));
const ofCompanies = named.filter(({ route }) => route.access.startsWith('company'));
const ofService = named.filter(({ route }) => /^(operator|service)/.test(route.access));
const namesOf = (routes: typeof named) => routes.map(({ name }) => name).sort();

const call = (client: PanelClient, route: Endpoint, ids: Record<string, string>, body = {}) =>
  client[route.method](pathOf(route, ids), route.method === 'get' ? undefined : body);

describe('the list of endpoints', () => {
  test('says which need no session', () => {
    expect(namesOf(withAccess('everyone'))).toEqual([
      'GET /password-link',
      'POST /inspection',
      'POST /invitations/accept',
      'POST /invitations/find',
      'POST /password-link',
      'POST /sign-in',
    ]);
  });

  test('says which are for any signed-in person: they are about one self', () => {
    expect(namesOf(withAccess('user'))).toEqual([
      'DELETE /account/passkeys/{passkeyId}',
      'DELETE /account/totp',
      'DELETE /session/list/{sessionId}',
      'GET /account/notices',
      'GET /account/passkeys',
      'GET /session',
      'GET /session/list',
      'PATCH /account',
      'POST /account/confirmation',
      'POST /account/confirmation/passkey-options',
      'POST /account/passkeys',
      'POST /account/passkeys/options',
      'POST /account/totp',
      'POST /sign-out',
      'POST /sign-out-everywhere',
      'PUT /account/notices',
      'PUT /account/password',
      'PUT /account/totp',
    ]);
  });

  test('leaves nothing about one company to anybody else', () => {
    const others = named.filter(
      ({ route }) =>
        route.path.startsWith('/companies/{') &&
        !route.access.startsWith('company') &&
        route.access !== 'operator',
    );
    expect(others).toEqual([]);
  });
});

describe('a signed-out visitor does not reach', () => {
  test.each(named.filter(({ route }) => route.access !== 'everyone'))(
    '$name',
    async ({ route }) => {
      const { companyId } = api;
      const forged = panelClient(api, `fiscal_session=${'A'.repeat(43)}`, 'A'.repeat(43));
      for (const client of [api.visitor, forged]) {
        const response = await call(client, route, { companyId });
        expect(response).toMatchObject({ status: 401, body: { code: 'SIGN_IN_REQUIRED' } });
      }
    },
  );
});

describe('a company admin finds nothing at', () => {
  const nothing = { status: 404, body: { error: 'There is nothing at this path.' } };

  test.each(ofCompanies)('$name of another company', async ({ route }) => {
    const { otherCompanyId: companyId } = api;
    expect(await call(api.admin, route, { companyId })).toMatchObject(nothing);
  });

  test.each(ofService)('$name, which is about the service', async ({ route }) => {
    const { companyId } = api;
    expect(await call(api.admin, route, { companyId })).toMatchObject(nothing);
  });
});

describe('through the own company no person reaches', () => {
  let theirs: Record<string, string>;
  beforeAll(async () => {
    theirs = await thingsOf(api.otherCompanyId);
  });

  const things = ofCompanies.filter(({ route }) => /\{.*\{/.test(route.path));
  test.each(things)("$name of the neighbour's", async ({ route }) => {
    const before = await everythingOf(api.otherCompanyId);
    const ids: Record<string, string> = { ...theirs, companyId: api.companyId };
    const missing = [...route.path.matchAll(/\{(\w+)\}/g)].filter(([, name = '']) => !ids[name]);
    expect(missing).toEqual([]);
    const response = await call(api.admin, route, ids, BODIES[route.operationId]);
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await everythingOf(api.otherCompanyId)).toEqual(before);
  });
});

/** What each role may not do, called as if it might. */
const REFUSED: Readonly<Record<'accountant' | 'support' | 'service_support', string[]>> = {
  accountant: ['company', 'company-retry', 'company-owner', 'company-inspect'],
  support: ['company', 'company-export', 'company-owner', 'company-report', 'company-inspect'],
  service_support: [
    'operator',
    'company',
    'company-export',
    'company-owner',
    'company-report',
    'company-inspect',
  ],
};

describe.each(Object.entries(REFUSED))('the role of %s', (name, refused) => {
  const role = name as keyof typeof REFUSED;
  const isOfService = role === 'service_support';
  let client: PanelClient;
  beforeAll(async () => {
    const companyId = isOfService ? null : api.companyId;
    client = await api.newPerson(`${role}@roles.example`, { role, companyId });
  });

  test.each(withAccess(...refused))('finds nothing at $name', async ({ route }) => {
    const before = await everythingOf(api.companyId);
    const response = await call(client, route, { companyId: api.companyId });
    expect(response).toMatchObject({
      status: 404,
      body: { error: 'There is nothing at this path.' },
    });
    expect(await everythingOf(api.companyId)).toEqual(before);
  });

  test('reads the company and its invoices, and no secret', async () => {
    const base = `/companies/${api.companyId}`;
    for (const path of [
      '',
      '/audit',
      '/today',
      '/work-counts',
      '/invoices?environment=test',
      '/failed-work/causes?environment=test',
    ]) {
      expect((await client.get(base + path)).status).toBe(200);
    }
    for (const path of ['/api-keys', '/members']) {
      expect((await client.get(base + path)).status).toBe(404);
    }
  });

  test('reaches no company but those of its own', async () => {
    const { status } = await client.get(`/companies/${api.otherCompanyId}`);
    expect(status).toBe(isOfService ? 200 : 404);
    for (const path of ['/companies', '/overview']) {
      expect((await client.get(path)).status).toBe(isOfService ? 200 : 404);
    }
  });
});

/** One of each, as path parameters name them. */
async function thingsOf(companyId: string): Promise<Record<string, string>> {
  const { prisma } = api.db;
  const register = await prisma.cashRegister.findFirstOrThrow({
    where: { companyId, environment: 'test' },
  });
  const user = await prisma.user.findFirstOrThrow({ where: { companyId } });
  const apiKey = await prisma.apiKey.findFirstOrThrow({ where: { companyId } });
  const certificate = await storedCertificate(api.db, { companyId, environment: 'test' });
  const invoiceId = await draftOf(companyId);
  const session = await prisma.userSession.findFirstOrThrow({ where: { userId: user.id } });
  const submission = await prisma.submission.create({
    data: {
      id: uuidv7(),
      kind: 'invoice',
      invoiceId,
      cashRegisterId: register.id,
      certificateId: certificate.id,
      requestUuid: uuidv7(),
      sendDateTime: '2026-11-21T10:00:00+01:00',
      request: '<RegisterInvoiceRequest/>',
    },
  });
  const operator = await prisma.fiscalOperator.create({
    data: { id: uuidv7(), companyId, environment: 'test', name: 'A', nameKey: 'A', code: 'aa1' },
  });
  return {
    cashRegisterId: register.id,
    operatorId: operator.id,
    userId: user.id,
    apiKeyId: apiKey.id,
    certificateId: certificate.id,
    invoiceId,
    submissionId: submission.id,
    sessionId: session.id,
  };
}

/** A draft, made as shops make them. */
async function draftOf(companyId: string): Promise<string> {
  const options = { cashRegisterId: null, expiresAt: null, name: 'Kasa 2' };
  const { key } = await seedApiKey(api.db, { companyId, environment: 'test', ...options });
  return String((await clientOf(api, key).draft()).body.id);
}

/** The rows that a call could have changed. */
async function everythingOf(companyId: string): Promise<unknown> {
  const { prisma } = api.db;
  const where = { companyId };
  return [
    await prisma.user.findMany({ where }),
    await prisma.userSession.count({ where: { user: where } }),
    // The use of a key by its owner is noted some seconds later.
    await prisma.apiKey.findMany({ where, omit: { lastUsedAt: true } }),
    await prisma.cashRegister.findMany({ where }),
    await prisma.fiscalOperator.findMany({ where }),
    await prisma.certificate.findMany({ where }),
    await prisma.invoice.findMany({ where }),
    await prisma.keyOperation.count(),
  ];
}

describe('a call that is not from our own pages changes nothing at', () => {
  const writes = named.filter(({ route }) => route.method !== 'get');

  test.each(writes)('$name', async ({ route }) => {
    const isOwners = route.access === 'company-owner';
    const [own, other] = isOwners ? [api.admin, api.operator] : [api.operator, api.admin];
    const { cookie, csrfToken } = own;
    const { companyId } = api;
    const clients = [
      panelClient(api, cookie),
      panelClient(api, cookie, 'A'.repeat(csrfToken.length)),
      panelClient(api, cookie, other.csrfToken),
    ];
    for (const client of clients) {
      const response = await call(client, route, { companyId });
      expect(response).toMatchObject({ status: 403, body: { code: 'CSRF_TOKEN_INVALID' } });
    }
    const foreign = call(own, route, { companyId }).set('Origin', 'https://evil.example');
    expect((await foreign).status).toBe(403);
  });
});
