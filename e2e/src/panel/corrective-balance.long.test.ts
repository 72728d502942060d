// Extensions §1 at the panel: what is left of a sale is on the page of the invoice, and a retry
// that other documents speak against says so, whichever API process it comes through.

import { sentence } from '@fiscal/domain';
import { issueTaxpayer, randomTin } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import { inviteAdmin } from '../admin/company-admin.ts';
import { openTills } from '../reliability/tills.ts';
import { cancellationOf, nonCashInvoice } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { violationsOf } from './accessibility.ts';
import type { Look } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { sentenceIn, textsOf } from './texts.ts';
import { testIn } from './tours/looks.ts';

const LOOKS: readonly Look[] = [
  { screen: 'desktop', language: 'me', scheme: 'light' },
  { screen: 'phone', language: 'en', scheme: 'dark' },
];

const { service, enter } = await startPanel();
const beside = await service.stack.startBeside('api', {});
afterAll(() => beside.process.stop());
const panel = await openPanel(service);
const nextTill = await openTills(service, 4, { offlineIssuing: false });

const kafa = { name: 'Kafa', code: '32', unitPrice: 2, quantity: 2, vat: { rate: 21 } };
const sir = { name: 'Sir', unitPrice: 10, quantity: 0.5, vat: { rate: 7 } };
const sale = nonCashInvoice({ items: [kafa, sir] });

/** So many cancellations in full of a sale, all of which the authority refuses. */
async function cancelInVain(till: ReturnType<typeof nextTill>, original: Body, count: number) {
  await till.script({ type: 'fault', code: 44, message: 'VAT status' }, undefined, count);
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const id = await till.store(cancellationOf(original));
    expect((await till.fiscalize(id)).body).toMatchObject({ code: 'EFI_REFUSED', invoiceId: id });
    ids.push(id);
  }
  return ids;
}

testIn(LOOKS)(
  'of several failed cancellations one is tried again, and the others say why not: $language',
  async (look) => {
    const till = nextTill();
    const texts = textsOf(look.language);
    const { refused, someSkipped } = texts.failedWork;
    const { left } = texts.invoices.detail;
    const original = await till.fiscalized(sale);
    const ids = await cancelInVain(till, original, 3);
    const isAdmin = look.screen === 'desktop';
    const { id: companyId } = till.company;
    const person = await enter(
      isAdmin ? await inviteAdmin(service, panel, companyId) : undefined,
      look,
    );
    await person.open(`${isAdmin ? `/companies/${companyId}` : ''}/failed?environment=test`);
    await person.click('button', texts.failedWork.retryAll);
    await person.dialog.click('button', texts.failedWork.retryAll);
    await person.see(someSkipped.replace('{{count}}', '2'));
    await person.see(refused.cancelled);
    await person.rest();
    await person.picture('retry-refused-many', 'screen');

    // One of them is registered, and the notice leads to it.
    const records = await Promise.all(ids.map((id) => till.read(id)));
    const [taker] = records.filter(({ status }) => status !== 'Failed');
    await till.until(String(taker?.id), 'Fiscalized');
    expect(records.filter(({ status }) => status === 'Failed')).toHaveLength(2);
    await person.click('link', refused.byCorrective);
    await person.see(left.nothing);
    expect(person.page.url()).toContain(`/invoices/${String(taker?.id)}?environment=test`);

    // On the page of another one nothing is left, either, and its retry says the same.
    const page = (id: unknown) => `/companies/${companyId}/invoices/${String(id)}?environment=test`;
    const other = records.find(({ status }) => status === 'Failed');
    await person.open(page(other?.id));
    await person.see(left.nothing);
    await person.click('button', texts.failedWork.retryOne);
    await person.dialog.click('button', texts.failedWork.retryOne);
    await person.see(refused.cancelled);
    await person.rest();
    await person.picture('retry-refused-one');
    expect(await violationsOf(person.page)).toEqual([]);
    expect((await till.read(String(other?.id))).status).toBe('Failed');
    const invoiceIds = ids.filter((id) => id !== taker?.id);
    await panel.post('/failed-work/dismiss', { invoiceIds, reason: 'Cancelled' }).expect(200);

    await person.open(page(original.id));
    await person.see(left.cancelled);
    await person.see(left.nothing);
    await person.rest();
    await person.picture('cancelled-in-full');

    // In part: what is left of each line, and the line that was issued again.
    const whole = await till.fiscalized(sale);
    await person.open(page(whole.id));
    await person.see(texts.invoices.detail.noCorrectives);
    await person.seeNo(left.title);
    const back = (item: typeof kafa) => ({
      ...item,
      unitPrice: -item.unitPrice,
      quantity: -item.quantity,
    });
    const items = [
      back({ ...kafa, quantity: 1 }),
      back({ ...sir, code: '' }),
      { ...sir, unitPrice: 9 },
    ];
    const partial = await till.fiscalized({ ...cancellationOf(whole), items });
    await person.open(page(whole.id));
    await person.see(left.title);
    await person.see('× 1');
    await person.see(look.language === 'en' ? '× 0.5' : '× 0,5');
    await person.seeNo(left.cancelled);
    await person.rest();
    await person.picture('left-of-sale');
    expect(await violationsOf(person.page)).toEqual([]);
    await person.click('link', left.reissued);
    await person.see(texts.invoices.detail.correctiveOf);
    expect(person.page.url()).toContain(String(partial.id));
    await person.see(left.title);

    await person.open(`/companies/${companyId}/profile`);
    await person.see(texts.companies.field.strictCorrectives);
    await person.rest();
    await person.picture('strict-correctives');
    expect(person.complaints).toEqual([]);
    await person.close();
  },
);

testIn(LOOKS)(
  'an original from elsewhere stands on the page of its corrective, with the warning: $language',
  async (look) => {
    const texts = textsOf(look.language);
    const { detail } = texts.invoices;
    const tin = randomTin();
    const seal = issueTaxpayer(service.stack.pki.authority, tin, 'Radnja d.o.o.');
    const program = (await openTills(service, 1, { tin, seal }))();
    const shop = (await openTills(service, 1, { tin, seal, originalsFromElsewhere: true }))();
    const original = await program.fiscalized(sale);
    const corrective = await shop.fiscalized(cancellationOf(original));
    const again = await shop.sell(cancellationOf(original));
    const person = await enter(undefined, look);
    const page = (id: unknown) =>
      `/companies/${shop.company.id}/invoices/${String(id)}?environment=test`;
    await person.open(page(corrective.id));
    await person.see(detail.correctiveOf);
    await person.see(detail.originalElsewhere);
    await person.see(String(original.iic));
    await person.see(sentenceIn(look.language, sentence('originalElsewhere')));
    await person.seeNo(detail.left.title);
    await person.rest();
    await person.picture('original-elsewhere');
    expect(await violationsOf(person.page)).toEqual([]);

    // One that fails for it says why, and what to do.
    await person.open(page(again.body.invoiceId));
    await person.see(texts.failedWork.cause.ALREADY_CANCELLED);
    await person.see(texts.failedWork.remedy.correctCorrective);
    await person.rest();
    await person.picture('original-elsewhere-failed');

    await person.open(`/companies/${shop.company.id}/profile`);
    await person.see(texts.companies.field.originalsFromElsewhere);
    await person.rest();
    await person.picture('originals-from-elsewhere');
    expect(person.complaints).toEqual([]);
    await person.close();
  },
);

test('Extensions §1: retries of failed cancellations at once, over two API processes, begin one', async () => {
  const till = nextTill();
  const original = await till.fiscalized(sale);
  const ids = await cancelInVain(till, original, 4);
  const elsewhere = await openPanel({ stack: { ...service.stack, apiUrl: beside.url } });
  const responses = await Promise.all(
    [ids.slice(0, 2), ids.slice(2), ids.toReversed(), ids].map((invoiceIds, index) =>
      [panel, elsewhere][index % 2]!.post('/failed-work/retry', { invoiceIds }).expect(200),
    ),
  );
  const outcomes = responses.map(({ body }) => body as Body);
  expect(outcomes.map(({ retried }) => Number(retried)).toSorted()).toEqual([0, 0, 0, 1]);
  const records = await Promise.all(ids.map((id) => till.read(id)));
  const [taker] = records.filter(({ status }) => status !== 'Failed');
  const skipped = outcomes.flatMap((outcome) => outcome.skipped as Body[]);
  const refused = skipped.filter(({ id }) => id !== taker?.id);
  expect(refused.length).toBeGreaterThan(0);
  for (const reason of refused) {
    expect(reason).toMatchObject({
      why: 'REFUSED',
      message: expect.stringContaining('Nothing is left of the original'),
      companyId: till.company.id,
      details: [{ code: 'ALREADY_CANCELLED', path: 'original.id', correctives: [taker?.id] }],
    });
  }
  await till.until(String(taker?.id), 'Fiscalized');
  expect(
    await service.query(
      `select count(*)::int from invoice where original_id = $1 and status = 'Fiscalized'`,
      [original.id],
    ),
  ).toEqual([{ count: 1 }]);
});
