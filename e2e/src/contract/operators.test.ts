// Extensions §3: who stands at the till. `operatorName` selects an operator of the company, whose
// code goes into the message and on paper, fixed when the invoice is accepted.

import { operatorNameKey } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { seedApiKey, updateSeededCompany } from '@fiscal/db/testing';
import { eventually, randomCode, withDatabase } from '@fiscal/testbed';
import type { CompanyFields } from '@fiscal/testbed';
import { textOfPdf } from '@fiscal/testbed/pdf-reader';
import { afterEach, expect, test } from '@jest/globals';
import { callerOf } from '../service/caller.ts';
import type { Caller } from '../service/caller.ts';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { expectRefusal } from './rows.ts';
import { openShop, startOtherApi } from './shop.ts';
import type { Shop } from './shop.ts';

const service = await startService();
const elsewhere = await startOtherApi(service);
afterEach(() => service.resetAuthority());

/** Enters an operator whom the authority knows. @returns the code. */
async function enter(
  { companyId, tin }: Shop,
  name: string,
  environment: Environment = 'test',
): Promise<string> {
  const code = randomCode();
  await service.control('POST', '/registry', { operators: [{ code, tin }] });
  await service.query(
    `insert into fiscal_operator (id, company_id, environment, name, name_key, code)
     values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [companyId, environment, name, operatorNameKey(name), code],
  );
  return code;
}
const endWork = ({ companyId }: Shop, name: string) =>
  service.query(
    'update fiscal_operator set is_active = false where company_id = $1 and name = $2',
    [companyId, name],
  );

/** @returns a caller with a new key: the old one's company may be remembered for a moment. */
function renewed(
  { companyId }: Shop,
  to: CompanyFields = {},
  environment: Environment = 'test',
): Promise<Caller> {
  return withDatabase(service.stack.databaseUrl, async (db) => {
    await updateSeededCompany(db, companyId, to);
    const owned = { companyId, environment, name: 'Kasa 1', cashRegisterId: null, expiresAt: null };
    return callerOf(service, (await seedApiKey(db, owned)).key);
  });
}

async function codeOf({ id }: Body): Promise<unknown> {
  const messages = await service.submissionsOf(String(id));
  const codes = messages.map(({ request }) => /OperatorCode="(\w+)"/.exec(String(request))?.[1]);
  expect(new Set(codes).size).toBe(1);
  return codes[0];
}
const registerCode = async ({ companyId }: Shop, environment: Environment = 'test') => {
  const [row] = await service.query(
    'select operator_code from cash_register where company_id = $1 and environment = $2',
    [companyId, environment],
  );
  return row?.operator_code as unknown;
};
const formOf = async ({ id }: Body) =>
  (await service.query('select form from invoice where id = $1', [id]))[0]?.form as unknown;
const textOf = async (caller: Caller, { id }: Body) => {
  const { body } = await caller.pdf(`/api/invoices/${String(id)}/pdf`);
  return (await textOfPdf(body as Buffer)).replaceAll(/\s+/g, ' ');
};

const UNKNOWN =
  'operatorName is none of the operators of the company: it is printed alone, and the code is that of the cash register';

test('a name selects its operator, in any case and with any blanks: code in the message and on paper', async () => {
  const shop = await openShop(service);
  const code = await enter(shop, 'Žana Đurić');
  for (const operatorName of ['Žana Đurić', ' z\u030CANA\u00A0đurić']) {
    const sold = await shop.test.fiscalized(nonCashInvoice({ operatorName }));
    expect(sold).toMatchObject({ operatorName: operatorName.normalize('NFC'), warnings: [] });
    expect(await codeOf(sold)).toBe(code);
    expect(await formOf(sold)).toBe(2);
    const name = operatorName.trim().normalize('NFC').replace('\u00A0', ' ');
    expect(await textOf(shop.test, sold)).toContain(`Operater Operator ${name} ${code}`);
  }
  const unnamed = await shop.test.fiscalized();
  expect(await codeOf(unnamed)).toBe(await registerCode(shop));
  expect(await formOf(unnamed)).toBe(1);
});

test('operatorNames free: an unknown name stands alone, with the code of the register and a warning', async () => {
  const shop = await openShop(service);
  const nameless = await shop.test.fiscalized(nonCashInvoice({ operatorName: 'Petar' }));
  expect(nameless.warnings).toEqual([]);
  await enter(shop, 'Ana');
  const caller = await renewed(shop);
  const sold = await caller.fiscalized(nonCashInvoice({ operatorName: 'Petar' }));
  expect(sold.warnings).toEqual([UNKNOWN]);
  const code = await registerCode(shop);
  expect(await codeOf(sold)).toBe(code);
  expect(await formOf(sold)).toBe(1);
  const text = await textOf(caller, sold);
  expect(text).toContain('Petar');
  expect(text).not.toContain(`Petar ${String(code)}`);
  expect(text).toContain(`Kod operatera Operator code ${String(code)}`);
});

test('operatorNames known: 400 OPERATOR_UNKNOWN beside all other problems, nothing stored', async () => {
  const shop = await openShop(service);
  const code = await enter(shop, 'Ana');
  const known = await renewed(shop, { operatorNames: 'known' });
  const path = 'operatorName';
  const message = 'operatorName must be the name of an active operator of the company.';
  const refused = { path, code: 'OPERATOR_UNKNOWN', message };
  const unknown = nonCashInvoice({ operatorName: 'Petar', orderNumber: -1 });
  const response = await known.draft(unknown);
  expectRefusal(response, refused);
  expect(response.body.details).toHaveLength(2);
  expectRefusal(await known.createAndPrint(cashInvoice({ operatorName: 'Petar' })), refused);
  const tooLong = nonCashInvoice({ operatorName: 'P'.repeat(101) });
  expect((await known.draft(tooLong)).body.details).toMatchObject([
    { path, code: 'TEXT_TOO_LONG' },
  ]);
  const dryRun = known.post(
    '/api/invoices/draft?dryRun=true',
    nonCashInvoice({ operatorName: 'P' }),
  );
  expectRefusal(await dryRun, refused);
  const [stored] = await service.query('select count(*)::int from invoice where company_id = $1', [
    shop.companyId,
  ]);
  expect(stored).toEqual({ count: 0 });
  expect(await codeOf(await known.fiscalized(nonCashInvoice({ operatorName: 'ana' })))).toBe(code);
  for (const operatorName of [null, '  ']) {
    const unnamed = await known.fiscalized(nonCashInvoice({ operatorName }));
    expect(await codeOf(unnamed)).toBe(await registerCode(shop));
  }
});

test('a draft keeps the code of an operator made inactive since, over two API processes', async () => {
  const shop = await openShop(service);
  const code = await enter(shop, 'Ana');
  const id = await shop.test.store(nonCashInvoice({ operatorName: 'Ana' }));
  await endWork(shop, 'Ana');
  const other = elsewhere(shop.test.key);
  const { body } = await other.fiscalize(id);
  expect(body).toMatchObject({ status: 'Fiscalized', operatorName: 'Ana' });
  expect(await codeOf(body as Body)).toBe(code);
  expect(await textOf(other, body as Body)).toContain(`Ana ${code}`);
  await renewed(shop, { operatorNames: 'known' });
  // Every process follows within two seconds.
  const path = 'operatorName';
  for (const caller of [shop.test, other]) {
    const refused = await eventually(
      () => caller.draft(nonCashInvoice({ operatorName: 'Ana' })),
      ({ status }) => status === 400,
    );
    expectRefusal(refused, { path, code: 'OPERATOR_UNKNOWN' });
  }
});

test('operators of another company, and of the other environment, are none', async () => {
  const shop = await openShop(service, { operatorNames: 'known' });
  const other = await openShop(service);
  await enter(other, 'Ana');
  const code = await enter(shop, 'Ana', 'live');
  const refused = await shop.test.draft(nonCashInvoice({ operatorName: 'Ana' }));
  expectRefusal(refused, { path: 'operatorName', code: 'OPERATOR_UNKNOWN' });
  const sold = await shop.live.fiscalized(nonCashInvoice({ operatorName: 'Ana' }));
  expect(await codeOf(sold)).toBe(code);
});

test('of a company with more operators than come with its key, each is found by its name', async () => {
  const shop = await openShop(service, { operatorNames: 'known' });
  const code = await enter(shop, 'Ana');
  await service.query(
    `insert into fiscal_operator (id, company_id, environment, name, name_key, code)
     select gen_random_uuid(), $1, 'test', 'Osoba ' || n, 'OSOBA' || n, 'aa111aa111'
     from generate_series(1, 10000) n`,
    [shop.companyId],
  );
  const sold = await shop.test.fiscalized(nonCashInvoice({ operatorName: 'ANA' }));
  expect(await codeOf(sold)).toBe(code);
  const refused = await shop.test.draft(nonCashInvoice({ operatorName: 'Osoba 10001' }));
  expectRefusal(refused, { path: 'operatorName', code: 'OPERATOR_UNKNOWN' });
});

test('a corrective, a cancellation and a return have the operator of their own call', async () => {
  const shop = await openShop(service);
  const [ana, petar] = [await enter(shop, 'Ana'), await enter(shop, 'Petar')];
  const named = nonCashInvoice({ operatorName: 'Ana' });
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(() => shop.test.fiscalized(named)),
  );
  expect(await codeOf(first!)).toBe(ana);
  const sent = { ...cancellationOf(first!), operatorName: 'Petar' };
  const corrective = await shop.test.fiscalized(sent);
  expect(await codeOf(corrective)).toBe(petar);
  const cancel = `/api/invoices/${String(second!.id)}/cancel`;
  const cancelled = (await shop.test.post(cancel, { operatorName: 'Petar' })).body as Body;
  expect(await codeOf(cancelled)).toBe(petar);
  const items = [{ index: 0, quantity: 1 }];
  const back = await shop.test.post(`/api/invoices/${String(third!.id)}/return`, { items });
  expect(await codeOf(back.body as Body)).toBe(await registerCode(shop));
});

test('what is delivered later is the message of its issue, whatever became of the operator', async () => {
  const shop = await openShop(service);
  const code = await enter(shop, 'Ana');
  await service.holdAuthority();
  const named = cashInvoice({ operatorName: 'Ana' });
  const { body } = await shop.test.createAndPrint(named);
  expect(body).toMatchObject({ status: 'Offline' });
  await endWork(shop, 'Ana');
  await service.query('update cash_register set operator_code = $2 where company_id = $1', [
    shop.companyId,
    randomCode(),
  ]);
  await service.releaseAuthority();
  await eventually(
    async () => {
      await service.deliverNow();
      return shop.test.read(String(body.id));
    },
    ({ status }) => status === 'Fiscalized',
  );
  expect(await codeOf(body as Body)).toBe(code);
  const messages = await service.submissionsOf(String(body.id));
  const documents = messages.map(
    ({ request }) => /<Invoice .*<\/Invoice>/s.exec(String(request))?.[0],
  );
  expect(messages.length).toBeGreaterThan(1);
  expect(new Set(documents).size).toBe(1);
});
