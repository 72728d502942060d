// What a person prints of the panel has every column on the sheet, and says which environment it is
// of.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { BUYER, cashInvoice, nonCashInvoice } from '../service/running-service.ts';
import { startPanel } from './running-panel.ts';

/** The width of A4 between the margins, in pixels. */
const SHEET_PX = 703;

const { service, companyId, enter } = await startPanel();

test('a list and an invoice stand on the sheet with all their columns', async () => {
  const { id } = await service.fiscalized(nonCashInvoice());
  await service.store(cashInvoice({ note: 'Dugačka napomena o torti od oraha za slavu' }));
  const person = await enter();
  const { page } = person;
  const ofCompany = [
    'invoices?environment=test',
    `invoices/${String(id)}`,
    'audit?by=all&environment=test',
  ];
  const paths = ofCompany.map((path) => `/companies/${companyId}/${path}`);
  for (const [index, path] of ['/invoices?environment=test', ...paths].entries()) {
    await person.open(path);
    await page.emulateMediaType('print');
    // The scripts do not see how wide the sheet is: on a screen of this width they would draw
    // cards.
    await page.evaluate((width) => {
      document.body.style.width = `${width}px`;
    }, SHEET_PX);
    await person.rest();
    await person.picture(`printed-${index}`);
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

/** Buyers, notes, registers and amounts as they are in business. */
const BUYERS = [
  'Javno preduzeće za upravljanje morskim dobrom Crne Gore, Budva',
  'Elektroprivreda Crne Gore AD Nikšić',
  'Zavod za zdravstveno osiguranje i socijalnu zaštitu, Podgorica',
  'Hotelsko-turističko preduzeće „Budvanska rivijera“ AD',
];
const SHEET_ROWS = 15;

test('a list of real names is readable, with 15 invoices on a full sheet', async () => {
  await service.query(`update cash_register set name = 'Kasa 2, prizemlje, ulaz iz Njegoševe'`);
  await Promise.all(
    Array.from({ length: 3 * SHEET_ROWS }, async (_none, index) => {
      const name = BUYERS[index % BUYERS.length];
      const items = [
        { name: 'Usluga', unit: 'kom', unitPrice: 1_012_345.67, quantity: 1, vat: { rate: 21 } },
      ];
      const invoice = { buyer: { ...BUYER, name }, items, note: `Ugovor 01-${index}/2026` };
      // Of each third one the authority has not heard: a state and a note of its own.
      if (index % 3 === 0) await service.store(nonCashInvoice(invoice));
      else await service.fiscalized(nonCashInvoice(invoice));
    }),
  );
  const person = await enter(undefined, { scheme: 'light', screen: 'desktop', language: 'me' });
  const { page } = person;
  await person.open(`/companies/${companyId}/invoices?environment=test`);
  await person.rest();
  await page.emulateMediaType('print');
  await page.evaluate((width) => {
    document.body.style.width = `${width}px`;
  }, SHEET_PX);
  const broken = await page.$$eval('main td', (cells) =>
    cells.flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\d.,]+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (range.getClientRects().length > 1) found.push(word);
        }
      }
      return found;
    }),
  );
  expect(broken).toEqual([]);
  await page.evaluate(() => {
    document.body.style.width = '';
  });
  const rows = await page.$$eval('main tbody tr', (all) => all.length);
  const pdf = Buffer.from(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) writeFileSync(join(folder, 'printed-list.pdf'), pdf);
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  // The last sheet is not full; more sheets than this hold fewer invoices each.
  expect(sheets).toBeGreaterThan(1);
  expect(sheets - 1).toBeLessThanOrEqual(rows / SHEET_ROWS);
  await person.close();
});
