// Forms in a real Chromium: what is wrong is said and shown, what was typed survives, and two
// people who change the same thing do not overwrite each other.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice } from '../service/running-service.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { violationsOf } from './accessibility.ts';
import type { Look, PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { inviteAdmin } from '../admin/company-admin.ts';
import { textsOf } from './texts.ts';
import { inTurn, testIn } from './tours/looks.ts';

const LOOKS: readonly Look[] = [
  { language: 'en', screen: 'laptop', scheme: 'light' },
  { language: 'me', screen: 'phone', scheme: 'dark' },
];

const CODES = { software: 'ss123ss123', maintainer: 'mm123mm123' };
const { service, companyId, enter } = await startPanel({
  environment: { PROVIDER_TEST_CODES: `${CODES.software},${CODES.maintainer}` },
});
const panel = await openPanel(service);
const home = `/companies/${companyId}`;
let owner: { email: string; password: string };

beforeAll(async () => {
  owner = await inviteAdmin(service, panel, companyId);
});

const people: PanelUser[] = [];
afterAll(() => {
  expect(people.flatMap(({ complaints }) => complaints)).toEqual([]);
});

async function ownerAt(path: string, look: Look): Promise<PanelUser> {
  const person = await enter(owner, look);
  people.push(person);
  await person.open(home + path);
  return person;
}

async function look(person: PanelUser, name: string): Promise<void> {
  await person.rest();
  await person.picture(name, 'screen');
  expect(await violationsOf(person.page)).toEqual([]);
}

/** The label of the field that has the focus, where it can be seen; else nothing. */
const focused = ({ page }: PanelUser) =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement | null;
    const { top = -1, bottom = -1 } = field?.getBoundingClientRect() ?? {};
    const isSeen = top >= 0 && bottom <= window.innerHeight;
    return isSeen ? field?.labels?.[0]?.textContent : undefined;
  });

const summary = (count: number, words: ReturnType<typeof textsOf>) =>
  words.shell.form[count === 1 ? 'wrong_one' : 'wrong'].replace('{{count}}', String(count));

testIn(LOOKS)(
  'a form that is refused says so at the top and shows the first wrong field: $language $screen',
  async (as) => {
    const words = textsOf(as.language);
    const person = await ownerAt('/profile', as);
    await person.fill(words.companies.field.address, ' ');
    await person.fill(words.companies.field.town, ' ');
    await person.click('button', words.shell.action.save);
    await person.see(words.companies.problem.missing);
    expect(await focused(person)).toBe(words.companies.field.address);
    await look(person, 'form-wrong');
    // What the API alone knows is said in the same way.
    const { address, town } = words.companies.field;
    for (const [label, text] of [
      [address, 'Njegoševa 1'],
      [town, 'x'.repeat(300)],
    ] as const) {
      // The summary leads to the field.
      await person.click('button', label);
      await person.page.keyboard.type(text);
    }
    await person.click('button', words.shell.action.save);
    await person.see(summary(1, words));
    await person.pause();
    expect(await focused(person)).toBe(town);
    await look(person, 'form-refused');
    await person.close();
  },
);

testIn(LOOKS)(
  'what was typed survives the end of the session, and the sign-in says why: $language $screen',
  async (as) => {
    const words = textsOf(as.language);
    const person = await ownerAt('/profile', as);
    const town = `Kotor ${as.language}`;
    await person.fill(words.companies.field.town, town);
    await service.query('delete from user_session');
    // A read behind the page may meet the ended session before the person does: then there is no
    // button.
    await person.page.evaluate((save) => {
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === save)?.click();
    }, words.shell.action.save);
    await person.see(words.signIn.reason.ended);
    await look(person, 'sign-in-reason');
    await person.fill(words.signIn.email, owner.email);
    await person.fill(words.signIn.password, owner.password);
    await person.click('button', words.signIn.submit);
    // The panel takes the account's language; this person reads the one that was asked for.
    await person.seeNo(words.signIn.password);
    await person.page.reload();
    await person.see(words.shell.draft.title);
    await look(person, 'draft-offered');
    await person.click('button', words.shell.draft.restore);
    await person.click('button', words.shell.action.save);
    await person.see(words.companies.profile.saved);
    const [row] = await service.query('select town from company where id = $1', [companyId]);
    expect(row?.town).toBe(town);
    await person.close();
  },
);

testIn(LOOKS)(
  'who changes what another has changed chooses what stays: $language $screen',
  async (as) => {
    const words = textsOf(as.language);
    const operator = await openPanel(service);
    const person = await ownerAt('/profile', as);
    const { field } = words.companies;
    await person.fill(field.address, `Obala 1 ${as.language}`);
    await person.fill(field.town, 'Tivat');
    await operator.patch(home, { town: `Bar ${as.language}`, bankAccount: `510-${as.language}` });
    await person.click('button', words.shell.action.save);
    await person.see(words.shell.conflict.title);
    await person.pause();
    await look(person, 'conflict');
    await person.see(`: Bar ${as.language}`);
    await person.page.click('input[type=radio][value=theirs]');
    await person.click('button', words.shell.conflict.save);
    await person.see(words.companies.profile.saved);
    await person.seeNo(words.shell.conflict.title);
    await look(person, 'conflict-solved');
    const [row] = await service.query('select * from company where id = $1', [companyId]);
    // One value each was chosen, and what only the other had changed stays.
    expect(row).toMatchObject({
      address: `Obala 1 ${as.language}`,
      town: `Bar ${as.language}`,
      bank_account: `510-${as.language}`,
    });
    await person.close();
  },
);

test('the first test invoice is a button', async () => {
  for (const as of inTurn(LOOKS)) {
    const person = await ownerAt('/start', as);
    await person.rest();
    await person.picture('start');
    await person.close();
  }
  const { start } = textsOf('en');
  const person = await ownerAt('/start', LOOKS[0]!);
  await person.click('button', start.test.issue);
  await person.see(start.allDone);
  await look(person, 'start-done');
  await person.close();
});

testIn(LOOKS)('a new cash register begins with the codes of the provider: $screen', async (as) => {
  const words = textsOf(as.language);
  const person = await ownerAt('/cash-registers?environment=test', as);
  await person.click('button', words.cashRegisters.add);
  await person.pause();
  const values = await person.page.$$eval('[role=dialog] input', (all) =>
    all.map(({ value }) => value),
  );
  expect(values).toEqual(expect.arrayContaining([CODES.software, CODES.maintainer]));
  await person.dialog.see(words.cashRegisters.form.ofProvider);
  await person.dialog.click('button', words.shell.action.save);
  await person.pause();
  expect(await focused(person)).toBe(words.cashRegisters.form.name);
  await look(person, 'register-wrong');
  await person.close();
});

test('a live company without a live invoice is warned above its invoices', async () => {
  for (const as of inTurn(LOOKS)) {
    const words = textsOf(as.language).start;
    const person = await ownerAt('/invoices?environment=test', as);
    await person.see(words.live.isLiveWithout);
    await look(person, 'only-test');
    await person.click('link', words.live.toSteps);
    await person.see(words.title);
    await person.close();
  }
});

test('a company that was created is followed by the offer to invite its owner', async () => {
  const words = textsOf('me');
  const operator = await enter(service.stack.demo.operator, LOOKS[1]);
  people.push(operator);
  await operator.open('/companies/new');
  const { field } = words.companies;
  await operator.fill(field.tin, '02999999');
  await operator.fill(field.name, 'Pekara Žito');
  await operator.fill(field.address, 'Njegoševa 1');
  await operator.fill(field.town, 'Nikšić');
  await operator.click('button', words.companies.create.submit);
  await operator.see(words.start.owner.title);
  await look(operator, 'owner-offer');
  await operator.click('link', words.start.owner.action);
  await operator.dialog.see(words.people.form.email);
  await look(operator, 'owner-invite');
  await operator.dialog.click('button', words.people.form.submit);
  await operator.pause();
  expect(await focused(operator)).toBe(words.people.form.name);
  await operator.close();
});

testIn(LOOKS)('days are typed and chosen as the reader writes them: $screen', async (as) => {
  const words = textsOf(as.language);
  const person = await ownerAt('/invoices?environment=test', as);
  const { from } = words.invoices.list;
  const [typed, chosen] =
    as.language === 'me' ? ['01.11.2026.', '15.11.2026.'] : ['01/11/2026', '15/11/2026'];
  if (as.screen === 'phone') await person.click('button', words.shell.filters.title);
  await person.fill(from, typed);
  await person.pause();
  await look(person, 'calendar');
  await person.page.keyboard.press('Enter');
  await person.page.waitForFunction(() => location.search.includes('from=2026-11-01'));
  await person.open(`/companies/${companyId}/invoices?environment=test&from=2026-11-01`);
  // The field may be drawn shortly after the address has changed.
  const showsInField = (text: string) =>
    person.page.waitForFunction(
      (wanted) =>
        document.querySelector<HTMLInputElement>('input[value*="2026"]')?.value === wanted,
      {},
      text,
    );
  await showsInField(typed);
  if (as.screen === 'phone') await person.click('button', `${words.shell.filters.title} (1)`);
  await person.click('textbox', from);
  await person.page.locator('button[aria-label^="15 "]').click();
  await person.page.waitForFunction(() => location.search.includes('from=2026-11-15'));
  await showsInField(chosen);
  await person.close();
});

test('prices show every decimal, and the authority’s words stand beside their translation', async () => {
  const vat = { rate: 21 };
  const items = [{ name: 'Vijak', unit: 'kom', unitPrice: 1.2345, quantity: 2, vat }];
  const { id } = await service.fiscalized(cashInvoice({ items }));
  await service.script({ type: 'fault', code: 11, message: 'Total VAT amount is wrong' });
  const refused = await service.sell(nonCashInvoice());
  const { invoiceId } = refused.body as { invoiceId: string };
  for (const as of inTurn(LOOKS)) {
    const { authority } = textsOf(as.language);
    const person = await ownerAt(`/invoices/${String(id)}?environment=test`, as);
    await person.see(as.language === 'en' ? '1.2345' : '1,2345');
    await look(person, 'exact-price');
    await person.open(`${home}/invoices/${invoiceId}?environment=test`);
    await person.see('Total VAT amount is wrong');
    await person.see(authority.words.vatTotal);
    await look(person, 'authority-words');
    await person.close();
  }
});
