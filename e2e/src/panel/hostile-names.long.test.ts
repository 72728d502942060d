// What an attacker can do to the person at the panel: names that are programs, a planted session,
// a page of another origin that sends its forms here.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOfPdf } from '@fiscal/testbed/pdf-reader';
import { describe, expect, test } from '@jest/globals';
import { cashInvoice } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import type { PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { seedShop } from './seeded-company.ts';
import { companyPlaces, operatorPlaces } from './places.ts';
import { textsOf } from './texts.ts';

/**
 * HTML, a script, a template, a reference to another text; the rest is written from right to left.
 */
const MARKUP = '"><img src=x onerror="ran=1"><script>ran=1</script>{{name}}$t(product)';
const EVIL = `${MARKUP}\u202Ezlo`;
const LONG = 'Ž'.repeat(80);
const WORDS = {
  company: `${EVIL} ${LONG}`,
  address: EVIL,
  town: LONG,
  register: EVIL,
  key: EVIL,
  member: EVIL,
  items: [EVIL, LONG, MARKUP],
  buyer: `${EVIL} ${LONG}`,
  note: `${LONG} ${EVIL}`,
  reason: EVIL,
  refusal: EVIL,
};

const environment = { EFI_FAILURES_TO_OPEN: '100000' };
const { service, chromium, enter } = await startPanel({ prints: true, environment });
const shop = await seedShop(service, WORDS);
const operator = await enter();

/** All that can be read on the page, fields included, and what the names have done to it. */
async function look(person: PanelUser) {
  await person.rest();
  return person.page.evaluate(() => ({
    text: [
      document.body.innerText,
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
    ].join('\n'),
    ran: (window as unknown as { ran?: unknown }).ran,
    intruders: document.querySelectorAll('img[src="x"], body script:not([src])').length,
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
}

const HARMLESS = { ran: undefined, intruders: 0, excess: 0 };

/** Pages that show an attacker's names; every page of a company shows the company's. */
const WITH_ATTACKER_NAMES = [
  'companies',
  'all-invoices',
  'all-failed',
  'all-offline',
  'users',
  'all-audit',
];
const names = { register: '', key: '', invited: '' };
const NAMES_OF_PAGES = [
  ...operatorPlaces(textsOf('en')).map(({ name }) => name),
  'start',
  'profile',
  'certificates',
  'cash-registers',
  'api-keys',
  'members',
  'audit',
  'inspector',
  'invoices',
  'numbers',
  'failed',
  'offline',
  'invoice-credit-invoice',
  'invoice-credit-timeline',
  'invoice-credit-messages',
  'invoice-credit-pdf',
  'invoice-corrective',
  'invoice-failed',
  'invoice-dismissed',
  'invoice-offline',
  'invoice-draft',
];

test.each(NAMES_OF_PAGES)('a name that is a program is only a name: %s', async (name) => {
  const texts = textsOf('en');
  const places = [...operatorPlaces(texts), ...companyPlaces(shop, names, texts)];
  const place = places.find((each) => each.name === name)!;
  await operator.open(place.path);
  await place.prepare?.(operator);
  const { text, ...done } = await look(operator);
  expect(done).toEqual(HARMLESS);
  const isOfCompany = place.path.startsWith('/companies/') && name !== 'new-company';
  if (isOfCompany || WITH_ATTACKER_NAMES.includes(name)) expect(text).toContain(EVIL);
  expect(operator.complaints).toEqual([]);
});

test('the questions about a thing of that name ask about it', async () => {
  const { cashRegisters, apiKeys, people } = textsOf('en');
  const actions = '[aria-haspopup="menu"][aria-label*="onerror"]';
  const ask = async (page: string, item: string | null, question: string) => {
    await operator.open(`${shop.path}/${page}?environment=test`);
    if (item !== null) {
      await operator.page.locator(actions).click();
      await operator.click('menuitem', item);
    } else await operator.click('button', cashRegisters.tcr.action);
    await operator.dialog.see(question);
    const { text, ...done } = await look(operator);
    expect(done).toEqual(HARMLESS);
    expect(await operator.dialog.text()).toContain(EVIL);
    expect(text).toContain(EVIL);
  };
  await ask('cash-registers', null, cashRegisters.tcr.askTitle);
  await ask('api-keys', apiKeys.rotate.action, apiKeys.rotate.overlap);
  await ask('api-keys', apiKeys.revoke.action, apiKeys.revoke.title);
  await ask('members', people.disable, people.ask.title);
  await ask('members', people.inviteAgain, people.invitation['hand-over'].title);
  expect(operator.complaints).toEqual([]);
});

describe('an invoice with such names', () => {
  const solid = (text: string) => text.replaceAll(/\s/g, '');

  test('has them as text in its PDF', async () => {
    const { body } = await shop.till.pdf(`/api/invoices/${shop.invoices.credit}/pdf`);
    const printed = solid(await textOfPdf(body as Buffer));
    expect(printed.split(solid(MARKUP)).length).toBeGreaterThan(3);
  });

  test('is sent to the authority in well-formed XML that says the same', async () => {
    const [row] = await service.query('select * from submission where invoice_id = $1', [
      shop.invoices.credit,
    ]);
    const message = String(
      Object.values(row ?? {}).find((value) => String(value).includes('<RegisterInvoiceRequest')),
    );
    const shown = await operator.page.evaluate((xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      return {
        isBroken: parsed.querySelector('parsererror') !== null,
        texts: [...parsed.querySelectorAll('*')].flatMap((each) =>
          [...each.attributes].map(({ value }) => value),
        ),
      };
    }, message);
    expect(shown.isBroken).toBe(false);
    expect(shown.texts).toContainEqual(expect.stringContaining(MARKUP));
  });
});

describe('characters that no text may hold', () => {
  const FORBIDDEN = ['\u0000', '\u0007', '\u001B', '\uD800', '\uFFFE'];

  test.each(FORBIDDEN)('are refused in what people write in the panel: %j', async (character) => {
    const name = `Radnja${character}`;
    const { path, panel } = shop;
    const responses = [
      await panel.patch(path, { name }),
      await panel.post(`${path}/api-keys`, { environment: 'test', name }),
      await panel.post(`${path}/members`, { email: 'neko@pekara.example', name }),
      await panel.post(`${path}/failed-work/dismiss`, {
        invoiceIds: [shop.invoices.failed],
        reason: name,
      }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });

  test.each(FORBIDDEN)('are refused in the texts of an invoice: %j', async (character) => {
    const [item] = cashInvoice().items;
    const items = [{ ...item, name: `Hljeb${character}` }];
    const { status } = await shop.till.post('/api/invoices/draft', cashInvoice({ items }));
    expect(status).toBe(400);
  });
});

describe('a session', () => {
  const cookieOf = async (person: PanelUser) => {
    const cookies = await person.page.browserContext().cookies();
    return cookies.filter(({ name }) => name.endsWith('fiscal_session'));
  };

  test('is not the one that was planted before', async () => {
    const { adminUrl, demo } = service.stack;
    const person = await chromium.person(adminUrl);
    const { hostname: domain } = new URL(adminUrl);
    const planted = { name: 'fiscal_session', value: 'p'.repeat(43), domain, path: '/admin' };
    await person.page.browserContext().setCookie(planted);
    await person.signIn(demo.operator);
    const [cookie, ...others] = await cookieOf(person);
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/admin' });
    expect(cookie?.value).not.toBe(planted.value);
    const response = await fetch(`${adminUrl}/api/companies`, {
      headers: { Cookie: `fiscal_session=${planted.value}` },
    });
    expect(response.status).toBe(401);
    await person.close();
  });

  test('that has ended shows nothing when the person goes back', async () => {
    const { shell, signIn } = textsOf('en');
    const person = await enter(shop.admin);
    await person.open(`${shop.path}/api-keys`);
    await person.see(EVIL);
    const [cookie] = await cookieOf(person);
    await person.click('button', shell.account.menu);
    await person.click('menuitem', shell.account.signOut);
    await person.see(signIn.lead);
    await person.page.goBack();
    await person.see(signIn.lead);
    expect(await person.text()).not.toContain('onerror');
    const response = await fetch(`${service.stack.adminUrl}/api/session`, {
      headers: { Cookie: `fiscal_session=${String(cookie?.value)}` },
    });
    expect(response.status).toBe(401);
    await person.close();
  });

  // Another port of one host is another origin but the same site: the cookie goes along.
  test('takes no order from a page of another origin', async () => {
    const calls = `${service.stack.adminUrl}/api`;
    const pause = `${calls}/companies/${shop.companyId}/pause`;
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<form method="post" action="${pause}" enctype="text/plain">
        <input name='{"a":"' value='"}'><button>Osvojili ste nagradu</button></form>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const page = await operator.page.browserContext().newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      const read = await page.evaluate(
        async (urls) => {
          const send = (url: string, type: string, mode: RequestMode) =>
            fetch(url, {
              method: 'POST',
              credentials: 'include',
              mode,
              body: '{}',
              headers: { 'Content-Type': type },
            }).then(
              async (received) => `${received.type} ${await received.text()}`,
              () => 'not allowed',
            );
          return [
            await send(urls.pause, 'text/plain', 'no-cors'),
            await send(urls.pause, 'application/json', 'cors'),
            await send(urls.signOut, 'text/plain', 'no-cors'),
          ];
        },
        { pause, signOut: `${calls}/sign-out` },
      );
      // Not even the refusal can be read there.
      expect(read).toEqual(['not allowed', 'not allowed', 'not allowed']);
      const [response] = await Promise.all([
        page.waitForNavigation(),
        page.locator('button').click(),
      ]);
      expect(response?.status()).toBeGreaterThanOrEqual(400);
      await page.close();
    } finally {
      server.close();
    }
    const { body } = await shop.panel.get(shop.path);
    expect((body as Body).status).toBe('active');
    await operator.open('/companies');
    await operator.see(textsOf('en').companies.list.intro);
  });
});
