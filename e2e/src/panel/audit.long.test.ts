// The audit log as people read it: every action that the service can write has words and is found
// by its filter, and instants, days and invoices are written as on every other page.

import { AUDIT_ACTIONS } from '@fiscal/db/audit';
import { expect, test } from '@jest/globals';
import { BUYER, cashInvoice, nonCashInvoice } from '../service/running-service.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

const { service, companyId, enter } = await startPanel();

/** An entry of the service about a thing that is gone, unless said otherwise. */
async function note(action: string, after: object, entityId: string | null = null) {
  await service.query(
    `insert into audit_log (actor, company_id, action, entity_id, after)
     values ('worker', $1, $2, $3, $4)`,
    [companyId, action, entityId, JSON.stringify(after)],
  );
}

test.each(['me', 'en'] as const)(
  'every action that can be written has words in the language %s, and its filter finds it',
  async (language) => {
    const { audit } = textsOf(language);
    const person = await enter(undefined, { scheme: 'light', screen: 'desktop', language });
    for (const action of AUDIT_ACTIONS) await note(action, { userAgent: `by ${action}` });
    await person.open(`/companies/${companyId}/audit`);
    const options = await person.page.$$eval(`select option`, (found) =>
      found.map((option) => ({ value: option.value, words: option.innerText })),
    );
    const offered = options.filter(({ value }) => value !== '');
    expect(offered.map(({ value }) => value).sort()).toEqual([...AUDIT_ACTIONS].sort());
    for (const { value, words } of offered) {
      expect([value, words]).not.toEqual([value, value]);
      expect([value, words]).not.toEqual([value, '']);
    }
    const found = await person.page.evaluate(
      async (path, actions) => {
        const responses = actions.map(async (action) => {
          const response = await fetch(`/admin/api${path}?by=all&limit=1&action=${action}`);
          const { entries } = (await response.json()) as { entries?: { action: string }[] };
          return entries?.[0]?.action;
        });
        return Promise.all(responses);
      },
      `/companies/${companyId}/audit`,
      offered.map(({ value }) => value),
    );
    expect(found).toEqual(offered.map(({ value }) => value));
    // One that only the service writes, while the list is of what people did.
    await person.choose(audit.action, audit.actions.lane.paused);
    await person.see('by lane.paused');
    await person.close();
  },
);

test('an instant, a day and a lane are in words, whoever wrote them', async () => {
  const nextAttemptAt = '2026-11-21T23:30:05.123456+00:00';
  await note('invoice.delivery-brought-forward', { nextAttemptAt });
  await note('lane.paused', { lane: 'printing', notAfter: '2027-02-01' });
  const person = await enter(undefined, { scheme: 'light', screen: 'desktop', language: 'me' });
  await person.open(`/companies/${companyId}/audit?by=all`);
  await person.see('22. nov 2026. 00:30');
  await person.see('1. feb 2027.');
  await person.see(textsOf('me').operations.queues.name.printing);
  expect(await person.text()).not.toContain('2026-11-21T');
  await person.close();
});

test('an invoice is named by its number, else by its buyer, and never by the 0 of its order', async () => {
  const numbered = await service.fiscalized(nonCashInvoice());
  const bought = await service.store(
    nonCashInvoice({ buyer: { ...BUYER, name: 'Hotel Žabljak' } }),
  );
  const nameless = await service.store(cashInvoice());
  await note('invoice.dismissed', {}, bought);
  await note('invoice.dismissed', {}, nameless);
  const person = await enter();
  const { audit } = textsOf('en');
  await person.open(`/companies/${companyId}/audit?by=all`);
  await person.see(`Invoice ${String(numbered.invoiceNumber)}`);
  await person.see('Invoice Hotel Žabljak');
  await person.see(audit.about.unnamedInvoice);
  expect(await person.text()).not.toMatch(/Invoice 0\b/);
  await person.close();
});
