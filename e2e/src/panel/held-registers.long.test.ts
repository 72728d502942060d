// A database that was restored, seen in a real Chromium: the owner confirms the last number of a
// cash register, and the operator all of them.

import { confirmAllNumbers, noteRollback } from '@fiscal/db/number';
import { withDatabase } from '@fiscal/testbed';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import { violationsOf } from './accessibility.ts';
import type { Look, PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { inviteAdmin } from '../admin/company-admin.ts';
import { textsOf } from './texts.ts';
import { testIn } from './tours/looks.ts';

const LOOKS: readonly Look[] = [
  { language: 'en', screen: 'laptop', scheme: 'light' },
  { language: 'me', screen: 'phone', scheme: 'dark' },
];

const { service, companyId, enter } = await startPanel({});
let owner: { email: string; password: string };
beforeAll(async () => {
  owner = await inviteAdmin(service, await openPanel(service), companyId);
});

const people: PanelUser[] = [];
afterAll(() => {
  expect(people.flatMap(({ complaints }) => complaints)).toEqual([]);
});

// To PostgreSQL it is the same as a restore.
beforeEach(() =>
  withDatabase(service.stack.databaseUrl, (db) => noteRollback(db, { actor: 'test', place: null })),
);

async function look(person: PanelUser, name: string): Promise<void> {
  await person.rest();
  await person.picture(name, 'screen');
  expect(await violationsOf(person.page)).toEqual([]);
}

const ordinalOf = ({ orderNumber }: { orderNumber?: unknown }) => Number(orderNumber);

testIn(LOOKS)('the owner is led from the day to the number: $language $screen', async (as) => {
  const words = textsOf(as.language);
  const { held } = words.cashRegisters;
  const refused = await service.sell();
  expect(refused.body).toMatchObject({ code: 'NUMBERS_UNCONFIRMED' });
  const [row] = await service.query('select max(last_ordinal)::int as last from number_sequence');
  const last = Number(row?.last ?? 0);
  const person = await enter(owner, as);
  people.push(person);
  // From what failed, and from the day, a link leads there.
  await person.open(`/companies/${companyId}/failed?environment=test`);
  await person.click('link', words.failedWork.remedyAction['confirm-number']);
  await person.see(held.title);
  await person.open(`/companies/${companyId}/today?environment=test`);
  await person.click('link', words.today.problem.held.replace('{{count}}', '1'));
  await person.see(held.title);
  await look(person, 'held-register');
  await person.click('button', held.action);
  await person.fill(held.evidence, ' ');
  await person.page.keyboard.press('Enter');
  await person.see(held.evidenceMissing);
  await person.see(held.numberWrong.replace('{{lastOrdinal}}', String(last)));
  await look(person, 'held-dialog');
  // The first wrong field has the focus; the summary leads to the next one.
  await person.page.keyboard.type(String(last + 4));
  await person.click('button', held.evidence);
  await person.page.keyboard.type('Posljednji račun');
  await person.page.keyboard.press('Enter');
  await person.see(held.done.replace('{{lastOrdinal}}', String(last + 4)));
  await person.seeNo(held.title);
  // It was typed too small.
  await person.see(held.confirmedTitle.replace('{{lastOrdinal}}', String(last + 4)));
  await look(person, 'raised-register');
  await person.click('button', held.raise);
  await person.fill(held.number, String(last + 40));
  await person.fill(held.evidence, 'Posljednji račun');
  await person.page.keyboard.press('Enter');
  await person.see(held.confirmedTitle.replace('{{lastOrdinal}}', String(last + 40)));
  expect(ordinalOf(await service.fiscalized())).toBe(last + 41);
  await person.close();
});

testIn(LOOKS)('the owner pastes the link of the last receipt: $language $screen', async (as) => {
  const words = textsOf(as.language);
  const { held } = words.cashRegisters;
  const said = { actor: 'test', evidence: 'before the test' };
  await withDatabase(service.stack.databaseUrl, (db) => confirmAllNumbers(db, said));
  const last = await service.fiscalized();
  await withDatabase(service.stack.databaseUrl, (db) =>
    noteRollback(db, { actor: 'test', place: null }),
  );
  const person = await enter(owner, as);
  people.push(person);
  await person.open(`/companies/${companyId}/cash-registers?environment=test`);
  await person.click('button', held.action);
  await person.click('radio', held.byReceipt);
  await person.fill(held.link, String(last.iic));
  await person.dialog.click('button', held.action);
  await person.see(words.problems.field.receiptLink);
  await look(person, 'held-receipt');
  // The summary of what is wrong leads to the field.
  await person.dialog.click('button', held.link);
  await person.page.keyboard.down('Control');
  await person.page.keyboard.press('a');
  await person.page.keyboard.up('Control');
  await person.page.keyboard.type(String(last.verificationUrl));
  await person.dialog.click('button', held.action);
  await person.see(held.done.replace('{{lastOrdinal}}', String(last.orderNumber)));
  await person.seeNo(held.title);
  expect(ordinalOf(await service.fiscalized())).toBe(ordinalOf(last) + 1);
  await person.close();
});

testIn(LOOKS)('the operator says that nothing was lost: $language $screen', async (as) => {
  const words = textsOf(as.language);
  const { held } = words.operations;
  const person = await enter(undefined, as);
  people.push(person);
  await person.open('/operations');
  await person.see(held.title);
  await look(person, 'held-registers');
  await person.click('button', held.all);
  await person.fill(held.evidence, 'Sinhrona kopija');
  await look(person, 'held-all');
  await person.page.keyboard.press('Enter');
  await person.seeNo(held.title);
  expect((await service.fiscalized()).status).toBe('Fiscalized');
  await person.close();
});
