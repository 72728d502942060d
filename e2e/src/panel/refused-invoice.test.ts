// What the page of a refused invoice, and the list of causes, offer: in the reader's language, once, and with the way
// to what has to be corrected.

import { expect, test } from '@jest/globals';
import { nonCashInvoice } from '../running-service.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

const { service, companyId, enter } = await startPanel();
const home = `/companies/${companyId}`;
const { authority, cashRegisters, failedWork } = textsOf('me');
const LOOK = { scheme: 'light', screen: 'desktop', language: 'me' } as const;

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
  await person.picture('refused-invoice');
  await person.open(`${home}/failed?environment=test`);
  const headings = await person.page.$$eval('main h2', (all) => all.map((h2) => h2.textContent));
  expect(headings).toEqual([`${failedWork.cause.EFI_REFUSED}: ${authority.words.vatTotal}`]);
  expect((await person.text()).split(words)).toHaveLength(2);
  await person.picture('causes');
  await person.close();
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
