// Who reaches what, for every endpoint of the panel: one that is added is walked by itself, or makes a
// test here fail until it is said what it is.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generateVaultKeys, storeCertificate } from '@fiscal/db/company';
import { seedApiKey } from '@fiscal/db/testing';
import supertest from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { BODIES, pathOf } from '../testing/route-walk.ts';
import { cashInvoice } from '../testing/running-api.ts';
import { panelClient, startAdmin } from '../testing/running-admin.ts';
import type { PanelClient, RunningAdmin } from '../testing/running-admin.ts';
import { ADMIN_ROUTES } from './admin-routes.ts';
import type { AdminRoute } from './kernel/route.ts';

let api: RunningAdmin;
beforeAll(async () => {
  api = await startAdmin();
});
afterAll(async () => {
  await api.close();
});

const named = ADMIN_ROUTES.map((route) => ({
  name: `${route.method.toUpperCase()} ${route.path}`,
  route,
}));
const withAccess = (...access: string[]) =>
  named.filter(({ route }) => access.includes(route.access));

function call(client: PanelClient, route: AdminRoute, ids: Record<string, string>, body = {}) {
  const path = pathOf(route, ids);
  return route.method === 'get' ? client.get(path) : client[route.method](path, body);
}

describe('the list of endpoints', () => {
  test('says which need no session', () => {
    expect(
      withAccess('everyone')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['POST /invitations/accept', 'POST /sign-in']);
  });

  test('says which are for whoever is signed in: they are about one self', () => {
    expect(
      withAccess('user')
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'DELETE /account/passkeys/{passkeyId}',
      'DELETE /account/totp',
      'DELETE /session/list/{sessionId}',
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
      'PUT /account/password',
      'PUT /account/totp',
    ]);
  });

  test('leaves nothing about one company to anybody else', () => {
    const others = named.filter(
      ({ route }) =>
        route.path.startsWith('/companies/{') && !['company', 'operator'].includes(route.access),
    );
    expect(others).toEqual([]);
  });

  test('has every method of a path once', () => {
    expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
  });
});

describe('nobody who is signed out reaches', () => {
  test.each(withAccess('user', 'operator', 'company'))('$name', async ({ route }) => {
    const { companyId } = api;
    const forged = panelClient(api, `fiscal_session=${'A'.repeat(43)}`, 'A'.repeat(43));
    for (const client of [api.visitor, forged]) {
      const response = await call(client, route, { companyId });
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({ code: 'SIGN_IN_REQUIRED' });
    }
  });
});

describe('a company admin finds nothing at', () => {
  test.each(withAccess('company'))('$name of another company', async ({ route }) => {
    const response = await call(api.admin, route, { companyId: api.otherCompanyId });
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ error: 'There is nothing at this path.' });
  });

  test.each(withAccess('operator'))('$name, which is for operators', async ({ route }) => {
    const response = await call(api.admin, route, { companyId: api.companyId });
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ error: 'There is nothing at this path.' });
  });
});

describe('through the own company nobody reaches', () => {
  let theirs: Record<string, string>;
  beforeAll(async () => {
    theirs = await thingsOf(api.otherCompanyId);
  });

  const things = withAccess('company').filter(({ route }) => /\{.*\{/.test(route.path));
  test.each(things)("$name of the neighbour's", async ({ route }) => {
    const before = await everythingOf(api.otherCompanyId);
    const ids: Record<string, string> = { ...theirs, companyId: api.companyId };
    const missing = [...route.path.matchAll(/\{(\w+)\}/g)].filter(([, name = '']) => !ids[name]);
    expect(missing).toEqual([]);
    const response = await call(api.admin, route, ids, BODIES[route.operationId]);
    expect([response.status, response.body]).toEqual([
      404,
      expect.objectContaining({ code: 'NOT_FOUND' }),
    ]);
    expect(await everythingOf(api.otherCompanyId)).toEqual(before);
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
  const { recipient } = await generateVaultKeys();
  await storeCertificate(api.db, recipient, {
    companyId,
    environment: 'test',
    subject: 'CN=Komšija',
    issuer: 'CN=Authority',
    serialNumber: '01',
    tin: '87654321',
    fingerprintSha256: 'cd'.repeat(32),
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2028-01-01'),
    certificateDer: Buffer.from('certificate'),
    privateKeyDer: Buffer.from('private key'),
  });
  const certificate = await prisma.certificate.findFirstOrThrow({ where: { companyId } });
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
  return {
    cashRegisterId: register.id,
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
  const response = await supertest(api.app)
    .post('/api/invoices/draft')
    .set('Authorization', `Bearer ${key}`)
    .send(cashInvoice());
  return (response.body as { id: string }).id;
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
    await prisma.certificate.findMany({ where }),
    await prisma.invoice.findMany({ where }),
    await prisma.registryCall.count(),
  ];
}

describe('a call that is not from our own pages changes nothing at', () => {
  const writes = named.filter(({ route }) => route.method !== 'get');

  test.each(writes)('$name', async ({ route }) => {
    const { cookie, csrfToken } = api.operator;
    const { companyId } = api;
    const clients = [
      panelClient(api, cookie),
      panelClient(api, cookie, 'A'.repeat(csrfToken.length)),
      panelClient(api, cookie, api.admin.csrfToken),
    ];
    for (const client of clients) {
      const response = await call(client, route, { companyId });
      expect([response.status, response.body]).toEqual([
        403,
        expect.objectContaining({ code: 'CSRF_TOKEN_INVALID' }),
      ]);
    }
    const foreign = call(api.operator, route, { companyId }).set('Origin', 'https://evil.example');
    expect((await foreign).status).toBe(403);
  });
});
