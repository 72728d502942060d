import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InvoiceDocument } from './document-model.ts';
import { createPdfRenderer } from './render-pdf.ts';
import type { PdfRenderer } from './render-pdf.ts';
import { findChrome, hasPrograms } from './samples/installed-programs.ts';
import { SAMPLES, groceries, sampleDocument } from './samples/sample-documents.ts';

const chrome = findChrome(process.env.CHROME_PATH);
const hasPoppler = hasPrograms(process.env.PATH, 'pdftotext', 'pdfinfo', 'pdffonts', 'pdftoppm');
const hasZbar = hasPrograms(process.env.PATH, 'zbarimg');

const canPrint = chrome === null ? describe.skip : describe;
const canRead = chrome === null || !hasPoppler ? describe.skip : describe;
const canScan = chrome === null || !hasPoppler || !hasZbar ? describe.skip : describe;

const run = promisify(execFile);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let renderer: PdfRenderer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-test-'));
  renderer = createPdfRenderer({ executablePath: chrome ?? '', logger: silent });
});

afterAll(async () => {
  await renderer.close();
  await rm(folder, { recursive: true });
});

async function print(document: InvoiceDocument): Promise<string> {
  const path = join(folder, 'invoice.pdf');
  await writeFile(path, await renderer.render(document));
  return path;
}

async function read(program: string, ...args: string[]): Promise<string> {
  return (await run(program, args)).stdout;
}

/** The text of each page, with the columns where they stand. */
async function pages(document: InvoiceDocument): Promise<string[]> {
  const text = await read('pdftotext', '-layout', await print(document), '-');
  return text.split('\f').slice(0, -1);
}

canPrint('printing (needs Chrome: set CHROME_PATH)', () => {
  test('every sample becomes a PDF', async () => {
    for (const make of Object.values(SAMPLES)) {
      const pdf = await renderer.render(make());
      expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    }
  });

  test('data that is no invoice rejects and leaves the renderer working', async () => {
    const document = sampleDocument(groceries(1));
    const issued = { ...document.issued, issueDateTime: 'yesterday' };
    await expect(renderer.render({ ...document, issued })).rejects.toMatchObject({
      code: 'PDF_DOCUMENT_INVALID',
    });
    await expect(renderer.render(document)).resolves.toBeInstanceOf(Uint8Array);
  });
});

canRead('what a reader gets (needs Chrome and poppler-utils)', () => {
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
    const fonts = (await read('pdffonts', await print(SAMPLES.cash!()))).split('\n').slice(2, -1);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/IBMPlexSans.*\syes yes yes\s/);
  });

  test('the PDF is titled with the invoice number and is A4', async () => {
    const info = await read('pdfinfo', await print(SAMPLES.cash!()));
    expect(info).toMatch(/Title:\s+sc782yk198\/27585\/2026\/pe967bd413\n/);
    expect(info).toMatch(/Page size:.*A4/);
    expect(info).toMatch(/Tagged:\s+yes/);
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

  test('the totals never stand on a page with fewer than two items', async () => {
    for (let count = 2; count <= 48; count += 1) {
      const all = await pages(sampleDocument(groceries(count)));
      const withTotals = all.filter((page) => page.includes('Ukupno sa PDV'));
      expect(withTotals).toHaveLength(1);
      expect(withTotals[0]?.match(/ART-\d+/g)?.length).toBeGreaterThanOrEqual(2);
      // Above a few items, what identifies the invoice stands there too.
      if (count > 8)
        expect(all.at(-1)).toMatch(/Ukupno sa PDV[\s\S]*0D7C3EE1EEBAB4A08F4D5003FAE35E7B/);
    }
  }, 60_000);

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

canScan('the QR code (needs Chrome, poppler-utils and zbarimg)', () => {
  test.each(Object.keys(SAMPLES))('of the sample "%s" is its verification URL', async (name) => {
    const document = SAMPLES[name]!();
    const path = await print(document);
    await run('pdftoppm', ['-r', '150', '-gray', '-png', path, join(folder, name)]);
    // The code is on the last page; zbarimg fails over pages that have none.
    const last = (await readdir(folder))
      .filter((file) => file.startsWith(`${name}-`))
      .sort()
      .at(-1);
    const only = ['-Sdisable', '-Sqrcode.enable'];
    const scanned = await run('zbarimg', ['--quiet', '--raw', ...only, join(folder, last ?? '')]);
    expect(scanned.stdout).toBe(`${document.verificationUrl}\n`);
  });
});
