// A key is rotated while a till sells with it: no call of the till fails until the old key is
// revoked, and none at all if the till has the new one by then.

import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { callerOf } from '../service/caller.ts';
import { startPanel } from './running-panel.ts';

/** "Within 2 seconds" the API says; a busy machine takes its own time. */
const SOON_MS = 5_000;

/** The API notes every 5 s which keys were used. */
const LAST_USE_NOTED_MS = 6_000;

const { service, companyId, enter } = await startPanel();
const person = await enter();

interface Call {
  at: number;
  status: number;
}

/** A till that reads and sells alternately until it is stopped. */
function startTill(key: string) {
  const calls: Call[] = [];
  const stop = new AbortController();
  const caller = callerOf(service, key);
  const running = (async () => {
    while (!stop.signal.aborted) {
      for (const call of [
        () => caller.get('/api/invoices?limit=1'),
        () => caller.createAndPrint(),
      ]) {
        const { status } = await call();
        calls.push({ at: Date.now(), status });
      }
      await sleep(50);
    }
  })();
  return {
    calls,
    /** After so many more calls. */
    more: async (count: number) => {
      const enough = calls.length + count;
      await eventually(
        () => calls.length,
        (made) => made >= enough,
      );
    },
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

/** Every call succeeded: read or sold. */
const refusedOf = (calls: readonly Call[]) =>
  calls.filter(({ status }) => status !== 200 && status !== 201);

const prefixOf = (key: string) => key.slice(0, 13);

test('no call fails while a key is rotated, and the old one ends when it is revoked', async () => {
  const oldKey = service.stack.demo.testKey;
  const [row] = await service.query(
    'select name, prefix from api_key where company_id = $1 and environment = $2',
    [companyId, 'test'],
  );
  const nameOf = (prefix: string) => `${String(row?.name)} (${prefix}…)`;
  const oldPrefix = String(row?.prefix);
  const oldTill = startTill(oldKey);
  try {
    await oldTill.more(4);
    await person.open(`/companies/${companyId}/api-keys?environment=test`);
    await person.click('button', `Actions: ${String(row?.name)}`);
    await person.click('menuitem', 'Rotate');
    await person.dialog.see('The one so far works on for the chosen time');
    await person.dialog.click('radio', '1 hour');
    await person.picture('key-rotate', 'screen');
    await person.dialog.click('button', 'Create the new key');
    await person.dialog.see('Keep the key now');
    await person.dialog.see('The key so far works until');
    const newKey = /key_test_\S+/.exec(await person.dialog.text())?.[0] ?? '';
    expect(newKey).not.toBe(oldKey);
    await person.picture('key-made', 'screen');

    // At once: the dialog that shows it is still open.
    const newTill = startTill(newKey);
    try {
      await newTill.more(4);
      await person.dialog.click('button', 'I have kept the key');
      await person.seeNo('Keep the key now');
      await isShownNowhere(newKey);
      await Promise.all([oldTill.more(6), newTill.more(6)]);
      expect(refusedOf([...oldTill.calls, ...newTill.calls])).toEqual([]);

      await person.open(`/companies/${companyId}/api-keys?environment=test`);
      await isShownNowhere(newKey);
      await person.see(oldPrefix);
      await person.picture('key-both');

      await person.click('button', `Actions: ${nameOf(oldPrefix)}`);
      await person.click('menuitem', 'Revoke');
      await person.dialog.see(nameOf(oldPrefix));
      await person.picture('key-revoke', 'screen');
      await person.dialog.click('button', 'Revoke');
      await person.see('The key is revoked.');
      const revokedAt = Date.now();
      await sleep(SOON_MS);
      await Promise.all([oldTill.more(4), newTill.more(4)]);
      const later = oldTill.calls.filter(({ at }) => at > revokedAt + SOON_MS);
      expect(later.length).toBeGreaterThan(0);
      // Repeated calls with a refused key are limited, and no others.
      expect(later.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
      expect(refusedOf(newTill.calls)).toEqual([]);
    } finally {
      await newTill.close();
    }
  } finally {
    await oldTill.close();
  }
  // Sold until it was refused, and never let in again.
  const refused = refusedOf(oldTill.calls);
  expect(refused[0]?.status).toBe(401);
  expect(oldTill.calls.slice(-refused.length)).toEqual(refused);
  await sleep(LAST_USE_NOTED_MS);
  await person.open(`/companies/${companyId}/api-keys?environment=test`);
  await person.click('button', 'Show 1 ended key');
  await person.see('Revoked');
  await person.picture('key-after');
  const lastUsed = await person.page.$$eval('tbody tr td:nth-child(4)', (cells) =>
    cells.map(({ innerText }) => innerText),
  );
  const recently = /^(now|\d+ (second|minute)s? ago)$/;
  expect(lastUsed).toEqual(Array(2).fill(expect.stringMatching(recently)));
  expect(person.complaints).toEqual([]);
});

async function isShownNowhere(key: string): Promise<void> {
  await person.see(prefixOf(key));
  const html = await person.page.content();
  expect(html).not.toContain(key);
  expect(html).not.toContain(key.slice(prefixOf(key).length));
  const kept = await person.page.evaluate(() =>
    [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join(),
  );
  expect(kept).not.toContain(key);
}
