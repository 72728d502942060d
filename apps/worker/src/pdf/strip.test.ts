// The strip of 80 mm: the same facts as A4, on one page as long as they are (docs/adr/0013).

import { PAPERS } from '@fiscal/domain';
import { qrCodesOfReceipt, readPdf } from '@fiscal/testbed/pdf-reader';
import { expect, test } from '@jest/globals';
import type { InvoiceDocument } from './document/document-model.ts';
import { formatDecimal, formatEuro } from './document/format.ts';
import { printedAmounts } from './document/printed-amounts.ts';
import { expectFacts, POINTS_PER_MM, useRenderer, wordsOf } from './testing/renderer.ts';
import { SAMPLES, groceries, sampleDocument } from './testing/sample-documents.ts';

const { renderer, canPrint } = useRenderer(process.env.CHROME_PATH);

const onStrip = (document: InvoiceDocument): InvoiceDocument => ({ ...document, paper: '80mm' });
const render = (document: InvoiceDocument) => renderer.render(onStrip(document));

/** Each word as often as it stands on the print, in alphabetical order. */
const words = (document: InvoiceDocument) => wordsOf(document).split(' ').toSorted();

test.each(Object.keys(SAMPLES))('both papers say the same, word for word: "%s"', (name) => {
  const document = SAMPLES[name]!();
  expect(words(onStrip(document))).toEqual(words(document));
});

/** What the model says, as it is printed. */
function factsOf({ seller, issued, fic, codes, request, computed, ...rest }: InvoiceDocument) {
  const { lines, groups } = printedAmounts(computed);
  const amounts = [
    lines.map(({ total }) => total),
    groups.map(({ total }) => total),
    seller.isInVat ? groups.flatMap(({ base, vat }) => [base, vat]) : [],
  ].flat();
  return [
    [seller.name, seller.address, seller.town, seller.tin],
    [issued.invoiceNumber, issued.iic, fic ?? 'JIKR slijedi'],
    [codes.businessUnitCode, codes.tcrCode, codes.softwareCode, codes.operatorCode],
    [rest.operatorName, rest.original?.iic, rest.original?.invoiceNumber],
    [request.buyer?.name, request.buyer?.idNumber],
    rest.payments.map(({ advanceIic }) => advanceIic),
    computed.lines.flatMap(({ code, unit, quantity }) => [code, unit, formatDecimal(quantity, 0)]),
    amounts.map((amount) => formatDecimal(amount, 2)),
    [formatEuro(computed.totals.total)],
  ]
    .flat()
    .filter((fact) => typeof fact === 'string');
}

canPrint('a strip (needs Chrome: set CHROME_PATH)', () => {
  test.each(Object.keys(SAMPLES).filter((name) => name !== 'hostile'))(
    'has every fact of the model, as A4 has: "%s"',
    async (name) => {
      const document = SAMPLES[name]!();
      for (const paper of PAPERS) {
        await expectFacts(await renderer.render({ ...document, paper }), factsOf(document));
      }
    },
  );

  test.each(Object.keys(SAMPLES))(
    'is one page of 80 mm whose QR code a receipt printer prints readable: "%s"',
    async (name) => {
      const document = SAMPLES[name]!();
      const pdf = await render(document);
      const { pages, size } = await readPdf(pdf);
      expect(pages).toHaveLength(1);
      expect(Math.abs(size.width / POINTS_PER_MM - 80)).toBeLessThan(0.2);
      expect(pages[0]).toContain('with the Tax Administration.');
      expect(await qrCodesOfReceipt(pdf)).toEqual([document.verificationUrl]);
    },
  );

  test('is as long as its content, with or without a logo', async () => {
    const heightOf = async (document: InvoiceDocument) =>
      (await readPdf(await render(document))).size.height;
    const plain = SAMPLES['non-cash']!();
    const logo = await heightOf(plain);
    const lines = await Promise.all(
      [1, 2, 3].map((count) => heightOf(sampleDocument(groceries(count)))),
    );
    expect(lines[1]! - lines[0]!).toBeCloseTo(lines[2]! - lines[1]!, -1);
    expect(lines[1]! - lines[0]!).toBeGreaterThan(5 * POINTS_PER_MM);
    const without = await heightOf({ ...plain, seller: { ...plain.seller, logo: null } });
    expect(logo - without).toBeGreaterThan(10 * POINTS_PER_MM);
  });

  test('has the mark of a test', async () => {
    const [page] = (await readPdf(await render(SAMPLES.test!()))).pages;
    expect(page).toContain('TEST — nije fiskalni račun / not a fiscal invoice');
    expect((await readPdf(await render(SAMPLES.cash!()))).pages[0]).not.toContain('TEST');
  });

  test('a strip and an A4 on one page after the other leave nothing of each other', async () => {
    const cash = SAMPLES.cash!();
    const before = await readPdf(await renderer.render(cash));
    const strip = await readPdf(await render(cash));
    expect(await readPdf(await renderer.render(cash))).toEqual(before);
    expect(await readPdf(await render(cash))).toEqual(strip);
  });
});
