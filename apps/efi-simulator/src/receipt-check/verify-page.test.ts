// The page of the QR codes: what is registered beside what the link says, whoever wrote the link.

import { afterAll, expect, test } from '@jest/globals';
import {
  cancellationOf,
  goodInvoice,
  NOW_TEXT,
  SOFTWARE,
  TCR,
  TIN,
  UNIT,
} from '../testing/drafts.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const { ledger, ...running } = await startRunning(await makeKeys());
const { answer: fic } = await running.sendInvoice(goodInvoice());
const { iic } = running.lastInvoice();
await running.sendInvoice(cancellationOf(goodInvoice(), iic, 2));
const corrective = running.lastInvoice();
const [registered] = ledger.view({ iic }).invoices;

afterAll(() => running.stop());

const link: Record<string, string> = {
  iic,
  tin: TIN,
  crtd: NOW_TEXT,
  ord: String(registered?.ordinal),
  bu: UNIT,
  cr: TCR,
  sw: SOFTWARE,
  prc: String(registered?.totalPrice),
};

async function open(values: Record<string, string>) {
  const query = new URLSearchParams(values).toString();
  const response = await fetch(`${running.url}/ic/verify?${query}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

test('what is registered is shown, with its FIC and its correctives', async () => {
  const { status, html } = await open(link);
  expect(status).toBe(200);
  expect(html).toContain('<h1 class="registered">Registered</h1>');
  for (const value of [fic, corrective.iic, ...Object.values(link)]) expect(html).toContain(value);
  expect(html).toContain('This is a simulator');
});

test.each([
  ['tin', '87654321'],
  ['crtd', '2026-07-11T15:51:05+02:00'],
  ['crtd', 'yesterday'],
  ['ord', '2'],
  ['bu', 'aa111aa111'],
  ['cr', 'aa111aa111'],
  ['sw', 'aa111aa111'],
  ['prc', '59.11'],
  ['prc', '59.1'],
])('a link with another %s (%s) differs, and the value is marked', async (name, value) => {
  const { status, html } = await open({ ...link, [name]: value });
  expect(status).toBe(200);
  expect(html).toContain('<h1 class="different">The data differ</h1>');
  expect(html.match(/<td class="different">[^<]*/g)).toEqual([`<td class="different">${value}`]);
});

test.each(Object.keys(link).filter((name) => name !== 'iic'))(
  'a link without %s differs',
  async (name) => {
    const others = Object.fromEntries(Object.entries(link).filter(([each]) => each !== name));
    expect((await open(others)).html).toContain('<td class="different">–</td>');
  },
);

test('the same instant in another zone and a small IIC are the same', async () => {
  const same = { ...link, iic: iic.toLowerCase(), crtd: '2026-07-11T13:51:04Z' };
  expect((await open(same)).html).toContain('<h1 class="registered">');
});

test.each([
  ['that is unknown', { ...link, iic: 'F'.repeat(32) }],
  ['that is none', { ...link, iic: 'x' }],
  ['that is missing', {}],
])('an IIC %s is said to be not registered, with 404', async (_what, values) => {
  const { status, html } = await open(values);
  expect(status).toBe(404);
  expect(html).toContain('<h1 class="missing">Not registered</h1>');
  expect(html).not.toContain(String(fic));
});

const HOSTILE = `"><script>alert(1)</script>'&lt;<img src=x onerror=alert(1)>`;

test.each(['iic', ...Object.keys(link)])('a hostile %s is text, and nothing else', async (name) => {
  const { html, headers } = await open({ ...link, [name]: HOSTILE });
  expect(html).not.toContain('<img');
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="verify.js" defer>']);
  expect(html).toContain('&quot;&gt;&lt;script&gt;');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*script-src 'self'/);
});

test('a value that is given twice is none', async () => {
  const query = new URLSearchParams(link).toString();
  const response = await fetch(`${running.url}/ic/verify?${query}&tin=${TIN}`);
  expect(await response.text()).toContain('<h1 class="different">');
});

test('a look is no receipt check', async () => {
  await open(link);
  expect(ledger.view().receiptChecks).toEqual([]);
});
