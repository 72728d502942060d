// Every page of the panel, and whatever can be opened on it, seen by those who may: nothing breaks
// a rule of WCAG 2.2 AA, nothing complains, nothing runs out of the screen. With EVERY_LOOK=1
// on every size of screen in both languages.

import { expect, test } from '@jest/globals';
import { changesOf } from '../../../apps/admin/src/pages/audit/changes-of.ts';
import { inviteAdmin } from '../admin/company-admin.ts';
import { violationsOf } from './accessibility.ts';
import type { Look, PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { seedShop, seedFaultyCompany } from './seeded-company.ts';
import {
  companyPlaces,
  companySwitch,
  emptyPlaces,
  operatorPlaces,
  outsidePlaces,
  ownPlaces,
  phoneMenu,
  faultPlaces,
} from './places.ts';
import type { Overlay, Place } from './places.ts';
import { textsOf } from './texts.ts';
import { ALL_LOOKS, EVERY_LOOK } from './tours/looks.ts';

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
/** The one of `npm run test:long`: the narrowest screen, with all that can be opened. */
const NIGHT = ALL_LOOKS[0]!;
const CHOSEN = ALL_LOOKS.slice(0, EVERY_LOOK ? undefined : 1).map((look): [string, Look] => [
  `${look.scheme} ${look.screen}, ${look.language}`,
  look,
]);

const environment = { EFI_FAILURES_TO_OPEN: '100000' };
const { service, chromium, enter } = await startPanel({ prints: true, environment });
const shop = await seedShop(service, WORDS);
const faultyCompany = await seedFaultyCompany(service, 'Apoteka „Kod sata” d.o.o.');
const profile = { tin: '07654321', name: 'Nova d.o.o.', address: 'Ulica 1', town: 'Budva' };
const { body } = await shop.panel.post('/companies', profile);
/** Path of a company that was created just now. */
const newcomer = `/companies/${(body as { id: string }).id}`;

/** What can be opened is looked at on the screen that is harder, if not on all. */
const opensAll = (look: Look) => look.screen === 'phone' || EVERY_LOOK;

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
 * What is wrong with the lists on a small laptop: wider than their sheet, so that the last columns
 * are out of sight; rows of a third of the screen; instants that are broken within date or time.
 */
async function listFaults(person: PanelUser): Promise<string[]> {
  const { page } = person;
  const usual = page.viewport();
  await page.setViewport({ width: 1024, height: 768 });
  // Not before the page stands still at that width.
  await person.rest();
  const faults = await page.$$eval('table[aria-label]', (tables) =>
    tables.flatMap((table) => {
      const { parentElement: sheet, rows } = table;
      const linesOf = (element: Element) =>
        new Set([...element.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      const highest = Math.max(...[...rows].map((row) => row.getBoundingClientRect().height));
      const broken = [...table.querySelectorAll<HTMLElement>('time:has(span)')].find(
        (time) => linesOf(time) > 2,
      );
      const found = [
        sheet && sheet.scrollWidth > sheet.clientWidth && 'is cut',
        highest > 256 && `has a row of ${Math.round(highest)} px`,
        broken && `has "${broken.innerText}" on more than two lines`,
      ];
      const isFault = (fault: unknown) => typeof fault === 'string';
      return found
        .filter(isFault)
        .map((fault) => `the list "${table.ariaLabel ?? ''}" ${fault} at 1024 px`);
    }),
  );
  await page.setViewport(usual);
  return faults;
}

/** Looks at the page and all that it opens. @returns what is wrong, with its place. */
async function visit(person: PanelUser, look: Look, place: Place): Promise<string[]> {
  const texts = textsOf(look.language);
  // Each page by its address where every look is looked at; else the panel stays loaded, and axe.
  await person[EVERY_LOOK ? 'open' : 'go'](place.path);
  await place.prepare?.(person);
  await person.rest();
  const faults = [
    ...(await titleFaults(person, place, texts.shell.product)),
    ...(await faultsOf(person)),
    ...(look.screen === 'phone' ? [] : await listFaults(person)),
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

test.each(CHOSEN)('the pages of a company stand the look of its admin: %s', async (_, look) => {
  const admin = await enter(shop.admin, look);
  const texts = textsOf(look.language);
  const [first, ...places] = [...companyPlaces(shop, NAMES, texts), ...ownPlaces(texts)];
  const overlays = look.screen === 'phone' ? [phoneMenu] : [];
  const faults = await visitAll(admin, look, [{ ...first!, overlays }, ...places]);
  await admin.close();
  expect(faults).toEqual([]);
});

/** What those alone see who may change the company. */
const OF_CHANGERS = new Set(['start', 'api-keys', 'members', 'inspector']);

(EVERY_LOOK ? test : test.skip).each(['accountant', 'support'])(
  'the pages of a company stand the look of its %s: nightly',
  async (role) => {
    const look: Look = { scheme: 'light', screen: 'phone', language: 'en' };
    const texts = textsOf(look.language);
    const account = await inviteAdmin(service, shop.panel, shop.companyId, role, role);
    const person = await enter(account, look);
    const places = companyPlaces(shop, NAMES, texts).map((place) => ({
      ...place,
      overlays: [],
      ...((OF_CHANGERS.has(place.name) ||
        (role === 'support' && ['drawer', 'reports'].includes(place.name))) && {
        title: texts.shell.noAccess.title,
      }),
    }));
    const faults = await visitAll(person, look, places);
    await person.close();
    expect(faults).toEqual([]);
  },
);

test('every field of every entry of the log has words', async () => {
  const operator = await enter();
  await operator.open('/audit');
  const entries = await operator.page.evaluate(async () => {
    const response = await fetch('/admin/api/audit?by=all&limit=100');
    const { entries: found } = (await response.json()) as {
      entries: { action: string; before: unknown; after: unknown }[];
    };
    return found;
  });
  await operator.close();
  const { fields } = textsOf('en').audit;
  const unnamed = entries.flatMap(({ action, before, after }) =>
    changesOf(before, after)
      .map(({ field }) => field.slice(field.lastIndexOf('.') + 1))
      .filter((field) => !(field in fields))
      .map((field) => `${action}: ${field}`),
  );
  expect(new Set(entries.map(({ action }) => action)).size).toBeGreaterThan(10);
  expect(unnamed).toEqual([]);
});

test('on a phone the filters of a list are behind one button', async () => {
  const person = await enter(undefined, NIGHT);
  const fieldCount = () =>
    person.page.$$eval(
      '[role=search] input, [role=search] select',
      (fields) => fields.filter((field) => field.checkVisibility()).length,
    );
  for (const [page, searches] of [
    [`${shop.path}/invoices?environment=test`, 1],
    [`${shop.path}/failed?environment=test`, 0],
    [`${shop.path}/audit`, 0],
    ['/companies', 1],
  ] as const) {
    await person.open(page);
    await person.rest();
    expect(await fieldCount()).toBe(searches);
    await person.click('button', textsOf('me').shell.filters.title);
    expect(await fieldCount()).toBeGreaterThan(searches + 2);
  }
  await person.close();
});

test.each(CHOSEN)('the pages of the service stand the look of an operator: %s', async (_, look) => {
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
  const places = [
    ...operatorPlaces(texts),
    ...faultPlaces(faultyCompany, texts),
    ofCompany,
    profile,
  ];
  faults.push(...(await visitAll(operator, look, places)));
  await operator.close();
  expect(faults).toEqual([]);
});

test.each(CHOSEN)('an empty page says what belongs there: %s', async (_, look) => {
  const operator = await enter(undefined, look);
  const faults: string[] = [];
  for (const [place, words] of emptyPlaces(newcomer, textsOf(look.language))) {
    faults.push(...(await visit(operator, look, place)));
    await operator.see(words);
  }
  await operator.close();
  expect(faults).toEqual([]);
});

test.each(CHOSEN)(
  'a page whose call fails says so and offers to try again: %s',
  async (_, look) => {
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
  },
);
