// The OpenAPI document promises no header that never comes: every operation is made to give every
// response that it documents, and the headers that came are compared with the documented ones.
// That nothing comes undocumented is seen to by documented.ts, in every contract test.

import { openApiDocument } from '@fiscal/api/openapi';
import { seedApiKey } from '@fiscal/db/testing';
import { localDateOf } from '@fiscal/domain';
import { eventually, seedCompany, withDatabase } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import { asDocumented } from './documented.ts';
import { callerOf } from '../service/caller.ts';
import { openShop } from './shop.ts';
import type { Caller } from '../service/caller.ts';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

interface Documented {
  $ref?: string;
  headers?: Record<string, object>;
}
interface Operation {
  name: string;
  method: 'get' | 'post';
  template: string;
  responses: Record<string, Documented>;
}
type HttpResponse = Awaited<request.Test>;

const document = openApiDocument();
const OPERATIONS = Object.entries(document.paths)
  .filter(([template]) => template.startsWith('/api/'))
  .flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const { responses } = operation as Pick<Operation, 'responses'>;
      const name = `${method.toUpperCase()} ${template}`;
      return { name, method: method as 'get' | 'post', template, responses };
    }),
  );

/** Header names that came, by operation and status. */
const seen = new Map<string, Set<string>>();

const service = await startService({
  prints: true,
  isProxied: true,
  environment: {
    CREATE_AND_PRINT_WAIT_MS: '15000',
    KEY_OPERATION_WAIT_MS: '20000',
    EFI_FAILURES_TO_OPEN: '100000',
  },
});
const shop = await openShop(service);
const sold = new Date();
const YESTERDAY = localDateOf(new Date(sold.getTime() - 24 * 3_600_000));
const cash = await shop.test.fiscalized(cashInvoice());
/** Sales to take back, one for each call. */
const sales = await Promise.all(Array.from({ length: 10 }, () => shop.test.fiscalized()));
const paused = (await openShop(service, { status: 'paused' })).test;
const few = await openShop(service);
const limited = few.test;
const limits = 'update company set writes_per_minute = 1, reads_per_minute = 1 where id = $1';
await service.query(limits, [few.companyId]);
const withoutRegister = callerOf(
  service,
  await withDatabase(service.stack.databaseUrl, async (db) => {
    const { id: companyId } = await seedCompany(db);
    const owner = { companyId, environment: 'test', cashRegisterId: null } as const;
    return (await seedApiKey(db, { ...owner, name: 'Nova', expiresAt: null })).key;
  }),
);

/** What reads need in their query. An unknown id is that of a cash register. */
const queryOf = (template: string, id: unknown) => {
  if (template === '/api/events') return '?from=now';
  if (!template.startsWith('/api/reports/')) return '';
  const register = id === UNKNOWN_ID ? `&cashRegister=${UNKNOWN_ID}` : '';
  const day = localDateOf(sold);
  if (template.endsWith('/state')) return `?format=json${register}`;
  if (template.endsWith('/day')) return `?date=${YESTERDAY}${register}`;
  return `?from=${day}&to=${day}${register}`;
};
const pathOf = ({ template }: Operation, id: unknown = cash.id) =>
  template.replace('{id}', String(id)) + queryOf(template, id);
const bodyOf = ({ template }: Operation) => {
  if (template.endsWith('/draft') || template.endsWith('/create-and-print')) return cashInvoice();
  if (template.endsWith('/return')) return { items: [{ index: 0, quantity: 1 }] };
  if (template.endsWith('/withdraw')) return { cashAmount: 1 };
  return { cashAmount: 0, ids: [cash.id] };
};

function note({ name }: Operation, response: HttpResponse): HttpResponse {
  const key = `${name} ${response.status}`;
  const names = seen.get(key) ?? new Set();
  seen.set(key, names);
  for (const header of Object.keys(response.headers)) names.add(header);
  return response;
}

/** Calls the operation, with a sound body where it takes one. */
async function call(operation: Operation, caller: Caller, id?: unknown): Promise<HttpResponse> {
  const path = pathOf(operation, id);
  const sent = operation.method === 'get' ? caller.get(path) : caller.post(path, bodyOf(operation));
  return note(operation, await sent);
}

/**
 * Until it was counted: where a busy machine does not count a call in time, it is served all the
 * same.
 */
const refuse = (operation: Operation, caller: Caller, id?: unknown) =>
  eventually(
    () => call(operation, caller, id),
    ({ headers }) => 'ratelimit' in headers,
  );

const operationOf = (name: string) => {
  const found = OPERATIONS.find((operation) => operation.name === name);
  if (!found) throw new Error(`${name} is not documented`);
  return found;
};

/** The responses that every operation can give, each with how it comes about. */
async function provoke(operation: Operation): Promise<void> {
  const { apiUrl } = service.stack;
  const path = pathOf(operation);
  const documented = (status: number) => String(status) in operation.responses;
  const anonymous = request(apiUrl)[operation.method](path);
  note(operation, await asDocumented(anonymous, operation.method, path));
  await call(operation, paused);
  const other = request(apiUrl).put(path).set('Authorization', `Bearer ${shop.test.key}`);
  note(operation, await other);
  for (let status = 0; status !== 429;) ({ status } = await call(operation, limited));
  if (documented(404)) await refuse(operation, shop.test, UNKNOWN_ID);
  if (documented(409) && !operation.template.endsWith('/pdf'))
    await refuse(operation, withoutRegister);
  for (const [type, sent] of [
    ['text/plain', 'x'],
    ['application/json', JSON.stringify({ note: 'n'.repeat(1024 * 1024) })],
    ['application/json', '[]'],
  ] as const) {
    if (!documented(413)) break;
    const post = asDocumented(request(apiUrl).post(path), 'POST', path);
    post.set('Authorization', `Bearer ${shop.test.key}`).set('Content-Type', type);
    note(operation, await post.send(sent));
  }
}

/** Puts something out of order under every operation, and puts it back. */
async function everywhere(spoil: () => Promise<unknown>, mend: () => Promise<unknown>) {
  // A key that was just used is known without the database.
  await shop.test.get('/api/invoices');
  await spoil();
  try {
    for (const operation of OPERATIONS) await call(operation, shop.test);
  } finally {
    await mend();
  }
}

test('every operation gives the responses that all of them can give', async () => {
  for (const operation of OPERATIONS) await provoke(operation);
  await everywhere(
    () => service.query('alter table invoice rename to invoice_away'),
    () => service.query('alter table invoice_away rename to invoice'),
  );
  await everywhere(
    () => service.query('alter table key_operation rename to key_operation_away'),
    () => service.query('alter table key_operation_away rename to key_operation'),
  );
  const { postgres } = service.stack.proxies ?? {};
  await everywhere(
    () => Promise.resolve(postgres?.setMode('refuse')),
    () => Promise.resolve(postgres?.setMode('pass')),
  );
});

test('every read gives its good response, and 304 for what has not changed', async () => {
  for (const operation of OPERATIONS.filter(({ responses }) => '304' in responses)) {
    const { headers } = await call(operation, shop.test);
    const again = shop.test.get(pathOf(operation)).set('If-None-Match', String(headers.etag));
    expect([operation.name, note(operation, await again).status]).toEqual([operation.name, 304]);
  }
  const statuses = operationOf('POST /api/invoices/status');
  expect((await call(statuses, shop.test)).status).toBe(200);
  const query = shop.test.get('/api/invoices?limit=0');
  expect(note(operationOf('GET /api/invoices'), await query).status).toBe(400);
  const day = shop.test.get('/api/cashdeposit?date=today');
  expect(note(operationOf('GET /api/cashdeposit'), await day).status).toBe(400);
  const draft = await call(operationOf('POST /api/invoices/draft'), shop.test);
  for (const name of ['GET /api/invoices/{id}/pdf', 'GET /api/invoices/cash/{id}/pdf']) {
    expect((await call(operationOf(name), shop.test, draft.body.id)).status).toBe(409);
    const onFoil = shop.test.get(`${pathOf(operationOf(name))}?paper=foil`);
    expect(note(operationOf(name), await onFoil).status).toBe(400);
  }
});

/**
 * Twice the same call of each operation that issues at once: the first status, and that of the
 * repeat. Extensions §9.
 */
async function issueTwice(externalId: string, wait = '25'): Promise<number[][]> {
  const statuses: number[][] = [];
  for (const name of ['cash/create-and-print', '{id}/cancel', '{id}/return']) {
    const operation = operationOf(`POST /api/invoices/${name}`);
    const path = pathOf(operation, name.startsWith('cash') ? null : sales.pop()?.id);
    const body = { ...bodyOf(operation), externalId: `${externalId} ${name}` };
    const issue = () => shop.test.post(path, body).set('Prefer', `wait=${wait}`);
    const first = note(operation, await issue());
    statuses.push([first.status, note(operation, await issue()).status]);
  }
  return statuses;
}

const allThree = (...statuses: number[]) => Array.from({ length: 3 }, () => statuses);

test('calls that name themselves give the responses of repeats', async () => {
  const draft = operationOf('POST /api/invoices/draft');
  const store = async (pieces: string) =>
    note(draft, await shop.test.draft({ ...nonCashInvoice(), externalId: 'D1', note: pieces }));
  const first = await store('one piece');
  expect([first.status, (await store('one piece')).status]).toEqual([201, 200]);
  expect((await store('two pieces')).status).toBe(201);
  const fiscalize = operationOf('POST /api/invoices/{id}/fiscalize');
  expect((await call(fiscalize, shop.test, first.body.id)).status).toBe(409);
  expect(await issueTwice('K1')).toEqual(allThree(201, 200));
  await service.script({ type: 'fault', code: 53, message: 'no' }, { kind: 'invoice' }, 3);
  expect(await issueTwice('K2')).toEqual(allThree(400, 400));
  for (const name of ['cancel', 'return']) {
    const operation = operationOf(`POST /api/invoices/{id}/${name}`);
    await shop.test.createAndPrint({ ...cashInvoice(), externalId: 'D2' });
    const taken = shop.test.post(pathOf(operation), { ...bodyOf(operation), externalId: 'D2' });
    expect(note(operation, await taken).status).toBe(409);
  }
});

test('withdrawals give their responses, and those of repeats', async () => {
  const operation = operationOf('POST /api/cashdeposit/withdraw');
  const twice = async (externalId: string) => {
    const take = () => shop.test.post(pathOf(operation), { cashAmount: 1, externalId });
    const first = note(operation, await take());
    return [first.status, note(operation, await take()).status];
  };
  expect(await twice('B1')).toEqual([200, 200]);
  await service.script({ type: 'fault', code: 53, message: 'no' }, { kind: 'cash-deposit' });
  expect(await twice('B2')).toEqual([400, 400]);
  await service.script({ type: 'drop' }, { kind: 'cash-deposit' });
  expect(await twice('B3')).toEqual([202, 202]);
  const taken = shop.test.post(pathOf(operation), { cashAmount: 2, externalId: 'B1' });
  expect(note(operation, await taken).status).toBe(409);
});

test('a sale in progress, and one that fails, give their responses', async () => {
  const fiscalize = operationOf('POST /api/invoices/{id}/fiscalize');
  const createAndPrint = operationOf('POST /api/invoices/cash/create-and-print');
  const begin = (id: unknown, wait: string) =>
    shop.test.post(pathOf(fiscalize, id)).set('Prefer', `wait=${wait}`);
  const draftId = async () => (await shop.test.draft(nonCashInvoice())).body.id as string;

  expect((await call(createAndPrint, shop.test)).status).toBe(201);
  expect((await call(operationOf('POST /api/tcr/register'), shop.test)).status).toBe(200);
  expect((await call(operationOf('POST /api/cashdeposit/initial'), shop.test)).status).toBe(200);
  expect(note(fiscalize, await begin(await draftId(), '25')).status).toBe(200);
  await service.script({ type: 'fault', code: 53, message: 'no' });
  expect(note(fiscalize, await begin(await draftId(), '25')).status).toBe(400);
  await service.script({ type: 'fault', code: 53, message: 'no' });
  expect((await call(createAndPrint, shop.test)).status).toBe(400);

  // Nothing takes it up.
  await service.stack.processes.get('worker')?.stop();
  const id = await draftId();
  expect(note(fiscalize, await begin(id, '1')).status).toBe(202);
  expect(await issueTwice('K3', '1')).toEqual(allThree(202, 202));
  for (const name of ['GET /api/invoices/{id}', 'GET /api/invoices/cash/{id}']) {
    const operation = operationOf(name);
    const pending = await call(createAndPrint, shop.test);
    const path = pathOf(operation, pending.body.id);
    const read = () => shop.test.get(path).set('Prefer', 'wait=0');
    const { headers } = note(operation, await read());
    const again = await read().set('If-None-Match', String(headers.etag));
    expect(note(operation, again).status).toBe(304);
  }
  await service.stack.restart('worker');
});

test('a certificate that is missing gives its 500', async () => {
  const text = 'update certificate set is_active = $2 where company_id = $1';
  await service.query(text, [shop.companyId, false]);
  const fiscalize = operationOf('POST /api/invoices/{id}/fiscalize');
  const { body } = await shop.test.draft(nonCashInvoice());
  const failed = await shop.test.fiscalize(String(body.id));
  expect(note(fiscalize, failed).status).toBe(500);
  const sale = await call(operationOf('POST /api/invoices/cash/create-and-print'), shop.test);
  expect(sale.status).toBe(500);
  expect(await issueTwice('K4')).toEqual(allThree(500, 500));
});

test('the feed of events gives its responses', async () => {
  const operation = operationOf('GET /api/events');
  const read = (query: string) => shop.test.get(`/api/events?${query}`).set('Prefer', 'wait=0');
  const { status, body } = note(operation, await read('from=now'));
  expect(status).toBe(200);
  expect(note(operation, await read('')).status).toBe(400);
  const words = Buffer.from(String(body.cursor), 'base64url').toString().replace(/^\S+/, '7');
  const after = Buffer.from(words).toString('base64url');
  expect(note(operation, await read(`after=${after}`)).status).toBe(410);
  await service.query('alter function newest_event rename to newest_event_away');
  expect(note(operation, await read('from=now')).status).toBe(500);
  await service.query('alter function newest_event_away rename to newest_event');
});

test('reports give their responses', async () => {
  for (const operation of OPERATIONS.filter(({ template }) => template.includes('/reports/'))) {
    expect([operation.name, (await call(operation, shop.test)).status]).toEqual([
      operation.name,
      200,
    ]);
    const file = pathOf(operation).replace('?format=json', '?').concat('&format=xlsx');
    expect(note(operation, await shop.test.get(file)).status).toBe(200);
    const bad = shop.test.get(`${pathOf(operation)}&format=doc`);
    expect(note(operation, await bad).status).toBe(400);
  }
  const day = operationOf('GET /api/reports/day');
  const today = shop.test.get(`/api/reports/day?date=${localDateOf(new Date())}`);
  expect(note(day, await today).status).toBe(409);
});

test('an invoice whose month is detached gives its 410', async () => {
  for (const table of ['document', 'submission', 'invoice_content']) {
    await service.query(`alter table ${table} detach partition ${table}_first`);
  }
  // A process that has read the invoice remembers it.
  await service.stack.restart('api');
  // A day that is over has a document, too, and so has an offline journal.
  await service.query(
    `begin; set local session_replication_role = replica;
     update invoice set issued_at = issued_at - interval '1 day' where id = '${cash.id}';
     update number_ledger set at = at - interval '1 day' where invoice_id = '${cash.id}';
     update invoice set offline_since = issued_at where company_id = '${shop.companyId}'
       and environment = 'test' and issued_at is not null; commit`,
  );
  const concerned = OPERATIONS.filter(({ template }) =>
    /\{id\}|reports|cashdeposit$/.test(template),
  );
  for (const operation of concerned) {
    expect([operation.name, (await call(operation, shop.test)).status]).toEqual([
      operation.name,
      410,
    ]);
  }
});

describe('every documented header came:', () => {
  /** With the store of the limits in PostgreSQL a call that cannot reach it is not counted. */
  const MAY_BE_ABSENT = new Set(['503 ratelimit', '503 ratelimit-policy']);
  const promised = OPERATIONS.flatMap(({ name, responses }) =>
    Object.entries(responses).map(([status, direct]): [string, string[]] => {
      const shared = direct.$ref?.split('/').at(-1);
      const { headers = {} } = (
        shared === undefined ? direct : document.components.responses[shared]
      ) as Documented;
      const names = Object.keys(headers).map((header) => header.toLowerCase());
      return [`${name} ${status}`, names];
    }),
  );

  test.each(promised)('%s', (response, names) => {
    const came = seen.get(response);
    expect(came).toBeDefined();
    const status = response.split(' ').at(-1) ?? '';
    const missing = names.filter(
      (name) => came?.has(name) !== true && !MAY_BE_ABSENT.has(`${status} ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
