// Where a page ends, for numbers of items up to three pages: every one in the nightly tests.

import { readPdf } from '@fiscal/testbed/pdf-reader';
import { expect, test } from '@jest/globals';
import { useRenderer } from './testing/renderer.ts';
import type { InvoiceDocument } from './document/document-model.ts';
import { SAMPLES, groceries, sampleDocument } from './testing/sample-documents.ts';

const { renderer, canPrint } = useRenderer(process.env.CHROME_PATH);
/** From one number of items to the next. */
const STRIDE = process.env.EVERY_LENGTH === '1' ? 1 : 3;

canPrint('page breaks (needs Chrome: set CHROME_PATH)', () => {
  test('the totals never stand on a page with fewer than two items', async () => {
    for (let count = 2; count <= 48; count += STRIDE) {
      const all = (await readPdf(await renderer.render(sampleDocument(groceries(count))))).pages;
      const withTotals = all.filter((page) => page.includes('Ukupno sa PDV'));
      expect(withTotals).toHaveLength(1);
      expect(withTotals[0]?.match(/ART-\d+/g)?.length).toBeGreaterThanOrEqual(2);
    }
  });

  test('a strip is one page up to the longest that a PDF has, and then several', async () => {
    for (const count of [1, 7, 40, 200, 1_000]) {
      const document: InvoiceDocument = { ...sampleDocument(groceries(count)), paper: '80mm' };
      const { pages, size } = await readPdf(await renderer.render(document));
      expect(size.height).toBeLessThanOrEqual(14_400);
      expect(pages).toHaveLength(count < 1_000 ? 1 : 3);
      const all = pages.join('\n');
      const names = Array.from({ length: count }, (_, index) => `ART-${1000 + index}`);
      expect(all.match(/ART-\d+/g)).toEqual(names);
      expect(pages.at(-1)).toMatch(/Ukupno sa PDV[\s\S]*0D7C3EE1EEBAB4A08F4D5003FAE35E7B/);
      expect(all.includes('Strana 3 / 3')).toBe(pages.length === 3);
    }
  });

  /** Long names, a buyer, a discount, a note of several lines, a logo. */
  const everything = (count: number): InvoiceDocument => {
    const { request, seller } = SAMPLES['non-cash']!();
    const sales = groceries(count).map((sale) => ({
      ...sale,
      name: `${sale.name}, posebno izdanje u poklon kutiji sa mašnom i porukom po izboru kupca`,
    }));
    const { buyer, note } = request;
    return sampleDocument(sales, { buyer, note, discountAmount: 1 }, { seller });
  };

  test('totals and fiscal codes are never parted, and rows fill the sheet before them', async () => {
    const counts = [1, 2, 3, 5, 8, 10, 11, 12, 14, 15, 16, 17, 18, 20, 22, 25, 28, 32, 40, 50];
    for (const count of counts.filter((_, at) => at % STRIDE === 0)) {
      const sales = groceries(count);
      const { buyer, note } = SAMPLES['non-cash']!().request;
      const offline = sampleDocument(sales, { buyer, note }, { fic: null });
      const parts = Array.from(
        { length: 10 },
        () => ({ method: 'OTHER-CASH', amount: 1 }) as const,
      );
      const inParts = sampleDocument(sales, { buyer, payments: parts });
      for (const document of [sampleDocument(sales), offline, everything(count), inParts]) {
        const all = (await readPdf(await renderer.render(document))).pages;
        expect(all.at(-1)).toMatch(/Ukupno sa PDV[\s\S]*0D7C3EE1EEBAB4A08F4D5003FAE35E7B/);
        expect(all.join('').match(/Ukupno sa PDV/g)).toHaveLength(1);
        // What moves to the last sheet is little more than what must stand there.
        const moved = all.at(-1)!.match(/ART-\d+/g) ?? [];
        // Ten payments take the place of four rows.
        const most = Math.max(6, count - (document === inParts ? 8 : 12));
        if (all.length === 2) expect(moved.length).toBeLessThanOrEqual(most);
      }
    }
  });
});
