// What a browser has to fetch before it shows the panel's sign-in, and then the first page
// behind it. On a phone in a shop's back room this is what makes it quick or slow. Counted are
// bytes, as they go over the wire; how long they take is the network's.

import { expect, test } from '@jest/globals';
import { inviteAdmin } from '../admin/company-admin.ts';
import { openPanel } from '../admin/panel-browser.ts';
import type { PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

/** Of scripts, compressed: from the address of the panel to the first page after the sign-in. */
const BUDGET_BYTES = 160_000;
/** Of files of scripts, each a request. */
const BUDGET_FILES = 9;
/** Of everything that one page fetches from an empty cache, with its own headers and calls. */
const PAGE_BYTES = 200_000;
const PAGE_REQUESTS = 14;

const { signIn, overview, shell, today } = textsOf('en');

const { service, chromium, companyId, enter } = await startPanel();

/** Everything that the tab has fetched so far. */
async function scriptsOf({ page }: PanelUser): Promise<{ name: string; bytes: number }[]> {
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming;
      return { name: new URL(name).pathname, bytes: encodedBodySize };
    }),
  );
  return entries.filter(({ name }) => name.endsWith('.js'));
}

function sum(scripts: readonly { bytes: number }[]): number {
  return scripts.reduce((total, { bytes }) => total + bytes, 0);
}

test('the scripts of the sign-in and of the first page behind it stay within their budget', async () => {
  const { email, password } = service.stack.demo.operator;
  const operator = await chromium.person(service.stack.adminUrl);
  await operator.open('/');
  await operator.see(signIn.submit);
  const before = await scriptsOf(operator);
  expect(before.length).toBeGreaterThan(3);
  expect(before.filter(({ bytes }) => bytes === 0)).toEqual([]);

  await operator.fill(signIn.email, email);
  await operator.fill(signIn.password, password);
  await operator.click('button', signIn.submit);
  await operator.see(overview.unsold.title);
  await operator.rest();
  const after = await scriptsOf(operator);
  expect(after.length).toBeGreaterThan(before.length);
  expect(sum(after)).toBeLessThanOrEqual(BUDGET_BYTES);
  expect(after.length).toBeLessThanOrEqual(BUDGET_FILES);
  await operator.close();
});

const FIRST_PAGES = [
  {
    page: '/sign-in',
    words: signIn.submit,
    visitor: () => chromium.person(service.stack.adminUrl),
  },
  { page: '/overview', words: overview.unsold.title, visitor: enter },
  {
    page: '/companies/…/today?environment=test',
    words: today.sales.title,
    visitor: async () => {
      await service.createAndPrint().expect(201);
      return enter(await inviteAdmin(service, await openPanel(service), companyId));
    },
  },
];

test.each(FIRST_PAGES)(
  'from an empty cache $page is fetched within its budget',
  async ({ page, words, visitor }) => {
    const person = await visitor();
    const requests: string[] = [];
    let bytes = 0;
    const network = await person.page.createCDPSession();
    network.on('Network.requestWillBeSent', ({ request }) => requests.push(request.url));
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await network.send('Network.enable');
    await person.open(page.replace('…', companyId));
    await person.see(words);
    await person.rest();
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(PAGE_BYTES);
    // A browser with a screen also asks for the icon.
    expect(requests.length + 1).toBeLessThanOrEqual(PAGE_REQUESTS);
    await person.close();
  },
);

test('what opens from the header is loaded with the first use, and takes the focus from there', async () => {
  const operator = await enter();
  await operator.open('/');
  await operator.see(overview.intro);
  const focused = () =>
    operator.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

  await operator.page.locator(`::-p-aria([name="${shell.account.menu}"][role="button"])`).wait();
  await operator.page.focus(`button[aria-label="${shell.account.menu}"]`);
  await operator.page.keyboard.press('Enter');
  await operator.see(shell.account.signOut);
  await operator.pause();
  await operator.page.keyboard.press('Escape');
  await operator.seeNo(shell.account.signOut);
  await operator.pause();
  expect(await focused()).toBe(shell.account.menu);

  await operator.click('button', shell.company.choose);
  await operator.page.waitForSelector('[role="option"]');
  await operator.pause();
  expect(await focused()).toBe(shell.company.search);
  expect(operator.complaints).toEqual([]);
  await operator.close();
});

test('where a new version has taken a file away, the page says so and keeps what was typed', async () => {
  const operator = await enter();
  await operator.open('/');
  await operator.see(overview.intro);
  await operator.fill(overview.search.label, 'typed before');
  await operator.page.setRequestInterception(true);
  operator.page.on('request', (request) => {
    const isGone = /\/assets\/.*\.js/.test(request.url());
    void (isGone ? request.respond({ status: 404, body: 'gone' }) : request.continue());
  });
  await operator.click('button', shell.account.menu);
  await operator.see(shell.crash.text);
  const typed = await operator.page.$eval('input', (field) => field.value);
  expect(typed).toBe('typed before');

  await operator.click('link', shell.nav.operations);
  await operator.see(shell.crash.title);
  await operator.close();
});
