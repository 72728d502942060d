// ADR 11: an owner registers the last day of use of a cash register, and sees what follows when it
// has passed.

import { localDateOf } from '@fiscal/domain';
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
const path = `/companies/${companyId}/cash-registers?environment=test`;
const [register] = await service.query(
  `select id, name from cash_register where company_id = $1 and environment = 'test'`,
  [companyId],
);
const setLastDay = (day: string | null) =>
  service.query('update cash_register set last_day = $2 where id = $1', [register?.id, day]);

const LOOKS: (Look & { typed: string; shown: string })[] = [
  { screen: 'desktop', scheme: 'light', language: 'en', typed: '24/12/2099', shown: '24 Dec 2099' },
  { screen: 'phone', scheme: 'dark', language: 'me', typed: '24.12.2099.', shown: '24. dec 2099.' },
];

testIn(LOOKS)('at a $screen, in $language', async ({ typed, shown, ...look }) => {
  const { cashRegisters, failedWork, shell } = textsOf(look.language);
  const { end, form, deposit } = cashRegisters;
  await setLastDay(null);
  const person = await enter(owner, look);
  const { dialog } = person;
  const menu = shell.actionsOf.replace('{{name}}', String(register?.name));

  await person.open(path);
  await person.click('button', menu);
  await person.click('menuitem', end.lastDay);
  await dialog.see(end.moved);
  await dialog.fill(end.lastDay, typed);
  await person.picture('last-day-dialog', 'screen');
  await service.script(
    { type: 'fault', code: 48, message: 'Only ValidTo can be changed' },
    { kind: 'tcr' },
  );
  await dialog.click('button', deposit.submit);
  await dialog.see(failedWork.remedy.tcrUnchangeable);
  await person.picture('last-day-refused', 'screen');
  await service.script({ type: 'accept-then-drop' }, { kind: 'tcr' });
  await dialog.click('button', deposit.submit);
  await person.see(end.unconfirmed.replace('{{day}}', shown));
  await dialog.click('button', deposit.submit);
  await person.see(end.until.replace('{{day}}', shown));
  await person.seeNo(end.unconfirmed.replace('{{day}}', shown));

  await person.click('button', menu);
  await person.click('menuitem', shell.action.edit);
  await dialog.fill(form.initialCashAmount, look.language === 'me' ? '150,50' : '150.50');
  await dialog.click('button', shell.action.save);
  await person.see('150');
  await person.rest();
  await person.picture('last-day');
  expect(
    await service.query('select initial_cash_amount from cash_register where id = $1', [
      register?.id,
    ]),
  ).toEqual([{ initial_cash_amount: '150.50' }]);

  await setLastDay(localDateOf(new Date(Date.now() - 86_400_000)));
  await person.open(path);
  await person.see(end.passed.replace('{{day}}', '').split('. ')[1]!);
  await person.click('button', menu);
  await person.see(shell.action.edit);
  await person.seeNo(end.lastDay);
  await person.picture('last-day-passed', 'screen');
  expect(await person.text()).toContain(deposit.action);
  await service.query('update cash_register set initial_cash_amount = $2 where id = $1', [
    register?.id,
    '0.00',
  ]);
  expect(person.complaints).toEqual([]);
  await person.close();
});
