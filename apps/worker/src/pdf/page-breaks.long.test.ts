// Where a page ends, for every number of items up to three pages.

import { readPdf } from '@fiscal/testbed/pdf-reader';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPdfRenderer } from './render-pdf.ts';
import type { PdfRenderer } from './render-pdf.ts';
import { findChrome } from './samples/installed-programs.ts';
import { groceries, sampleDocument } from './samples/sample-documents.ts';

const chrome = findChrome(process.env.CHROME_PATH);
const canPrint = chrome === null ? describe.skip : describe;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let renderer: PdfRenderer;

beforeAll(() => {
  renderer = createPdfRenderer({
    executablePath: chrome ?? '',
    ...{ sandbox: 'if-possible', maxPages: 2, timeoutMs: 15_000 },
    logger: silent,
  });
});

afterAll(() => renderer.close());

canPrint('page breaks (needs Chrome: set CHROME_PATH)', () => {
  test('the totals never stand on a page with fewer than two items', async () => {
    for (let count = 2; count <= 48; count += 1) {
      const all = (await readPdf(await renderer.render(sampleDocument(groceries(count))))).pages;
      const withTotals = all.filter((page) => page.includes('Ukupno sa PDV'));
      expect(withTotals).toHaveLength(1);
      expect(withTotals[0]?.match(/ART-\d+/g)?.length).toBeGreaterThanOrEqual(2);
      // Above a few items, what identifies the invoice stands there too.
      if (count > 8)
        expect(all.at(-1)).toMatch(/Ukupno sa PDV[\s\S]*0D7C3EE1EEBAB4A08F4D5003FAE35E7B/);
    }
  });
});
