// Secrets are planted everywhere they can be, then everything is called that can be called: none of
// them comes out again, in a response or in a line of the log, but where it is shown once.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashPassword } from '@fiscal/db/account';
import { seedApiKey } from '@fiscal/db/testing';
import type { Logger } from '@fiscal/runtime';
import supertest from 'supertest';
import type { Endpoint } from '../http/endpoint.ts';
import { pathOf } from '../testing/route-walk.ts';
import {
  ADMIN,
  OPERATOR,
  PASSWORD,
  startAdmin,
  storedCertificate,
} from '../testing/running-admin.ts';
import type { PanelClient } from '../testing/running-admin.ts';
import { PANEL_ENDPOINTS } from './panel-endpoints.ts';

const lines: string[] = [];
const record = (...parts: unknown[]) => {
  lines.push(
    JSON.stringify(parts, (_key, value: unknown) =>
      value instanceof Error
        ? `${value.stack ?? ''}${JSON.stringify(Object.entries(value))}`
        : value,
    ),
  );
};
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
const logger = Object.fromEntries(levels.map((level) => [level, record])) as unknown as Logger;

const api = await startAdmin({ logger });
afterAll(() => api.close());
/** What must never be seen, by name. */
const planted: Record<string, string> = {};
const ids: Record<string, string> = {};
/** Every response, with the name of its endpoint. */
const responses: { name: string; status: number; text: string }[] = [];

beforeAll(async () => {
  await plant();
  for (const client of [api.visitor, api.admin, api.operator]) {
    for (const route of PANEL_ENDPOINTS) if (isHarmless(route)) await callRoute(client, route);
  }
  const response = await api.visitor.post('/sign-in', { email: OPERATOR, password: PASSWORD });
  responses.push({ name: 'POST /sign-in', status: response.status, text: response.text });
});

/** A stream never ends, and a session that signed out or in anew sees nothing any more. */
function isHarmless({ mediaType, path }: Endpoint): boolean {
  return mediaType !== 'text/event-stream' && !path.startsWith('/sign-');
}

async function plant(): Promise<void> {
  const { companyId, db } = api;
  const user = await db.prisma.user.findFirstOrThrow({ where: { email: ADMIN } });
  ids.companyId = companyId;
  ids.userId = user.id;
  planted.passwordHash = user.passwordHash ?? '';
  planted.adminToken = api.admin.cookie.split('=')[1] ?? '';
  planted.operatorToken = api.operator.cookie.split('=')[1] ?? '';

  const owner = { companyId, environment: 'test' as const };
  const options = { name: 'Kasa 1', cashRegisterId: null, expiresAt: null };
  const apiKey = await seedApiKey(db, { ...owner, ...options });
  ids.apiKeyId = apiKey.id;
  planted.apiKey = apiKey.key;
  const register = await db.prisma.cashRegister.findFirstOrThrow({ where: owner });
  ids.cashRegisterId = register.id;

  const privateKeyDer = Buffer.from('a private key that nobody may see'.repeat(3));
  planted.privateKey = privateKeyDer.toString('base64').slice(0, 60);
  const certificate = await storedCertificate(db, owner, privateKeyDer);
  ids.certificateId = certificate.id;
  planted.sealedKey = Buffer.from(certificate.sealedPrivateKey).toString('base64').slice(0, 60);

  const { secret } = (await api.admin.post('/account/totp')).body as { secret: string };
  planted.totpSecret = secret;
  planted.password = PASSWORD;
}

/** Sent where a body is asked for: right for some, wrong for most, full of secrets for all. */
const BODY = {
  email: OPERATOR,
  password: PASSWORD,
  current: PASSWORD,
  next: `${PASSWORD} 2`,
  name: 'Ime',
  locale: 'me',
  code: '123456',
  token: 'a token of nobody',
  environment: 'test',
  pkcs12: Buffer.from('no certificate').toString('base64'),
};

async function callRoute(client: PanelClient, route: Endpoint): Promise<void> {
  const path = pathOf(route, ids);
  const query = route.method === 'get' && route.query ? '?environment=test' : '';
  const body = route.method === 'get' ? undefined : BODY;
  const response = await client[route.method](`${path}${query}`, body);
  const text = `${JSON.stringify(response.headers)} ${response.text}`;
  const name = `${route.method.toUpperCase()} ${route.path}`;
  responses.push({ name, status: response.status, text });
}

test('no response carries a secret', () => {
  // The walk was no walk past closed doors: every list and every single thing was read.
  const read = responses.filter(({ name, status }) => name.startsWith('GET') && status === 200);
  const reads = PANEL_ENDPOINTS.filter(({ method }) => method === 'get');
  expect(new Set(read.map(({ name }) => name)).size).toBeGreaterThan(reads.length / 2);
  const seen = responses.flatMap(({ name, text }) =>
    Object.entries(planted)
      .filter(([, secret]) => text.includes(secret))
      .map(([secret]) => `${secret} in ${name}`),
  );
  expect(seen).toEqual([]);
  const fields = /\$argon2|passwordHash|totpSecret|tokenHash|sealedPrivateKey/;
  expect(responses.filter(({ text }) => fields.test(text))).toEqual([]);
});

test('no line of the log carries a secret, a token or the address of a person', () => {
  expect(lines.length).toBeGreaterThan(PANEL_ENDPOINTS.length);
  const secrets = { ...planted, csrf: api.admin.csrfToken, operator: OPERATOR, admin: ADMIN };
  const seen = lines.flatMap((line) =>
    Object.entries(secrets)
      .filter(([, secret]) => line.includes(secret))
      .map(([secret]) => `${secret}: ${line}`),
  );
  expect(seen).toEqual([]);
});

test('no audit row carries a secret', async () => {
  const rows = JSON.stringify(await api.db.prisma.auditLog.findMany(), (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const seen = Object.entries(planted).filter(([, secret]) => rows.includes(secret));
  expect(seen).toEqual([]);
});

test('neither the page of the API nor its document carries a secret', async () => {
  const texts = [
    (await supertest(api.app).get('/openapi.json')).text,
    (await supertest(api.app).get('/admin')).text,
  ];
  const seen = Object.values(planted).filter((secret) => texts.join().includes(secret));
  expect(seen).toEqual([]);
});

test('what a password is hashed to is argon2id with a salt of its own', async () => {
  const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=4\$/);
  expect(one).not.toBe(two);
});
