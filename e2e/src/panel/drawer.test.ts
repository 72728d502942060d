// Extensions §7: an owner sees what is in the drawer, takes cash out, is asked where it is more
// than is in it, and enters again what the authority refused; an accountant only looks.

import { expect, jest, test } from '@jest/globals';
import { formatMoney } from '../../../apps/admin/src/format/number.ts';
import { inviteAdmin } from '../admin/company-admin.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { cashInvoice } from '../service/running-service.ts';
import type { PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';
import { CHOSEN_LOOKS } from './tours/looks.ts';

// Two people, one after the other, on a busy machine.
jest.setTimeout(180_000);
const { service, companyId, enter } = await startPanel();
const operator = await openPanel(service, service.stack.demo.operator);
const owner = await inviteAdmin(service, operator, companyId);
const accountant = await inviteAdmin(service, operator, companyId, 'Ana Knjigić', 'accountant');
const [register] = await service.query(
  `select id, name from cash_register where company_id = $1 and environment = 'test'`,
  [companyId],
);
const home = `/companies/${companyId}/cash-registers`;
const stored = (notes: string[]) =>
  service.query(
    `select cash_amount, status, note from withdrawal
     where cash_register_id = $1 and note = any($2) order by created_at, id`,
    [register?.id, notes],
  );

/** Nothing is wider than the screen. */
async function look(person: PanelUser, name: string): Promise<void> {
  await person.rest();
  const excess = await person.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  await person.picture(name);
  expect(excess).toBe(0);
}

test.each(CHOSEN_LOOKS)('on a $scheme $screen, in $language', async (as) => {
  const { cashRegisters, drawer, failedWork, shell } = textsOf(as.language);
  const of = `${as.screen} ${as.scheme}`;
  const [change, bank] = [`Sitniš ${of}`, `Banka ${of}`];
  const euros = (amount: number) => formatMoney(amount, as.language);
  // With that there is a little in the drawer, whatever was taken out of it on another screen.
  const items = [{ name: 'Sto', unitPrice: 4000, quantity: 1, vat: { rate: 21 } }];
  await service.createAndPrint(cashInvoice({ items })).expect(201);
  const person = await enter(owner, as);
  const { dialog } = person;
  const more = drawer.more.split('{{inDrawer}}')[1]!;
  const takeOut = async (amount: string, note: string) => {
    await person.click('button', drawer.withdraw);
    await dialog.fill(drawer.amount, amount);
    await dialog.fill(drawer.note, note);
    await dialog.click('button', drawer.withdraw);
  };

  await person.open(`${home}?environment=test`);
  await person.click('link', cashRegisters.drawer);
  await person.see(drawer.title.replace('{{name}}', String(register?.name)));
  await person.see(drawer.intro);
  if (as === CHOSEN_LOOKS[0]) await person.see(drawer.none);

  await takeOut('1', change);
  await person.see(change);
  await person.see(drawer.status.Registered);

  await service.script(
    { type: 'fault', code: 53, message: 'TCR is not registered' },
    { kind: 'cash-deposit' },
  );
  await takeOut('5000', bank);
  await dialog.see(more);
  await person.picture('drawer-more', 'screen');
  expect(await stored([change, bank])).toHaveLength(1);
  await dialog.click('button', drawer.report);
  await dialog.see(failedWork.remedy.tcr);
  await person.picture('drawer-refused', 'screen');
  await dialog.click('button', shell.action.cancel);
  await person.see(drawer.status.Refused);
  await person.see(failedWork.remedy.tcr);
  await look(person, 'drawer');

  await takeOut('5000', bank);
  await dialog.see(more);
  await dialog.click('button', drawer.report);
  await person.see(drawer.done.replace('{{amount}}', euros(5000)));
  expect(await stored([change, bank])).toMatchObject([
    { cash_amount: '1.00', status: 'registered', note: change },
    { cash_amount: '5000.00', status: 'refused', note: bank },
    { cash_amount: '5000.00', status: 'registered', note: bank },
  ]);
  await look(person, 'drawer-after');
  expect(person.complaints).toEqual([]);
  await person.close();

  const reader = await enter(accountant, as);
  await reader.open(`${home}?environment=test`);
  await reader.click('link', cashRegisters.drawer);
  await reader.see(bank);
  await reader.see(euros(5000));
  await reader.see(failedWork.remedy.tcr);
  await reader.seeNo(drawer.withdraw);
  await look(reader, 'drawer-accountant');
  expect(reader.complaints).toEqual([]);
  await reader.close();
});
