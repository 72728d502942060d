// The page of an invoice. Of a refused one: why, once and in the reader's language, and the way to
// what has to be corrected; of every one: its amounts, and what other documents make of it while
// the page is open.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import type { PanelBrowser } from '../admin/panel-browser.ts';
import { cancellationOf, cashInvoice, nonCashInvoice } from '../service/running-service.ts';
import { startPanel } from './running-panel.ts';
import { sentenceIn, textsOf } from './texts.ts';
import { inTurn } from './tours/looks.ts';

const { service, chromium, companyId, enter } = await startPanel();
const home = `/companies/${companyId}`;
const { audit, authority, cashRegisters, failedWork, invoices, shell } = textsOf('me');
const LOOK = { scheme: 'light', screen: 'desktop', language: 'me' } as const;
const LOOKS = [LOOK, { scheme: 'dark', screen: 'phone', language: 'en' }] as const;

async function refused(message: string): Promise<string> {
  await service.script({ type: 'fault', code: 11, message });
  const { body } = await service.sell(nonCashInvoice());
  return (body as { invoiceId: string }).invoiceId;
}

test('wrong data has no retry as its main button, and is said once in each language', async () => {
  const words = 'Total VAT amount is wrong';
  const id = await refused(words);
  const person = await enter(undefined, LOOK);
  await person.open(`${home}/invoices/${id}?environment=test`);
  await person.see(words);
  const retry = `::-p-aria([name="${failedWork.retryOne}"][role="button"])`;
  const variant = await person.page.$eval(retry, (button) => button.getAttribute('data-variant'));
  expect(variant).toBe('default');
  const text = await person.text();
  expect(text.split(words)).toHaveLength(2);
  expect(text.split(authority.words.vatTotal)).toHaveLength(2);
  expect(text).not.toContain(invoices.detail.notSigned);
  expect(text).not.toContain(invoices.detail.ficFollows);
  await person.picture('refused-invoice');
  await person.open(`${home}/failed?environment=test`);
  await person.see(authority.words.vatTotal);
  const headings = await person.page.$$eval('main h2', (all) => all.map((h2) => h2.textContent));
  expect(headings).toEqual([`${failedWork.cause.EFI_REFUSED}: ${authority.words.vatTotal}`]);
  expect((await person.text()).split(words)).toHaveLength(2);
  await person.picture('causes');
  await person.close();
});

test('Extensions §5: exempt lines and exports are named, in lines and totals', async () => {
  const line = { name: 'Pregled', unitPrice: 60, quantity: 1 };
  const items = [
    { ...line, vat: { rate: 0, exemption: 'VAT_CL26' } },
    { ...line, name: 'Vino', vat: { rate: 0 }, isExport: true },
  ];
  const buyer = { idType: 'VAT', idNumber: 'DE1', name: 'Weinhaus GmbH' };
  const place = { address: 'Hauptstraße 1', city: 'Berlin', country: 'DEU' };
  const id = await service.store(nonCashInvoice({ items, buyer: { ...buyer, ...place } }));
  for (const look of inTurn(LOOKS)) {
    const { detail } = textsOf(look.language).invoices;
    const person = await enter(undefined, look);
    await person.open(`${home}/invoices/${id}?environment=test`);
    await person.see(`0 %, ${detail.exported}`);
    const exempt = { exemption: 'VAT_CL26', items: '1' };
    await person.see(
      detail.exemptRow.replace(/{{(\w+)}}/g, (_, name: keyof typeof exempt) => exempt[name]),
    );
    await person.see(detail.vatRow.replace('{{rate}}', '0').replace('{{items}}', '1'));
    await person.picture('exempt');
    await person.close();
  }
});

test('each of several payments has its row, with its amount; the place of issue is beside (extensions §2, §4)', async () => {
  const payments = [
    { method: 'BANKNOTE', amount: 5 },
    { method: 'CARD', amount: 4.66 },
  ];
  const id = await service.store(cashInvoice({ payments }));
  const { placeOfIssue } = await service.read(id);
  for (const look of inTurn(LOOKS)) {
    const { detail, paymentMethod } = textsOf(look.language).invoices;
    const person = await enter(undefined, look);
    await person.open(`${home}/invoices/${id}?environment=test`);
    const [notes, card] = look.language === 'me' ? ['5,00 €', '4,66 €'] : ['€5.00', '€4.66'];
    await person.see(paymentMethod.BANKNOTE);
    const text = (await person.text()).replaceAll('\u00A0', ' ');
    expect(text).toContain(`${paymentMethod.BANKNOTE} ${notes}`);
    expect(text).toContain(`${paymentMethod.CARD} ${card}`);
    expect(text).toMatch(new RegExp(`${detail.placeOfIssue}\\s+${String(placeOfIssue)}`));
    await person.picture('payments');
    await person.close();
  }
});

test('Extensions §9: a superseded draft says so, and leads to the invoice that has its id', async () => {
  const externalId = 'K1-2026-000123';
  const first = await service.store({ ...nonCashInvoice(), externalId });
  const second = await service.store({ ...nonCashInvoice(), externalId, note: 'Dva komada' });
  const person = await enter(undefined, LOOK);
  await person.open(`${home}/invoices/${first}?environment=test`);
  await person.see(invoices.detail.superseded);
  await person.see(externalId);
  await person.picture('superseded');
  await person.click('link', invoices.detail.openSuperseding);
  await person.see('Dva komada');
  expect(person.page.url()).toContain(second);
  await person.seeNo(invoices.detail.superseded);
  await person.picture('superseding');
  await person.close();
});

test('what the service alone says is in the language of the reader; words that it no longer knows are folded', async () => {
  const order = nonCashInvoice({ orderNumber: 4_711 });
  const [first, second] = [await service.store(order), await service.store(order)];
  for (const id of [first, second]) await service.fiscalize(id);
  const person = await enter(undefined, LOOK);
  await person.open(`${home}/invoices/${second}?environment=test`);
  await person.see(failedWork.cause.ORDER_NUMBER_TAKEN);
  await person.see('Broj 4711 pripada drugom računu ove kase i godine.');
  await person.picture('own-words');
  const words = 'The number 4711 is taken.';
  await service.query(
    `update invoice set failure = jsonb_set(failure::jsonb, '{error}', to_jsonb($2::text))::json
     where id = $1`,
    [second, words],
  );
  await person.page.reload();
  await person.see(failedWork.inEnglish);
  const english = () =>
    person.page.$eval('main details [lang=en]', (text) => [
      text.checkVisibility(),
      text.textContent,
    ]);
  expect(await english()).toEqual([false, words]);
  await person.page.click('main details summary');
  expect(await english()).toEqual([true, words]);
  await person.picture('folded-words');
  await person.close();
});

describe('what the service itself says is in no English', () => {
  const about = { taken: '', offline: '', cashRegisterId: '' };
  const of = (id: string) => `${home}/invoices/${id}`;
  let panel: PanelBrowser;

  /** The sentences of the service in a response of the panel's API. */
  async function sentencesOf(path: string): Promise<string[]> {
    const text = JSON.stringify((await panel.get(path).expect(200)).body);
    const found = text.matchAll(/"text":("(?:[^"\\]|\\.)*"),"said"/g);
    return [...new Set([...found].map(([, sentence]) => JSON.parse(sentence!) as string))];
  }

  beforeAll(async () => {
    panel = await openPanel(service);
    const order = { ...nonCashInvoice({ orderNumber: 4_712 }), colour: 'red' };
    const [first, second] = [await service.store(order), await service.store(order)];
    for (const id of [first, second]) await service.fiscalize(id);
    about.taken = second;
    await service.script({ type: 'http', status: 503 }, { kind: 'invoice' });
    about.offline = (await service.sell(nonCashInvoice())).body.id as string;
    const [row] = await service.query(
      `insert into number_ledger
         (environment, cash_register_id, tcr_code, year, ordinal, event, reason)
       select environment, cash_register_id, tcr_code, year, ordinal, 'freed', $2
       from number_ledger where invoice_id = $1 returning cash_register_id`,
      [about.offline, 'There was no time left to send it.'],
    );
    about.cashRegisterId = String(row?.cash_register_id);
  });

  test.each([
    {
      page: () => of(about.taken),
      path: () => of(about.taken),
      said: ['The order number 4712 belongs', 'colour is not a known field'],
    },
    {
      page: () => `${of(about.offline)}?tab=timeline`,
      path: () => `${of(about.offline)}/timeline`,
      said: ['HTTP status 503 without a fault.'],
    },
    {
      page: () => `${home}/numbers?environment=test&cashRegister=${about.cashRegisterId}`,
      path: () => `${home}/cash-registers/${about.cashRegisterId}/numbers`,
      said: ['There was no time left to send it.'],
    },
    {
      page: () => `${home}/failed?environment=test`,
      path: () => `${home}/failed-work/causes?environment=test`,
      said: ['The order number 4712 belongs'],
    },
    {
      page: () => `${home}/audit?entityId=${about.taken}`,
      path: () => `${home}/audit?by=all&entityId=${about.taken}`,
      said: ['The order number 4712 belongs', 'Create the invoice again with a free orderNumber'],
      unfold: audit.more,
    },
  ])('$said', async ({ page, path, said, unfold }) => {
    const sentences = await sentencesOf(path());
    const shownOnes = said.map(
      (begin) => sentences.find((each) => each.startsWith(begin)) ?? begin,
    );
    const person = await enter(undefined, LOOK);
    await person.open(page());
    if (unfold !== undefined) await person.click('button', unfold);
    for (const each of shownOnes) await person.see(sentenceIn('me', each));
    const shown = await person.text();
    for (const each of sentences) expect(shown).not.toContain(each);
    await person.picture(`own-sentences-${said[0]!.replaceAll(/\W+/g, '-')}`, 'screen');
    await person.close();
  });
});

test('a wrong code leads with one click to the form of the cash register', async () => {
  const id = await refused('software code does not match TCR software code');
  const person = await enter(undefined, LOOK);
  await person.open(`${home}/invoices/${id}?environment=test`);
  await person.see(authority.words.software);
  await person.click('link', failedWork.remedyAction['edit-cash-register']);
  await person.dialog.see(cashRegisters.form.softwareCode);
  await person.picture('codes-of-register', 'screen');
  await person.close();
});

test('the lines have amounts, amounts have cents, and the payment is due on a day', async () => {
  const vat = { rate: 7 };
  const items = [
    { name: 'Knjiga', unit: 'kom', unitPrice: 3.374, quantity: 3, rebatePercentage: 10, vat },
    { name: 'Vijak', unit: 'kom', unitPrice: 1.2345, quantity: 1, vat },
  ];
  const { id } = await service.fiscalized(nonCashInvoice({ items }));
  const draft = await service.store(nonCashInvoice());
  const person = await enter(undefined, LOOK);
  await person.open(`${home}/invoices/${String(id)}?environment=test`);
  await person.see(invoices.detail.lineTotal);
  const text = (await person.text()).replaceAll('\u00a0', ' ');
  const euros = [...text.matchAll(/\d+,(\d+) €/g)].map(([amount]) => amount);
  // The prices of units alone keep what was sent.
  expect(euros.filter((amount) => !/,\d\d €$/.test(amount))).toEqual(['3,374 €', '1,2345 €']);
  const cells = await person.page.$$eval('main tbody tr', (rows) =>
    rows.map((row) => row.lastElementChild?.textContent.replaceAll('\u00a0', ' ')),
  );
  // 3 × 3,374 less 10 %, with VAT of 7 %: 9,747486; 1,2345 with VAT: 1,320915.
  expect(cells).toEqual(['9,75 €', '1,32 €']);
  // Without VAT, and all of it, come to the total.
  expect(text).toMatch(/10,34 €[^€]+10,34 €[^€]+0,72 €[^€]+0,73 €[^€]+11,07 €/);
  expect(text).toContain('21. dec 2026.');
  expect(text).not.toMatch(/21\. dec 2026\. \d/);
  await person.picture('invoice-amounts');
  await person.open(`${home}/invoices/${draft}?environment=test`);
  await person.see(invoices.detail.notSigned);
  await person.close();
});

test('a corrective that is issued while the page of its original is open appears there', async () => {
  const original = await service.fiscalized(cashInvoice());
  const person = await enter(undefined, LOOK);
  await person.open(`${home}/invoices/${String(original.id)}?environment=test`);
  await person.see(invoices.detail.noCorrectives);
  const corrective = await service.fiscalized(cancellationOf(original));
  await person.see(String(corrective.invoiceNumber));
  await person.see(invoices.detail.left.cancelled);
  await person.close();
});

test('an advance shows what it has paid, and what is left of it, as that changes', async () => {
  const item = (unitPrice: number) => ({
    items: [{ name: 'Sto', unit: 'kom', unitPrice, quantity: 1, vat: { rate: 0 } }],
  });
  const advance = await service.fiscalized(nonCashInvoice({ type: 'Advance', ...item(100) }));
  const person = await enter(undefined, LOOK);
  await person.open(`${home}/invoices/${String(advance.id)}?environment=test`);
  const { account } = invoices.detail;
  await person.see(account.title);
  await person.see(account.unused);
  const paid = await service.fiscalized(
    nonCashInvoice({
      paymentMethod: 'ADVANCE',
      advancePaymentIic: advance.iic as string,
      ...item(30),
    }),
  );
  await person.see(String(paid.iic));
  const text = (await person.text()).replaceAll('\u00a0', ' ');
  for (const amount of ['100,00 €', '-30,00 €', '70,00 €']) expect(text).toContain(amount);
  await person.picture('advance');
  await person.close();
});

test.each([
  ['me', 'desktop', 'zamjenjuje i'],
  ['en', 'phone', 'is also replaced by'],
] as const)(
  'Extensions §6: the tax period, and what the invoice replaces, in %s on a %s',
  async (language, screen, warning) => {
    const sold = await service.fiscalized();
    await service.fiscalized(cancellationOf(sold));
    const fields = { taxPeriod: '11/2026', replaces: sold.iic };
    await service.fiscalized(nonCashInvoice(fields));
    const { id } = await service.fiscalized(nonCashInvoice(fields));
    const { detail } = textsOf(language).invoices;
    const person = await enter(undefined, { scheme: 'light', screen, language });
    await person.open(`${home}/invoices/${String(id)}?environment=test`);
    for (const text of [detail.taxPeriod, '11/2026', detail.replaces, String(sold.iic), warning]) {
      await person.see(text);
    }
    await person.picture('replacing-invoice');
    await person.close();
  },
);

test('the button that shows a password is named in the reader’s language', async () => {
  const person = await chromium.person(service.stack.adminUrl, LOOK);
  await person.open('/sign-in');
  await person.page.waitForSelector('input[type="password"]');
  await person.click('button', shell.action.togglePassword);
  expect(await person.page.$('input[type="password"]')).toBeNull();
  await person.close();
});
