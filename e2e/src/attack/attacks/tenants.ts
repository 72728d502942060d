// Keys and people of one company at what belongs to another one, at every endpoint there is.

import { generateApiKey } from '@fiscal/db/testing';
import { ADMIN_ROUTES } from '../../../../apps/api/src/admin/admin-routes.ts';
import type { AdminRoute } from '../../../../apps/api/src/admin/kernel/route.ts';
import { BODIES, pathOf } from '../../../../apps/api/src/testing/route-walk.ts';
import type { PanelBrowser } from '../../admin/panel-browser.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { callerOf } from '../../contract/shop.ts';
import type { Caller } from '../../contract/shop.ts';
import { eventually } from '../../eventually.ts';
import { cashInvoice } from '../../running-service.ts';
import type { Body } from '../../running-service.ts';
import { expectRefusal, expectStatus } from '../ground.ts';
import type { Attack, Ground } from '../ground.ts';
import { newPerson } from '../people.ts';

type Ids = Record<string, string>;

function callEndpoint(caller: Caller, { method, path, body }: Endpoint, id: string) {
  const named = path.replace('{id}', id);
  return method === 'GET' ? caller.get(named) : caller.post(named, body);
}

/** Every endpoint about one invoice, with each key that it is not for. */
async function readInvoices(ground: Ground): Promise<string> {
  const { attacker, victim } = ground;
  const invoiceOf = async (caller: Caller) =>
    String(((await caller.draft(cashInvoice())).body as Body).id);
  const [theirs, ours] = [await invoiceOf(victim.test), await invoiceOf(attacker.test)];
  const tried: [caller: Caller, id: string][] = [
    [attacker.test, theirs],
    [attacker.live, theirs],
    // Of one company, but of the other environment.
    [attacker.live, ours],
  ];
  const withId = ENDPOINTS.filter(({ path }) => path.includes('{id}'));
  for (const endpoint of withId) {
    for (const [caller, id] of tried) {
      expectRefusal(await callEndpoint(caller, endpoint, id), 404, 'NOT_FOUND');
    }
  }
  const { status } = await victim.test.read(theirs);
  if (status !== 'Draft') throw new Error(`the invoice of the victim is ${String(status)}`);
  const list = await attacker.test.get('/api/invoices?limit=100');
  if (list.text.includes(theirs)) throw new Error('the list names it');
  return `answered 404 ${String(withId.length * tried.length)} times`;
}

/** A key that was revoked, one of nobody, and one that says it is for the other environment. */
async function useWrongKeys(ground: Ground): Promise<string> {
  const { service, attacker, victim, panel, secrets } = ground;
  const path = `/companies/${attacker.companyId}/api-keys`;
  const made = await panel.post(path, { environment: 'test', name: 'Kasa 2' });
  const { key, apiKey } = made.body as { key: string; apiKey: { id: string } };
  secrets.set(`API key ${apiKey.id}`, key);
  const revoked = callerOf(service, key);
  expectStatus(await revoked.get('/api/invoices'), 200);
  expectStatus(await panel.post(`${path}/${apiKey.id}/revoke`), 200, 204);
  await eventually(
    () => revoked.get('/api/invoices'),
    ({ status }) => status === 401,
  );
  const renamed = victim.test.key.replace('key_test_', 'key_live_');
  const wrong = [revoked, ...[generateApiKey('test'), renamed].map((k) => callerOf(service, k))];
  for (const caller of wrong) {
    for (const endpoint of ENDPOINTS) {
      const answer = callEndpoint(caller, endpoint, attacker.companyId);
      // From an address of their own: too many of them are another attack.
      const address = `198.51.100.${String(1 + wrong.indexOf(caller))}`;
      const refused = await answer.set('X-Forwarded-For', address);
      expectRefusal(refused, 401, 'INVALID_API_KEY');
    }
  }
  return `answered 401 ${String(wrong.length * ENDPOINTS.length)} times`;
}

/** One of each thing of a company, as path parameters name them. */
async function thingsOf({ service, victim }: Ground, companyId: string): Promise<Ids> {
  const { body } = await victim.test.createAndPrint(cashInvoice());
  const invoiceId = String((body as Body).id);
  const [things] = await service.query(
    `select (select id from cash_register where company_id = $1 limit 1) as "cashRegisterId",
            (select id from app_user where company_id = $1 limit 1) as "userId",
            (select s.id from user_session s join app_user u on u.id = s.user_id
             where u.company_id = $1 limit 1) as "sessionId",
            (select id from api_key where company_id = $1 limit 1) as "apiKeyId",
            (select id from certificate where company_id = $1 limit 1) as "certificateId",
            (select id from submission where invoice_id = $2 limit 1) as "submissionId"`,
    [companyId, invoiceId],
  );
  return { ...(things as Ids), invoiceId };
}

/** What a call could have changed of a company; sales go on. */
async function settingsOf({ service }: Ground, companyId: string): Promise<string> {
  const rows = await service.query(
    `select to_jsonb(c) as row from company c where id = $1
     union all select to_jsonb(u) from app_user u where company_id = $1
     union all select to_jsonb(s) - 'last_seen_at' from user_session s
       join app_user u on u.id = s.user_id where company_id = $1
     union all select to_jsonb(k) - 'last_used_at' from api_key k where company_id = $1
     union all select to_jsonb(r) from cash_register r where company_id = $1
     union all select to_jsonb(c) from certificate c where company_id = $1`,
    [companyId],
  );
  return rows
    .map(({ row }) => JSON.stringify(row))
    .toSorted()
    .join('\n');
}

function callRoute(browser: PanelBrowser, route: AdminRoute, ids: Ids) {
  const path = pathOf(route, ids);
  const body = BODIES[route.operationId] ?? {};
  return route.method === 'get' ? browser.get(path) : browser[route.method](path, body);
}

async function walkPanel(ground: Ground): Promise<string> {
  const { attacker, victim } = ground;
  await newPerson(ground, victim.companyId);
  const { browser } = await newPerson(ground, attacker.companyId);
  const theirs = { ...(await thingsOf(ground, victim.companyId)), companyId: victim.companyId };
  const before = await settingsOf(ground, victim.companyId);
  const routes = ADMIN_ROUTES.filter(({ access }) => ['company', 'operator'].includes(access));
  let calls = 0;
  for (const route of routes) {
    // Also through the own company, where the route is about one thing of it.
    const through = /\{.*\{/.test(route.path) ? [victim, attacker] : [victim];
    for (const { companyId } of through) {
      const answer = await callRoute(browser, route, { ...theirs, companyId });
      if (answer.status !== 404) {
        throw new Error(`${route.method} ${route.path} answered ${String(answer.status)}`);
      }
      calls += 1;
    }
  }
  const after = await settingsOf(ground, victim.companyId);
  if (after !== before) throw new Error('something of the other company has changed');
  return `answered 404 ${String(calls)} times, and nothing has changed`;
}

export const tenants: readonly Attack[] = [
  { name: "another company's invoices, and the other environment's", run: readInvoices },
  { name: 'keys that are revoked, invented or renamed', run: useWrongKeys },
  { name: "another company's things in the panel", run: walkPanel },
];
