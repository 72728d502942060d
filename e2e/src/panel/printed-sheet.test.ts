// What a person prints of the panel has every column on the sheet, and says which environment it is of.

import { expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice } from '../running-service.ts';
import { startPanel } from './running-panel.ts';

/** The width of A4 between the margins, in pixels. */
const SHEET_PX = 703;

const { service, companyId, enter } = await startPanel();

test('a list and an invoice stand on the sheet with all their columns', async () => {
  const { id } = await service.fiscalized(nonCashInvoice());
  await service.store(cashInvoice({ note: 'Dugačka napomena o torti od oraha za slavu' }));
  const person = await enter();
  const { page } = person;
  for (const path of ['invoices?environment=test', `invoices/${String(id)}`]) {
    await person.open(`/companies/${companyId}/${path}`);
    await page.emulateMediaType('print');
    // The scripts do not see how wide the sheet is: on a screen of this width they would draw cards.
    await page.evaluate((width) => {
      document.body.style.width = `${width}px`;
    }, SHEET_PX);
    await person.rest();
    await person.picture(`printed-${path.length}`);
    const beyond = await page.evaluate(
      (width) =>
        [...document.querySelectorAll('main th, main td, main dd')]
          .filter((cell) => cell.getBoundingClientRect().right > width + 1)
          .map((cell) => cell.textContent),
      SHEET_PX,
    );
    expect(beyond).toEqual([]);
    expect(await page.$$eval('main table th', (cells) => cells.length)).toBeGreaterThan(3);
    expect(await person.text()).toContain('· Test ·');
    await page.emulateMediaType();
  }
  await person.close();
});
