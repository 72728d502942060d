// The panel of a service that has sold nothing live, in a browser without settings: what a
// stranger sees first.

import { expect, test } from '@jest/globals';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

const { service, chromium, companyId } = await startPanel({ isLiveConnected: false });
const { invoiceNumber } = (await service.createAndPrint()).body as { invoiceNumber: string };
const [me, en] = [textsOf('me'), textsOf('en')];

/** A tab without the language and colours that tests of the panel begin with. */
async function newVisit() {
  const person = await chromium.person(service.stack.adminUrl);
  const page = await person.page.browserContext().newPage();
  page.setDefaultTimeout(60_000);
  const see = (words: string) =>
    page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, words);
  return {
    page,
    see,
    signIn: async () => {
      const { email, password } = service.stack.demo.operator;
      await page.goto(`${service.stack.adminUrl}/sign-in`);
      await page.locator('input[type="email"]').fill(email);
      await page.locator('input[type="password"]').fill(password);
      await page.locator('button[type="submit"]').click();
    },
    close: () => person.close(),
  };
}

const localeOf = async () => {
  const { email } = service.stack.demo.operator;
  const [row] = await service.query('select locale from app_user where email = $1', [email]);
  return row?.locale;
};

test('an account that was never signed in reads the language of its browser, and keeps its choice', async () => {
  const first = await newVisit();
  await first.signIn();
  await first.see(en.overview.intro);
  expect(await localeOf()).toBe('en');
  await first.page.reload();
  await first.see(en.overview.intro);
  await first.close();

  await service.query(`update app_user set locale = 'me' where locale = 'en'`);
  const later = await newVisit();
  await later.signIn();
  await later.see(me.overview.intro);
  await later.close();
});

test('where nothing was sold live, every page opens on test and shows what was sold', async () => {
  const { page, see, signIn, close } = await newVisit();
  await signIn();
  await see(me.overview.intro);
  for (const path of ['/invoices', `/companies/${companyId}/invoices`]) {
    await page.goto(service.stack.adminUrl + path);
    await see(invoiceNumber);
    expect(new URL(page.url()).search).toBe('');
  }
  await page.goto(`${service.stack.adminUrl}/companies/${companyId}/today`);
  await see(me.today.sales.title);
  await close();
});

test('the link of an invoice leads to what the simulator has registered', async () => {
  const { body } = (await service.createAndPrint()) as { body: Record<string, string> };
  const { page, see, close } = await newVisit();
  await page.goto(String(body.verificationUrl));
  await see('Registered');
  await see(String(body.fic));
  await see('This is a simulator');
  expect(await page.$eval('h1', (heading) => heading.className)).toBe('registered');
  await page.goto(String(body.verificationUrl).replace(/prc=[\d.]+/, 'prc=0.01'));
  await see('The data differ');
  await page.goto(String(body.verificationUrl).replace(/iic=\w/, 'iic=<b>'));
  await see('Not registered');
  expect(await page.$('b')).toBeNull();
  await close();
});
