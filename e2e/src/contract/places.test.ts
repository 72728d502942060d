// Extensions §4: where a cash register stands. `placeOfIssue` is the town of its business unit, in
// the record and on paper, fixed when the invoice is accepted; the message's Seller keeps the seat.

import type { Environment } from '@fiscal/domain';
import { textOfPdf } from '@fiscal/testbed/pdf-reader';
import { eventually } from '@fiscal/testbed';
import { afterEach, expect, test } from '@jest/globals';
import type { Caller } from '../service/caller.ts';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openShop, startOtherApi } from './shop.ts';
import type { Shop } from './shop.ts';

const service = await startService();
const elsewhere = await startOtherApi(service);
afterEach(() => service.resetAuthority());

/** Enters where the default register of the environment stands, or that it has moved. */
const enter = ({ companyId }: Shop, town: string, environment: Environment = 'test') =>
  service.query(
    `insert into business_unit (id, company_id, environment, code, name, address, town)
     select gen_random_uuid(), company_id, environment, business_unit_code, 'Radnja', 'Obala 1', $3
     from cash_register where company_id = $1 and environment = $2
     on conflict (company_id, environment, code) do update set town = excluded.town`,
    [companyId, environment, town],
  );

const paperOf = async (caller: Caller, { id }: Body) => {
  const { body } = await caller.pdf(`/api/invoices/${String(id)}/pdf`);
  return (await textOfPdf(body as Buffer)).replaceAll(/\s+/g, ' ');
};
const messagesOf = async ({ id }: Body) =>
  (await service.submissionsOf(String(id))).map(({ request }) => String(request));
const formOf = async ({ id }: Body) =>
  (await service.query('select form from invoice where id = $1', [id]))[0]?.form as unknown;

test('the town of the business unit is in the record and on paper; the message keeps the seat', async () => {
  const shop = await openShop(service);
  await enter(shop, 'Herceg Novi');
  const sold = await shop.test.fiscalized();
  expect(sold.placeOfIssue).toBe('Herceg Novi');
  const paper = await paperOf(shop.test, sold);
  expect(paper).toContain('Mjesto izdavanja Place of issue Herceg Novi');
  expect(paper).toContain('Ulica 1 Podgorica, Crna Gora');
  const [message] = await messagesOf(sold);
  expect(/<Seller [^>]*>/.exec(message!)?.[0]).toContain('Town="Podgorica"');
  expect(message).not.toContain('Herceg Novi');
  expect(await formOf(sold)).toBe(2);
});

test('it is the town of the seat where no unit is entered, or the unit is there, in form 1', async () => {
  const shop = await openShop(service);
  const other = await openShop(service);
  await enter(other, 'Bar');
  await enter(shop, 'Bar', 'live');
  const sold = await shop.test.fiscalized();
  expect(sold.placeOfIssue).toBe('Podgorica');
  expect(await formOf(sold)).toBe(1);
  expect(await paperOf(shop.test, sold)).toContain('Place of issue Podgorica');
  expect((await shop.live.fiscalized()).placeOfIssue).toBe('Bar');
  await enter(other, 'Podgorica', 'live');
  const there = await other.live.fiscalized();
  expect(there.placeOfIssue).toBe('Podgorica');
  expect(await formOf(there)).toBe(1);
});

test('a draft keeps its place when the unit has moved; a cancellation has that of its own call', async () => {
  const shop = await openShop(service);
  await enter(shop, 'Bar');
  const id = await shop.test.store(nonCashInvoice());
  await enter(shop, 'Budva');
  const other = elsewhere(shop.test.key);
  const { body: sold } = await other.fiscalize(id);
  expect(sold).toMatchObject({ status: 'Fiscalized', placeOfIssue: 'Bar' });
  expect(await paperOf(other, sold as Body)).toContain('Place of issue Bar');
  expect((await other.read(id)).placeOfIssue).toBe('Bar');
  // Every process follows within two seconds.
  await eventually(
    () => shop.test.read(id).then(() => shop.test.draft(nonCashInvoice())),
    ({ body }) => body.placeOfIssue === 'Budva',
  );
  const cancelled = await shop.test.post(`/api/invoices/${id}/cancel`);
  expect(cancelled.body).toMatchObject({ status: 'Fiscalized', placeOfIssue: 'Budva' });
});

test('what is delivered later keeps its place on both papers, and its message', async () => {
  const shop = await openShop(service);
  await enter(shop, 'Bar');
  await service.holdAuthority();
  const { body } = await shop.test.createAndPrint(cashInvoice());
  expect(body).toMatchObject({ status: 'Offline', placeOfIssue: 'Bar' });
  expect(await paperOf(shop.test, body as Body)).toContain('Place of issue Bar');
  await enter(shop, 'Budva');
  await service.releaseAuthority();
  const delivered = await eventually(
    async () => {
      await service.deliverNow();
      return shop.test.read(String(body.id));
    },
    ({ status }) => status === 'Fiscalized',
  );
  expect(delivered.placeOfIssue).toBe('Bar');
  expect(await paperOf(shop.test, delivered)).toContain('Place of issue Bar');
  const documents = (await messagesOf(delivered)).map(
    (each) => /<Invoice .*<\/Invoice>/s.exec(each)?.[0],
  );
  expect(documents.length).toBeGreaterThan(1);
  expect(new Set(documents).size).toBe(1);
});
