// The service is stopped while a form is open, and started again: the panel says so, keeps what was
// typed, and saves it as soon as the service is back.

import { afterAll, expect } from '@jest/globals';
import { violationsOf } from './accessibility.ts';
import type { Look, PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';
import { testIn } from './tours/looks.ts';

const LOOKS: readonly Look[] = [
  { language: 'en', screen: 'laptop', scheme: 'light' },
  { language: 'me', screen: 'phone', scheme: 'dark' },
];

const { service, companyId, enter } = await startPanel({});
const people: PanelUser[] = [];
// A call without a response is reported by Chromium itself.
const isRefused = (complaint: string) => /ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE/.test(complaint);
afterAll(() => {
  const complaints = people.flatMap((person) => person.complaints);
  expect(complaints.filter((complaint) => !isRefused(complaint))).toEqual([]);
});

testIn(LOOKS)(
  'what was typed is saved after the service was stopped and started: $language $screen',
  async (as) => {
    const words = textsOf(as.language);
    const person = await enter(service.stack.demo.operator, as);
    people.push(person);
    await person.open(`/companies/${companyId}/profile`);
    const town = `Budva ${as.language}`;
    await person.fill(words.companies.field.town, town);
    const api = service.stack.processes.get('api');
    api?.kill('SIGTERM');
    await api?.ended;
    await person.click('button', words.shell.action.save);
    await person.see(words.problems.code.UNREACHABLE);
    await person.see(words.shell.away.title);
    await person.pause();
    await person.picture('service-stopped', 'screen');
    expect(await violationsOf(person.page)).toEqual([]);
    const typed = () => person.page.$$eval('input', (all) => all.map(({ value }) => value));
    expect(await typed()).toContain(town);
    await service.stack.restart('api');
    await person.seeNo(words.shell.away.title);
    expect(await typed()).toContain(town);
    await person.click('button', words.shell.action.save);
    await person.see(words.companies.profile.saved);
    const [row] = await service.query('select town from company where id = $1', [companyId]);
    expect(row?.town).toBe(town);
    await person.close();
  },
);
