// The six reports on both papers (docs/adr/0013; extensions §8).

import { PAPERS } from '@fiscal/domain';
import type { JournalEntry, PrintedReport, Report } from '@fiscal/domain';
import { readPdf, textOfPdf } from '@fiscal/testbed/pdf-reader';
import { expect, jest, test } from '@jest/globals';
import { formatDecimal, formatEuro, formatIssueDateTime } from './document/format.ts';
import { REPORT_NAMES } from './document/labels.ts';
import { printedAmounts } from './document/printed-amounts.ts';
import { printJob } from './document/template.ts';
import { expectFacts, POINTS_PER_MM, useRenderer } from './testing/renderer.ts';
import { groceries, sampleDocument } from './testing/sample-documents.ts';
import { longJournal, REPORT_SAMPLES } from './testing/sample-reports.ts';

// Of a busy machine: prints give way to everything.
jest.setTimeout(600_000);

const { renderer, canPrint } = useRenderer(process.env.CHROME_PATH);

// As the API stores it.
const render = (report: PrintedReport) => renderer.render(JSON.stringify(report));

/** Every value of sums, as it is printed. */
function valuesOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesOf(each, name));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, part]) => valuesOf(part, key));
  }
  if (UNPRINTED.has(name) || value === null) return [];
  const text = typeof value === 'number' ? String(value) : (value as string);
  if (/^-?\d+\.\d\d(\d\d)?$/.test(text)) return [formatEuro(text)];
  return [/^\d{4}-\d\d-\d\d/.test(text) ? formatIssueDateTime(`${text}T00:00:00`).date : text];
}
/** Said in Montenegrin, or by the heading; the id of a failed document stands nowhere. */
const UNPRINTED = new Set([
  'report',
  'type',
  'method',
  'rate',
  'exemption',
  'id',
  'seller',
  'reason',
]);

/** What a journal shows of a document. */
function entryValuesOf(entry: JournalEntry): string[] {
  const { invoiceNumber, ordinal, iic, fic, failure, corrects, payments, computed } = entry;
  return [
    [invoiceNumber ?? String(ordinal), iic, fic, failure?.code, corrects],
    computed.lines.map(({ name }) => name),
    computed.lines.map(({ quantity, unit }) => `· ${formatDecimal(quantity, 0)} ${unit} ×`),
    printedAmounts(computed).lines.map(({ total }) => formatDecimal(total, 2)),
    payments.map(({ amount }) => formatEuro(amount)),
    [formatEuro(computed.totals.total)],
  ]
    .flat()
    .filter((value) => typeof value === 'string');
}
function figuresOf(report: PrintedReport['report']): string[] {
  if (!('documents' in report)) return valuesOf(report);
  const { documents, ...rest } = report;
  return [...valuesOf(rest), ...documents.flatMap(entryValuesOf)];
}

test.each(Object.keys(REPORT_SAMPLES))('both papers say the same, word for word: "%s"', (name) => {
  const [a4, strip] = PAPERS.map((paper) =>
    printJob({ ...REPORT_SAMPLES[name]!(), paper }).body.replace('"strip report', '" report'),
  );
  expect(strip).toEqual(a4);
});

test.each(['day', 'offline-journal'])(
  'of what failed stand our code and the words of the authority, no English sentence: "%s"',
  (name) => {
    const { body } = printJob(REPORT_SAMPLES[name]!());
    const text = body.replaceAll(/<[^>]*>/g, '');
    expect(text).toContain('EFI_REFUSED 11 Kod operatera nije aktivan');
    expect(text).not.toContain('The tax authority');
  },
);

test('hostile text is printed as text', () => {
  for (const name of ['hostile', 'hostile-journal']) {
    const { body } = printJob(REPORT_SAMPLES[name]!());
    expect(body).not.toMatch(/<script|<iframe|<img|\u202E/);
    expect(body).toContain('&lt;script&gt;alert(1)');
  }
});

canPrint('a report (needs Chrome: set CHROME_PATH)', () => {
  test.each(Object.keys(REPORT_SAMPLES).filter((name) => !name.startsWith('hostile')))(
    'shows every figure of its JSON on A4 and on the strip: "%s"',
    async (name) => {
      const { report, ...document } = REPORT_SAMPLES[name]!();
      for (const paper of PAPERS) {
        const pdf = await render({ ...document, report, paper });
        const { title, size, pages } = await readPdf(pdf);
        const { me } = REPORT_NAMES[report.report];
        const { name: seller, address } = document.seller;
        await expectFacts(pdf, [me, seller, address, 'Milica Šćekić', ...figuresOf(report)]);
        expect(title).toContain(me);
        const isTest = document.environment === 'test';
        for (const page of pages) expect(page.includes('TEST — nije fiskalni')).toBe(isTest);
        expect(Math.abs(size.width / POINTS_PER_MM - (paper === 'a4' ? 210 : 80))).toBeLessThan(
          0.2,
        );
        if (paper === '80mm') expect(pages).toHaveLength(1);
      }
    },
  );

  test('an exemption stands with its article, and why no VAT is charged', async () => {
    await expectFacts(await render(REPORT_SAMPLES.day!()), [
      'OsnovicaČl. 26',
      'PDV nije obračunat u skladu sa članom 26 Zakona o PDV-u',
    ]);
  });

  test('a report without any document says zero, a journal says that there is none', async () => {
    const { report } = REPORT_SAMPLES.empty!() as PrintedReport & { report: Report };
    expect(report.turnover.count).toBe(0);
    const text = await textOfPdf(await render(REPORT_SAMPLES['empty-journal']!()));
    expect(text).toContain('Nema dokumenata.');
  });

  test('a long journal is printed whole, page by page', async () => {
    for (const paper of PAPERS) {
      const { pages } = await readPdf(await render({ ...longJournal(300, 3), paper }));
      const numbers = pages.join('\n').match(/no\/\d+\/2026\/x/g);
      expect(numbers).toEqual(Array.from({ length: 300 }, (_, index) => `no/${index + 1}/2026/x`));
      expect(pages.at(-1)).toContain(`Strana ${pages.length} / ${pages.length}`);
    }
  });

  test('a report leaves nothing in the invoice that is printed next', async () => {
    const invoice = sampleDocument(groceries(2));
    const before = await readPdf(await renderer.render(invoice));
    await render(REPORT_SAMPLES.day!());
    expect(await readPdf(await renderer.render(invoice))).toEqual(before);
  });
});
