import { fontsOfPdf, qrCodesOfPdf, readPdf } from '@fiscal/testbed/pdf-reader';
import type { PdfContent } from '@fiscal/testbed/pdf-reader';
import { expect, test } from '@jest/globals';
import type { InvoiceDocument } from './document/document-model.ts';
import { useRenderer } from './testing/renderer.ts';
import { SAMPLES, groceries, sampleDocument } from './testing/sample-documents.ts';

const { renderer, canPrint } = useRenderer(process.env.CHROME_PATH);

async function print(document: InvoiceDocument): Promise<PdfContent> {
  return readPdf(await renderer.render(document));
}

async function pages(document: InvoiceDocument): Promise<string[]> {
  return (await print(document)).pages;
}

canPrint('what a reader gets (needs Chrome: set CHROME_PATH)', () => {
  test('the text can be copied: Montenegrin letters, Cyrillic, euro sign, IIC and FIC', async () => {
    const [page = ''] = await pages(
      sampleDocument([{ name: 'Šećer, čaj, đumbir, žuć — Кафа Ђурђевдан', price: 1234.5 }]),
    );
    for (const expected of [
      'Šećer, čaj, đumbir, žuć — Кафа Ђурђевдан',
      '1.493,75 €',
      '0D7C3EE1EEBAB4A08F4D5003FAE35E7B',
      '67822bea-7e5a-4c56-a195-547e51ee5cd8',
      'sc782yk198/27585/2026/pe967bd413',
      'Strana 1 / 1',
    ]) {
      expect(page).toContain(expected);
    }
  });

  test('only our own embedded font is used for our letters', async () => {
    const fonts = await fontsOfPdf(await renderer.render(SAMPLES.cash!()));
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) {
      expect(font).toEqual({
        name: expect.stringMatching(/^[A-Z]{6}\+IBMPlexSans/),
        isEmbedded: true,
      });
    }
  });

  test.each([3, 10])('an ordinary invoice of %i lines takes at most 40 kB', async (count) => {
    const names = [
      'Čokolada „Žuti šećer“',
      'Ćevapi s lukom',
      'Džem od šljiva',
      'Đuveč',
      'Žitni hljeb',
    ];
    const items = groceries(count).map((item, index) => ({
      ...item,
      name: names[index % names.length]!,
    }));
    const pdf = await renderer.render({ ...sampleDocument(items), environment: 'test' });
    expect(pdf.length).toBeLessThanOrEqual(40_000);
    const nonCash = SAMPLES['non-cash']!();
    expect((await renderer.render(nonCash)).length).toBeLessThanOrEqual(40_000);
  });

  test('the PDF is titled with the invoice number, by the seller, is A4, and can be read aloud', async () => {
    const { title, author, size, isTagged } = await print(SAMPLES.cash!());
    expect(author).toBe('Blue Marlin d.o.o.');
    expect(title).toBe('sc782yk198/27585/2026/pe967bd413');
    expect(size.width).toBeCloseTo(595, 0);
    expect(size.height).toBeCloseTo(842, 0);
    expect(isTagged).toBe(true);
  });

  const BACK = { type: 'Corrective', note: 'Storno' } as const;
  const negative = groceries(10).map(({ quantity = 1, price, ...sale }) => ({
    ...sale,
    quantity: -quantity,
    price: -price,
  }));
  const { buyer } = SAMPLES['non-cash']!().request;
  const TEN: [string, InvoiceDocument][] = [
    ['a cash invoice', sampleDocument(groceries(10))],
    ['to a buyer, not registered yet', sampleDocument(groceries(10), { buyer }, { fic: null })],
    ['with a discount', sampleDocument(groceries(10), { discountAmount: 5 })],
    ['with a note', sampleDocument(groceries(10), { buyer, note: 'Hvala.\nDođite nam opet!' })],
    ['a test', sampleDocument(groceries(10), { buyer }, { environment: 'test' })],
    [
      'a corrective',
      sampleDocument(negative, { ...BACK, buyer }, { original: SAMPLES.cancellation!().original }),
    ],
  ];
  test.each(TEN)('ten ordinary lines are one page: %s', async (_kind, document) => {
    expect(await pages(document)).toHaveLength(1);
  });

  test('1 to 10 lines are one page, with the fiscal codes under the totals', async () => {
    for (let count = 1; count <= 10; count += 1) {
      const all = await pages(sampleDocument(groceries(count), { buyer }));
      expect(all).toHaveLength(1);
      expect(all[0]).toMatch(/Ukupno sa PDV[\s\S]*0D7C3EE1EEBAB4A08F4D5003FAE35E7B/);
    }
  });

  test('a note longer than a page breaks, and what closes the invoice does not', async () => {
    const note = Array.from({ length: 120 }, (_, index) => `red ${index}`).join('\r\n');
    const all = await pages(sampleDocument(groceries(4), { note }));
    expect(all.length).toBeGreaterThan(1);
    expect(all.at(-1)).toMatch(/Ukupno sa PDV[\s\S]*0D7C3EE1EEBAB4A08F4D5003FAE35E7B/);
    expect(all.join('\n').match(/red \d+/g)).toHaveLength(120);
  });

  test('60 items flow over pages with head, number and page count on each', async () => {
    const all = await pages(SAMPLES['sixty-items']!());
    expect(all).toHaveLength(3);
    all.forEach((page, index) => {
      expect(page).toMatch(/Naziv i šifra +Jed\. mjere +Količina/);
      expect(page).toContain(`Strana ${index + 1} / 3`);
      expect(page).toContain('Račun sc782yk198/27585/2026/pe967bd413');
    });
    const items = all.join('\n').match(/ART-\d+/g);
    expect(items).toEqual(Array.from({ length: 60 }, (_, index) => `ART-${1000 + index}`));
  });

  test('the mark of a test stands on every page of a test print', async () => {
    const all = await pages({ ...SAMPLES['sixty-items']!(), environment: 'test' });
    for (const page of all) {
      expect(page).toContain('TEST — nije fiskalni račun / not a fiscal invoice');
    }
  });

  test('hostile names are printed as text', async () => {
    const text = (await pages(SAMPLES.hostile!())).join('\n');
    expect(text).toContain('<script>alert(1)</script><img src=x');
    expect(text).toContain('<iframe src="file:///etc/passwd"></iframe>');
    expect(text).toContain('Кафа „Златна џезва“ 200 г,');
    expect(text.replace(/\s/g, '').match(/W/g)).toHaveLength(200);
  });

  test('nothing of one invoice is left in the next', async () => {
    await renderer.render(SAMPLES.hostile!());
    const [page = ''] = await pages(sampleDocument(groceries(1)));
    expect(page).not.toMatch(/script|ЖЖЖ|Napomena|Kupac/);
  });
});

canPrint('the QR code (needs Chrome: set CHROME_PATH)', () => {
  test.each(Object.keys(SAMPLES))('of the sample "%s" is its verification URL', async (name) => {
    const document = SAMPLES[name]!();
    const scanned = await qrCodesOfPdf(await renderer.render(document));
    expect(scanned).toEqual([document.verificationUrl]);
  });
});
