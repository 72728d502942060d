// The operator of 500 companies, from the first page of the service: a company, a certificate that
// ends and a cash register that never sold are found without a guess.

import type { SeededCompany } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { openTills } from '../../reliability/tills.ts';
import { startPanel } from '../running-panel.ts';
import { textsOf } from '../texts.ts';
import { LOOKS, sideBySide } from './looks.ts';

const COMPANIES = 500;
const FISHMONGER = 'Ribarnica „Škver“';
const BAKERY = 'Pekara Žitić';

const { service, enter } = await startPanel();
await service.query(
  `insert into company (id, tin, name, address, town, updated_at)
   select gen_random_uuid(), lpad((10000000 + n)::text, 8, '0'), 'Trgovina ' || n, 'Ulica 1', 'Bar', now()
   from generate_series(1, $1::int) n`,
  [COMPANIES],
);

/** A live company whose first cash register has sold. */
async function liveCompany(name: string, cashRegisters: number): Promise<SeededCompany> {
  const till = (await openTills(service, cashRegisters, { name, environments: ['live'] }))();
  expect((await till.sell()).body).toMatchObject({ status: 'Fiscalized' });
  return till.company;
}
const bakery = await liveCompany(BAKERY, 2);
const fishmonger = await liveCompany(FISHMONGER, 1);
await service.query(
  `update certificate set not_after = now() + interval '20 days 1 hour' where company_id = $1`,
  [fishmonger.id],
);

/** An operator, and how they look at the panel. */
const tours = await Promise.all(
  LOOKS.map(async (look) => ({
    look,
    texts: textsOf(look.language),
    operator: await enter(undefined, look),
  })),
);
type Tour = (typeof tours)[number];

const together = sideBySide(tours);

/** Waits: a page's title may stand in the menu before the page is there. */
const arriveAt = ({ operator: { page } }: Tour, path: string) =>
  page.waitForFunction((wanted) => location.pathname === `/admin${wanted}`, {}, path);

test(
  'the first page names what needs attention',
  together(async ({ operator, texts: { overview } }) => {
    await operator.open('/');
    for (const { title } of [overview.work, overview.certificates, overview.unsold]) {
      await operator.see(title);
    }
    await operator.rest();
    await operator.picture('tour-overview');
  }),
);

test(
  'a company is found by a part of its name',
  together(async (tour) => {
    const { operator, texts } = tour;
    await operator.open('/');
    await operator.click('button', texts.shell.company.choose);
    await operator.fill(texts.shell.company.search, 'skver');
    // The list was there before, with the first companies of all.
    await operator.seeNo('Trgovina 1');
    await operator.click('option', `${FISHMONGER} ${fishmonger.tin}`);
    await arriveAt(tour, `/companies/${fishmonger.id}/today`);
    await operator.see(texts.today.title);
  }),
);

test(
  'a certificate that ends leads to the page that replaces it',
  together(async (tour) => {
    const { operator, texts } = tour;
    await operator.open('/');
    await operator.see(texts.overview.certificates.days.replace('{{count}}', '20'));
    await operator.click('link', FISHMONGER);
    await arriveAt(tour, `/companies/${fishmonger.id}/certificates`);
    await operator.see(texts.certificates.upload.open);
  }),
);

test(
  'a cash register that never sold leads to its company',
  together(async (tour) => {
    const { operator, texts } = tour;
    await operator.open('/');
    await operator.see('Kasa 2');
    await operator.click('link', BAKERY);
    await arriveAt(tour, `/companies/${bakery.id}/today`);
    await operator.see(texts.today.title);
  }),
);

test('nothing in the browsers complained on the way', async () => {
  expect(tours.flatMap(({ operator }) => operator.complaints)).toEqual([]);
  await Promise.all(tours.map(({ operator }) => operator.close()));
});
