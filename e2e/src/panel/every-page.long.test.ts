// Every page of the panel, and whatever can be opened on it, seen by those who may: nothing breaks
// a rule of WCAG 2.2 AA, nothing complains, nothing runs out of the screen. With SCREENSHOTS also
// in the looks that are not judged.

import { expect, test } from '@jest/globals';
import { violationsOf } from './accessibility.ts';
import type { Look, PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { seedShop } from './seeded-company.ts';
import {
  companyPlaces,
  companySwitch,
  emptyPlaces,
  operatorPlaces,
  outsidePlaces,
  ownPlaces,
  phoneMenu,
} from './places.ts';
import type { Overlay, Place } from './places.ts';
import { textsOf } from './texts.ts';

const WORDS = {
  company: 'Pekara „Žito“ & sinovi d.o.o.',
  address: 'Njegoševa 1',
  town: 'Nikšić',
  register: 'Kasa kod pećnice',
  key: 'Kasa kod pećnice',
  member: 'Milica Žitić',
  items: ['Šećer & „žuti“ čaj', '<b>Knjiga</b> "o računima"', 'Burek sa sirom, veliki, 500 g'],
  buyer: `Preduzeće za unutrašnju i spoljnu trgovinu ${'Zapadnocrnogorskoprimorskih'.repeat(3)} d.o.o.`,
  note: 'Narudžba 17, isporuka ujutro prije 7',
  reason: 'Izdato ponovo pod drugim brojem.',
  refusal: 'Softver ili ENU nije registrovan <TCRCode>',
};
const DAY: Look = { scheme: 'light', screen: 'desktop', language: 'en' };
const NIGHT: Look = { scheme: 'dark', screen: 'phone', language: 'me' };

const environment = { EFI_FAILURES_TO_OPEN: '100000' };
const { service, chromium, enter } = await startPanel({ prints: true, environment });
const shop = await seedShop(service, WORDS);
const profile = { tin: '07654321', name: 'Nova d.o.o.', address: 'Ulica 1', town: 'Budva' };
const { body } = await shop.panel.post('/companies', profile);
/** Path of a company that was created just now. */
const newcomer = `/companies/${(body as { id: string }).id}`;

/** What can be opened is judged in the look that is harder, and pictured in all of them. */
const opensAll = (look: Look) => look.screen === 'phone' || process.env.SCREENSHOTS !== undefined;

/** What is wrong with what is on the screen. */
async function faultsOf(person: PanelUser, part?: string): Promise<string[]> {
  const excess = await person.page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
  const complaints = person.complaints.splice(0);
  return [
    ...(excess > 0 ? [`runs ${excess} px out of the screen`] : []),
    ...complaints.map((complaint) => `complains: ${complaint}`),
    ...(await violationsOf(person.page, part)),
  ];
}

async function titleFaults(person: PanelUser, { title }: Place, product: string) {
  const shown = await person.page.evaluate(() => ({
    document: document.title,
    heading: document.querySelector('h1')?.textContent ?? '',
  }));
  const isRight = typeof title === 'string' ? shown.heading === title : title.test(shown.heading);
  return [
    ...(isRight ? [] : [`its heading is "${shown.heading}"`]),
    ...(shown.document === `${shown.heading} · ${product}`
      ? []
      : [`its title is "${shown.document}"`]),
  ];
}

/**
 * The lists that are wider than their sheet on a small laptop: their last columns are out of sight.
 */
async function cutLists({ page }: PanelUser): Promise<string[]> {
  const usual = page.viewport();
  await page.setViewport({ width: 1024, height: 768 });
  const cut = await page.$$eval('table[aria-label]', (tables) =>
    tables
      .filter(({ parentElement: sheet }) => sheet && sheet.scrollWidth > sheet.clientWidth)
      .map((table) => `the list "${table.ariaLabel ?? ''}" is cut at 1024 px`),
  );
  await page.setViewport(usual);
  return cut;
}

/** Looks at the page and all that it opens. @returns what is wrong, with its place. */
async function visit(person: PanelUser, look: Look, place: Place): Promise<string[]> {
  const texts = textsOf(look.language);
  await person.open(place.path);
  await place.prepare?.(person);
  await person.rest();
  const faults = [
    ...(await titleFaults(person, place, texts.shell.product)),
    ...(await faultsOf(person)),
    ...(look.screen === 'desktop' ? await cutLists(person) : []),
  ].map((fault) => `${place.name}: ${fault}`);
  await person.picture(place.name);
  for (const overlay of opensAll(look) ? (place.overlays ?? []) : []) {
    faults.push(...(await lookUnder(person, look, overlay)));
  }
  return faults;
}

async function lookUnder(person: PanelUser, look: Look, overlay: Overlay): Promise<string[]> {
  const texts = textsOf(look.language);
  await overlay.open(person, texts);
  await person.pause();
  // It receives Escape as soon as it has the focus.
  await person.page.waitForFunction(() => {
    const opened = document.querySelector('[role=dialog], [role=menu]');
    return opened === null || opened.contains(document.activeElement);
  });
  const faults = await faultsOf(person, '[role="dialog"], [role="menu"]');
  await person.picture(overlay.name, 'screen');
  if (overlay.close) await overlay.close(person, texts);
  else await person.page.keyboard.press('Escape');
  await person.page.waitForFunction(
    () => !document.querySelector('[role=dialog], [role=menu], .mantine-Modal-overlay'),
  );
  await person.pause();
  return faults.map((fault) => `${overlay.name}: ${fault}`);
}

async function visitAll(person: PanelUser, look: Look, places: Place[]): Promise<string[]> {
  const faults: string[] = [];
  for (const place of places) faults.push(...(await visit(person, look, place)));
  return faults;
}

const NAMES = { register: WORDS.register, key: WORDS.key, invited: `${WORDS.member} 2` };
const OTHERS: [string, Look][] = process.env.SCREENSHOTS
  ? [
      ['dark desktop', { ...NIGHT, screen: 'desktop' }],
      ['light phone', { ...DAY, screen: 'phone' }],
    ]
  : [];
const LOOKS: [string, Look][] = [['light desktop', DAY], ['dark phone', NIGHT], ...OTHERS];

test.each(LOOKS)('the pages of a company stand the look of its admin: %s', async (_, look) => {
  const admin = await enter(shop.admin, look);
  const texts = textsOf(look.language);
  const [first, ...places] = [...companyPlaces(shop, NAMES, texts), ...ownPlaces(texts)];
  const overlays = look.screen === 'phone' ? [phoneMenu] : [];
  const faults = await visitAll(admin, look, [{ ...first!, overlays }, ...places]);
  await admin.close();
  expect(faults).toEqual([]);
});

test('on a phone the filters of a list are behind one button', async () => {
  const person = await enter(undefined, NIGHT);
  const fieldCount = () =>
    person.page.$$eval(
      '[role=search] input, [role=search] select',
      (fields) => fields.filter((field) => field.checkVisibility()).length,
    );
  for (const [page, searches] of [
    ['invoices', 1],
    ['failed', 0],
    ['audit', 0],
  ] as const) {
    await person.open(`${shop.path}/${page}?environment=test`);
    await person.rest();
    expect(await fieldCount()).toBe(searches);
    await person.click('button', textsOf('me').shell.filters.title);
    expect(await fieldCount()).toBeGreaterThan(searches + 2);
  }
  await person.close();
});

test.each(LOOKS)('the pages of the service stand the look of an operator: %s', async (_, look) => {
  const texts = textsOf(look.language);
  const visitor = await chromium.person(service.stack.adminUrl, look);
  const faults = await visitAll(visitor, look, outsidePlaces(texts));
  await visitor.close();
  const operator = await enter(undefined, look);
  const [start] = companyPlaces(shop, NAMES, texts);
  const ofCompany = {
    ...start!,
    name: 'operator-start',
    overlays: [companySwitch(WORDS.company)],
  };
  const profile = {
    name: 'operator-profile',
    path: `${shop.path}/profile`,
    title: texts.companies.profile.title,
  };
  const places = [...operatorPlaces(texts), ofCompany, profile];
  faults.push(...(await visitAll(operator, look, places)));
  await operator.close();
  expect(faults).toEqual([]);
});

test.each(LOOKS)('an empty page says what belongs there: %s', async (_, look) => {
  const operator = await enter(undefined, look);
  const faults: string[] = [];
  for (const [place, words] of emptyPlaces(newcomer, textsOf(look.language))) {
    faults.push(...(await visit(operator, look, place)));
    await operator.see(words);
  }
  await operator.close();
  expect(faults).toEqual([]);
});

test.each(LOOKS)('a page whose call fails says so and offers to try again: %s', async (_, look) => {
  const { shell, problems } = textsOf(look.language);
  const operator = await enter(undefined, look);
  await operator.breakCalls(
    /\/(invoices|health|users|failed-work\/causes|certificates)\?|operations\/|users$/,
  );
  const faults: string[] = [];
  const broken =
    look.screen === 'desktop'
      ? [`${shop.path}/invoices`, '/operations', '/failed']
      : [`${shop.path}/certificates`, '/users'];
  for (const path of broken) {
    const name = `broken-${path.split('/').at(-1) ?? ''}`;
    await operator.open(path);
    await operator.see(problems.title);
    await operator.see(shell.action.retry);
    await operator.rest();
    faults.push(...(await faultsOf(operator)).map((fault) => `${name}: ${fault}`));
    await operator.picture(name);
  }
  await operator.close();
  expect(faults).toEqual([]);
});
