// `npm run bench:panel-list`: how long the panel's lists take through HTTP where one company of
// several has a million invoices.

import { addManyInvoices, percentile, withDatabase } from '@fiscal/testbed';
import type { Stack } from '@fiscal/testbed';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from './options.ts';
import { openService } from './service.ts';
import { createShop } from './shop.ts';
import { say, textOfTimes } from './table.ts';

const { invoices: INVOICES, calls: CALLS } = readOptions({ invoices: 1_000_000, calls: 60 });
const WARM_UP = 5;
const YEAR = 2026;
const DAY_MS = 86_400_000;
/** Seven of so many invoices are not Fiscalized: what is rare is found last. */
const RARELY = 100_000;
const OFTEN = 100;

type Shop = Awaited<ReturnType<typeof createShop>>;
type Ask = (path: string) => Promise<{ text: string; ms: number }>;

/**
 * @returns the shop with the most invoices, in which few have troubles, and one in which many have.
 */
async function fill({ databaseUrl }: Stack): Promise<[Shop, Shop]> {
  const [most, troubled, small] = await withDatabase(
    databaseUrl,
    async (db) => [await createShop(db), await createShop(db), await createShop(db)] as const,
  );
  const year = YEAR;
  await addManyInvoices(databaseUrl, most, { year, count: INVOICES, oneIn: RARELY });
  await addManyInvoices(databaseUrl, troubled, { year, count: INVOICES / 10, oneIn: OFTEN });
  await addManyInvoices(databaseUrl, small, { year, count: INVOICES / 100, oneIn: OFTEN });
  return [most, troubled];
}

/** Signs the demo's operator in. */
async function openPanel({ apiUrl, demo }: Stack): Promise<Ask> {
  const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };
  const signedIn = await fetch(`${apiUrl}/admin/api/sign-in`, {
    method: 'POST',
    headers: { ...sameOrigin, 'Content-Type': 'application/json' },
    body: JSON.stringify(demo.operator),
  });
  if (signedIn.status !== 200) throw new Error(`sign-in: ${signedIn.status}`);
  const cookie = signedIn.headers.getSetCookie().map((each) => each.split(';')[0]);
  const headers = { ...sameOrigin, Cookie: cookie.join('; ') };
  return async function ask(path) {
    const begun = performance.now();
    const answer = await fetch(`${apiUrl}/admin/api${path}`, { headers });
    const text = await answer.text();
    const ms = performance.now() - begun;
    if (answer.status === 429) {
      // What one person may ask for within a minute is no part of what is measured.
      await sleep(1_000 * Number(answer.headers.get('Retry-After')));
      return ask(path);
    }
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    return { text, ms };
  };
}

interface List {
  name: string;
  path: string;
}

/** Every list of invoices that the panel shows, of one company. */
async function invoiceLists(ask: Ask, { companyId, tcrCode }: Shop): Promise<List[]> {
  const base = `/companies/${companyId}/invoices?environment=test`;
  const list = (name: string, more: Record<string, string> = {}) => ({
    name,
    path: [base, new URLSearchParams(more)].filter((part) => String(part) !== '').join('&'),
  });
  const iso = (at: number) => new Date(at).toISOString();
  const dayBefore = (days: number) => ({
    from: iso(Date.now() - (days + 1) * DAY_MS),
    to: iso(Date.now() - days * DAY_MS),
  });
  let cursor = '';
  for (let page = 0; page < 20; page += 1) {
    const { text } = await ask(list('', cursor === '' ? {} : { cursor }).path);
    cursor = (JSON.parse(text) as { nextCursor: string }).nextCursor;
  }
  const someday = dayBefore(5);
  const { text } = await ask(list('', someday).path);
  const [one] = (JSON.parse(text) as { invoices: { id: string; iic: string }[] }).invoices;
  if (!one) throw new Error('there is no invoice of that day');
  const statuses = ['Draft', 'Pending', 'Fiscalized', 'Offline', 'Failed'];
  const types = ['Cash', 'NonCash'];
  return [
    list('newest'),
    list('page 21', { cursor }),
    ...statuses.map((status) => list(status, { status })),
    ...types.map((typeOfInvoice) => list(typeOfInvoice, { typeOfInvoice })),
    ...statuses.map((status) => list(`${status} NonCash`, { status, typeOfInvoice: 'NonCash' })),
    list('of a day', someday),
    list('Failed of a day', { ...someday, status: 'Failed' }),
    list('before the first', { to: iso(Date.now() - 3_000 * DAY_MS) }),
    list('with an ordinal', { search: '4711' }),
    list('with a number', { search: `bb123bb123/4713/${YEAR}/${tcrCode}` }),
    list('with a note', { search: 'narudžba-4712' }),
    list('of a buyer', { search: 'Kupac 47' }),
    list('of all buyers', { search: 'Kupac' }),
    list('with two letters', { search: 'pa' }),
    list('with two letters that none has', { search: 'xq' }),
    list('of a buyer’s number', { search: '0000471' }),
    list('with an IIC', { search: one.iic }),
    list('beginning of an IIC', { search: one.iic.slice(0, 6) }),
    list('with an id', { search: one.id }),
    list('with what nothing has', { search: 'there is no such thing' }),
  ];
}

/**
 * The other lists that grow with the invoices, and a call that reads none: what the machine adds to
 * all.
 */
function otherLists({ companyId, cashRegisterId }: Shop): List[] {
  const ofCompany = `/companies/${companyId}`;
  return [
    { name: '(the session alone)', path: '/session' },
    { name: 'failed work: causes', path: `${ofCompany}/failed-work/causes?environment=test` },
    { name: 'failed work', path: `${ofCompany}/failed-work?environment=test` },
    { name: 'waiting for delivery', path: `${ofCompany}/offline-backlog?environment=test` },
    { name: 'numbers', path: `${ofCompany}/cash-registers/${cashRegisterId}/numbers` },
    { name: 'audit log', path: `${ofCompany}/audit` },
    { name: 'companies', path: '/companies' },
  ];
}

async function measure(ask: Ask, { name, path }: List): Promise<number> {
  const times: number[] = [];
  let bytes = 0;
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    const { text, ms } = await ask(path);
    bytes = text.length;
    if (call >= WARM_UP) times.push(ms);
  }
  say(`${name.padEnd(24)} ${textOfTimes(times, [0.5, 0.95])} ${String(bytes).padStart(8)} B`);
  return percentile(times, 0.95);
}

const { stack, close } = await openService();
try {
  // Nothing of what waits is to be sold meanwhile.
  stack.processes.get('worker')?.kill('SIGSTOP');
  const [most, troubled] = await fill(stack);
  const ask = await openPanel(stack);
  let slowest = 0;
  for (const [who, shop] of Object.entries({ most, troubled })) {
    say(`\n${who}: p50, p95 of ${CALLS} calls, bytes of the answer`);
    for (const list of [...(await invoiceLists(ask, shop)), ...otherLists(shop)]) {
      slowest = Math.max(slowest, await measure(ask, list));
    }
  }
  say(`\nthe slowest p95: ${slowest.toFixed(1)} ms`);
} finally {
  stack.processes.get('worker')?.kill('SIGCONT');
  await close();
}
