// An invoice is found as people ask for it, in one company and in all, and what was found is still
// there when one comes back from an invoice or from another company.

import { expect, test } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import { openTills } from '../reliability/tills.ts';
import { BUYER, cashInvoice, nonCashInvoice } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { violationsOf } from './accessibility.ts';
import type { Look, PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { inviteAdmin } from '../admin/company-admin.ts';
import { textsOf } from './texts.ts';
import { testIn } from './tours/looks.ts';

const { invoices: texts, shell, certificates, problems } = textsOf('en');
/** More than a page holds. */
const DRAFTS = 60;

const { service, companyId: demo, enter } = await startPanel();
const till = (await openTills(service, 1))();
const path = `/companies/${till.company.id}`;
const list = `${path}/invoices?environment=test`;
const buyer = { ...BUYER, name: 'Poslastičarnica „Đurđević“ d.o.o.' };
const items = [{ name: 'Torta', unitPrice: 1234.56, quantity: 1, vat: { rate: 0 } }];
const { body: sold } = (await till.sell(
  nonCashInvoice({
    items,
    buyer,
    orderNumber: 12,
    note: 'Narudžba za Ljubicu',
    externalId: 'K1-2026-000012',
  }),
)) as { body: Body };
for (let n = 0; n < DRAFTS; n += 1) await till.store(cashInvoice({ note: `sladoled ${n}` }));
const number = String(sold.invoiceNumber);
const operator = await enter();

/** Pastes it in the place of what was there. */
const searched = async ({ page }: PanelUser, text: string) => {
  const field = await page.waitForSelector('main input[type="search"]');
  await field!.click({ count: 3 });
  await page.keyboard.sendCharacter(text);
  await page.waitForFunction(
    (wanted) => new URLSearchParams(location.search).get('search') === wanted,
    {},
    text,
  );
};
const rowsOf = ({ page }: PanelUser) =>
  page.evaluate(() => document.querySelectorAll('main tbody tr, main ul[aria-label] > li').length);
const onlyOne = ({ page }: PanelUser) =>
  page.waitForFunction(() => document.querySelectorAll('main tbody tr').length === 1);

test('an invoice is found by parts of buyer and note, amount, number, its externalId, codes and its QR link', async () => {
  await operator.open(list);
  const [, , year] = number.split('/');
  const { iic, fic, verificationUrl } = sold as Record<string, string>;
  const asked = ['durdevic', 'ĐURĐ', 'ljubicu', '1.234,56 €', '1234.56', `12/${year}`, number];
  const codes = [
    'K1-2026-000012',
    iic!.slice(0, 6),
    iic!.slice(-8).toLowerCase(),
    fic!.slice(-6),
    verificationUrl!,
  ];
  for (const text of [...asked, ...codes]) {
    await searched(operator, 'nema takvog računa');
    await operator.see(texts.list.noneFound);
    await searched(operator, text);
    await onlyOne(operator);
    await operator.see(number);
    await operator.see(buyer.name);
    if (text === codes[0]) await operator.picture('found-by-external-id');
  }
  await operator.see(texts.list.orderNumber);
});

test('a search that ends before all was searched says how far it came, and goes on by itself', async () => {
  const person = await enter();
  const { page } = person;
  const searchedTo = new Date(Date.now() + 86_400_000).toISOString();
  const nextCursor = Buffer.from(`${searchedTo} ${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`);
  const early = { invoices: [], searchedTo, nextCursor: nextCursor.toString('base64url') };
  const rest = new AbortController();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname, searchParams: asked } = new URL(request.url());
    const isSearch = pathname.endsWith('/invoices') && asked.get('search') === 'durdevic';
    if (!isSearch) void request.continue();
    else if (!asked.has('cursor'))
      void request.respond({ status: 200, body: JSON.stringify(early) });
    else rest.signal.addEventListener('abort', () => void request.continue());
  });
  await person.open(list);
  await searched(person, 'durdevic');
  const [soFar = ''] = texts.list.searchedTo.split('{{');
  await person.see(soFar);
  expect(await person.text()).not.toContain(texts.list.noneFound);
  await person.picture('search-goes-on', 'screen');
  rest.abort();
  await onlyOne(person);
  await person.see(number);
  expect(await person.text()).not.toContain(soFar);
  await person.close();
});

test('the way back from an invoice leads to the same filter and place', async () => {
  await operator.open(`${list}&search=sladoled`);
  await operator.click('button', shell.action.more);
  await operator.see(shell.state.allShown);
  expect(await rowsOf(operator)).toBe(DRAFTS);
  const { page } = operator;
  const before = await page.evaluate(() => {
    const link = [...document.querySelectorAll<HTMLElement>('main tbody a')].at(-5)!;
    link.scrollIntoView({ block: 'center' });
    return new Promise<number>((done) =>
      requestAnimationFrame(() => {
        const { scrollY } = window;
        link.click();
        done(scrollY);
      }),
    );
  });
  expect(before).toBeGreaterThan(1_000);
  await operator.see(texts.detail.tabs.timeline);
  await operator.click('tab', texts.detail.tabs.timeline);
  await operator.see(texts.timeline.kind.created);
  await operator.click('link', texts.detail.back);
  await page.waitForFunction((place) => Math.abs(window.scrollY - place) < 3, {}, before);
  expect(new URL(page.url()).search).toBe('?environment=test&search=sladoled');
  expect(await rowsOf(operator)).toBe(DRAFTS);
});

test('another company is opened on the same page', async () => {
  const panel = await openPanel(service);
  const { body } = await panel.get(`/companies/${demo}`);
  const { name, tin } = body as Record<string, string>;
  const switchCompany = async () => {
    await operator.click('button', `${shell.company.switch}: ${till.company.name}`);
    await operator.fill(shell.company.search, name!);
    await operator.click('option', `${name} ${tin}`);
  };
  await operator.open(`${path}/certificates`);
  await operator.see(certificates.title);
  await switchCompany();
  await operator.page.waitForFunction(
    (wanted) => location.pathname.endsWith(wanted),
    {},
    `/companies/${demo}/certificates`,
  );
  await operator.open(`${path}/invoices/${String(sold.id)}`);
  await switchCompany();
  await operator.page.waitForFunction(
    (wanted) => location.pathname.endsWith(wanted),
    {},
    `/companies/${demo}/invoices`,
  );
});

test('a list of companies that cannot be read says so', async () => {
  const person = await enter();
  await person.open(list);
  await person.breakCalls(/\/companies(\?|$)/);
  await person.click('button', `${shell.company.switch}: ${till.company.name}`);
  await person.see(problems.title);
  await person.picture('companies-failed', 'screen');
  await person.close();
});

test('operators find an invoice of any company, and come back to what they had found', async () => {
  await operator.open('/invoices?environment=test&search=durdevic');
  await onlyOne(operator);
  await operator.see('Radnja d.o.o.');
  await operator.click('link', number);
  await operator.see(texts.detail.tabs.timeline);
  await operator.click('link', texts.detail.back);
  await operator.page.waitForFunction(
    () =>
      location.search === '?environment=test&search=durdevic' &&
      location.pathname.endsWith('/invoices'),
  );
  await operator.see(number);
});

test('for a company’s own people there is no list of all companies', async () => {
  const account = await inviteAdmin(service, await openPanel(service), till.company.id);
  const owner = await enter(account);
  await owner.open('/invoices?environment=test');
  await owner.see(shell.noAccess.title);
  expect(await owner.text()).not.toContain(number);
  await owner.close();
});

const LOOKS: Look[] = [
  { scheme: 'light', screen: 'desktop', language: 'en' },
  { scheme: 'dark', screen: 'desktop', language: 'me' },
  { scheme: 'light', screen: 'phone', language: 'me' },
  { scheme: 'dark', screen: 'phone', language: 'en' },
];

testIn(LOOKS)('the lists are read without a fault: $scheme, $screen, $language', async (look) => {
  const person = await enter(undefined, look);
  const { invoices, shell: frame } = textsOf(look.language);
  for (const [name, at] of [
    ['all-invoices', '/invoices?environment=test'],
    ['invoices', list],
  ] as const) {
    await person.open(at);
    await searched(person, 'torta đurđević');
    await person.see(invoices.list.noneFound);
    await searched(person, 'đurđević');
    await person.see(number);
    await person.rest();
    expect(await violationsOf(person.page)).toEqual([]);
    await person.picture(`${name}-found`, 'screen');
    await person.click('button', frame.filters.clear);
    await person.see('sladoled');
    await person.picture(`${name}-all`, 'screen');
  }
  expect(person.complaints).toEqual([]);
  await person.close();
});
