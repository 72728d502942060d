// Extensions §7: an owner sees what is in the drawer, takes cash out, is asked where it is more
// than is in it, and enters again what the authority refused.

import { expect, test } from '@jest/globals';
import { inviteAdmin } from '../admin/company-admin.ts';
import { openPanel } from '../admin/panel-browser.ts';
import type { Look } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

const { service, companyId, enter } = await startPanel();
const operator = await openPanel(service, service.stack.demo.operator);
const owner = await inviteAdmin(service, operator, companyId);
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

const LOOKS: (Look & { five: string })[] = [
  { screen: 'desktop', scheme: 'light', language: 'en', five: '€5,000.00' },
];

test.each(LOOKS)('at a $screen, in $language', async (look) => {
  const { cashRegisters, drawer, failedWork, shell } = textsOf(look.language);
  const [change, bank] = [`Sitniš ${look.screen}`, `Banka ${look.screen}`];
  await service.createAndPrint().expect(201);
  const person = await enter(owner, look);
  const { dialog } = person;
  const more = drawer.more.split('{{inDrawer}}')[1]!;

  await person.open(`${home}?environment=test`);
  await person.click('link', cashRegisters.drawer);
  await person.see(drawer.title.replace('{{name}}', String(register?.name)));
  await person.see(drawer.intro);
  if (look === LOOKS[0]) await person.see(drawer.none);

  await person.click('button', drawer.withdraw);
  await dialog.fill(drawer.amount, '1');
  await dialog.fill(drawer.note, change);
  await dialog.click('button', drawer.withdraw);
  await person.see(change);
  await person.see(drawer.status.Registered);

  await service.script(
    { type: 'fault', code: 53, message: 'TCR is not registered' },
    { kind: 'cash-deposit' },
  );
  await person.click('button', drawer.withdraw);
  await dialog.fill(drawer.amount, '5000');
  await dialog.fill(drawer.note, bank);
  await dialog.click('button', drawer.withdraw);
  await dialog.see(more);
  await person.picture('drawer-more', 'screen');
  expect(await stored([change, bank])).toHaveLength(1);
  await dialog.click('button', drawer.report);
  await dialog.see(failedWork.remedy.tcr);
  await person.picture('drawer-refused', 'screen');
  await dialog.click('button', shell.action.cancel);
  await person.see(drawer.status.Refused);
  await person.rest();
  await person.picture('drawer');

  await person.click('button', drawer.again);
  await dialog.click('button', drawer.withdraw);
  await dialog.see(more);
  await dialog.click('button', drawer.report);
  await person.see(drawer.done.replace('{{amount}}', look.five));
  expect(await stored([change, bank])).toMatchObject([
    { cash_amount: '1.00', status: 'registered', note: change },
    { cash_amount: '5000.00', status: 'refused', note: bank },
    { cash_amount: '5000.00', status: 'registered', note: bank },
  ]);
  await person.rest();
  await person.picture('drawer-after');
  expect(person.complaints).toEqual([]);
  await person.close();
});
