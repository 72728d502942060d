// Extensions §3, §4: an owner adds two cashiers and a second shop, and says where both shops are.

import { randomCode } from '@fiscal/testbed';
import { expect } from '@jest/globals';
import { inviteAdmin } from '../admin/company-admin.ts';
import { openPanel } from '../admin/panel-browser.ts';
import type { Look } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';
import { testIn } from './tours/looks.ts';

const { service, companyId, enter } = await startPanel();
const operator = await openPanel(service, service.stack.demo.operator);
const owner = await inviteAdmin(service, operator, companyId);
const home = `/companies/${companyId}`;

const LOOKS: Look[] = [
  { screen: 'desktop', scheme: 'light', language: 'en' },
  { screen: 'phone', scheme: 'dark', language: 'me' },
];

testIn(LOOKS)('at a $screen, in $language', async (look) => {
  const { operators, cashRegisters, shell } = textsOf(look.language);
  const { form, import: many } = operators;
  const person = await enter(owner, look);
  const { dialog } = person;
  const [ana, luka] = [`Ana ${look.screen}`, `Luka ${look.screen}`];

  await person.open(`${home}/operators?environment=test`);
  if (look === LOOKS[0]) await person.see(operators.empty.title);
  await person.click('button', operators.add);
  await dialog.fill(form.name, ana);
  await dialog.fill(form.code, 'AB123 CD456');
  await dialog.click('button', shell.action.save);
  await person.see(ana);
  await person.see('ab123cd456');

  await person.click('button', many.open);
  const line = (index: number) =>
    many.line.split('{{text}}')[0]!.replace('{{line}}', String(index));
  await dialog.fill(many.lines, `${ana.toUpperCase()};ab123cd456\n${luka}\nMira ${look.screen};x`);
  await dialog.click('button', many.submit);
  for (const index of [1, 2, 3]) await dialog.see(line(index));
  await person.picture('operator-import', 'screen');
  await dialog.click('button', shell.action.cancel);
  await person.click('button', many.open);
  await dialog.fill(many.lines, `${luka};cd456ef789\nMira ${look.screen};ef789gh012`);
  await dialog.click('button', many.submit);
  await person.see(luka);

  await person.click('button', shell.actionsOf.replace('{{name}}', luka));
  await person.click('menuitem', operators.deactivate);
  await person.see(operators.inactive);
  await person.rest();
  await person.picture('operators');
  await person.fill(operators.search, luka.toLowerCase());
  await person.seeNo(ana);
  await person.see(luka);

  await person.open(`${home}/cash-registers?environment=test`);
  await person.see(cashRegisters.unit.missing);
  const code = randomCode();
  await person.click('button', cashRegisters.add);
  await dialog.fill(cashRegisters.form.name, `Šank ${look.screen}`);
  const codes = { businessUnitCode: code, operatorCode: 'op123op456' };
  const ofProvider = { softwareCode: 'sw123sw456', maintainerCode: 'mt123mt456' };
  for (const [field, value] of Object.entries({ ...codes, ...ofProvider })) {
    await dialog.fill(cashRegisters.form[field as keyof typeof codes], value);
  }
  await dialog.click('button', shell.action.save);
  await person.see(code);
  await person.click('button', `${cashRegisters.unit.enter} ${code}`);
  await dialog.fill(cashRegisters.unit.name, 'Radnja na obali');
  await dialog.fill(cashRegisters.unit.address, 'Obala 1');
  await dialog.fill(cashRegisters.unit.town, 'Bar');
  await dialog.click('button', shell.action.save);
  await person.see('Obala 1, Bar');
  await person.rest();
  await person.picture('business-units');
  expect(person.complaints).toEqual([]);
  await person.close();
});
