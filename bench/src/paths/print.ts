// Printing by the service's print process, as the worker uses it, and by puppeteer as its first
// example shows: the same invoices in the same markup with the same fonts. Then how long the first
// PDF of an invoice takes where nothing else is printed.

import { resolve } from 'node:path';
import { PAPERS } from '@fiscal/domain';
import { chooseChrome, percentile } from '@fiscal/testbed';
import { readPdf } from '@fiscal/testbed/pdf-reader';
import { printJob, shellHtml } from '@fiscal/worker/print-template';
import { Printer } from '@fiscal/worker/printer';
import { launch } from 'puppeteer';
import type { Browser } from 'puppeteer';
import { lessIsBetter } from '../measuring/less-is-better.ts';
import { compareInRounds, inThisProcess } from '../measuring/rounds.ts';
import type { Bench, Side } from '../measuring/rounds.ts';
import { printedInvoice } from '../service/printed-invoices.ts';
import type { InvoiceDocument } from '../service/printed-invoices.ts';
import { SALE } from '../service/sample.ts';
import { openService } from '../service/service.ts';

/** Prints at the same time, on both sides: the default of PRINT_CONCURRENCY. */
const AT_ONCE = 3;
const GOAL = 6;
/** First PDFs of each paper in a round. */
const FIRST_PDFS = 20;
/** Of a strip by puppeteer, which measures nothing. */
const STRIP_MM = 300;

type Print = (document: InvoiceDocument) => Promise<Uint8Array>;

export const benchPrint: Bench = async (rounds, report) => {
  const chrome = await chooseChrome(resolve('.run/chrome'));
  const { printer, isSandboxed } = await openPrinter(chrome.path);
  const args = isSandboxed ? [] : ['--no-sandbox'];
  const browser = await launch({ executablePath: chrome.path, headless: 'shell', args });
  const shell = shellHtml();
  const ours: Print = (document) => printer.render(document);
  const naive: Print = (document) => printNaively(browser, wholePage(shell, document));
  try {
    await checkAlike(ours, naive);
    const comparison = {
      path: 'print: PDF',
      ours: sideOf('print process', ours, printer.pid()),
      baseline: sideOf('naive puppeteer', naive, browser.process()?.pid),
      goal: GOAL,
    };
    // The naive way prints a few a second.
    report(await compareInRounds(comparison, { ...rounds, ms: 3 * rounds.ms }));
    await benchFirstPdfs(naive, FIRST_PDFS * rounds.count, report);
  } finally {
    await Promise.all([printer.close(), browser.close()]);
  }
};

/** One after the other, from the call until the bytes, beside a print by puppeteer. */
async function benchFirstPdfs(naive: Print, count: number, report: Report): Promise<void> {
  const { client, close } = await openService();
  try {
    for (const paper of PAPERS) {
      const ours: number[] = [];
      const baseline: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const { id } = await client.createAndPrint(SALE);
        ours.push(await msOf(() => client.readPdf(id, { paper })));
        baseline.push(await msOf(() => naive({ ...printedInvoice(index), paper })));
      }
      for (const share of [0.5, 0.95]) {
        const [our, naives] = [percentile(ours, share), percentile(baseline, share)];
        const path = `print: first PDF, ${paper}, p${100 * share}`;
        report(lessIsBetter(path, 'ms', ['call', our], ['naive puppeteer', naives]));
      }
    }
  } finally {
    await close();
  }
}
type Report = Parameters<Bench>[1];

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Prints one invoice after the other. */
function sideOf(name: string, print: Print, pid = -1): Side {
  let index = 0;
  const side = inThisProcess(name, AT_ONCE, () => print(printedInvoice(index++)));
  return { ...side, processes: { [name]: pid } };
}

/** Refuses to compare two ways that do not print the same. */
async function checkAlike(...prints: readonly Print[]): Promise<void> {
  const read = await Promise.all(
    prints.map(async (print) => (await readPdf(await print(printedInvoice(0)))).pages),
  );
  const [first, ...others] = read.map((pages) => JSON.stringify(pages));
  if (others.some((each) => each !== first)) throw new Error('the two sides print different texts');
}

/** The service's own; this process stands where the worker stands. */
async function openPrinter(
  executablePath: string,
): Promise<{ printer: Printer; isSandboxed: boolean }> {
  const log = (fields: object, message: string) => {
    process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
  };
  const printer = new Printer({
    settings: {
      executablePath,
      maxPages: AT_ONCE,
      timeoutMs: 20_000,
      sandbox: 'if-possible',
      logLevel: 'error',
    },
    maxTreeBytes: 1_536 * 1_048_576,
    logger: { info: log, warn: log, error: log },
  });
  const verdict = await printer.verdict;
  if (!verdict.mayPrint) throw new Error(verdict.why);
  return { printer, isSandboxed: verdict.isSandboxed === true };
}

/** A new page for each document, which is printed once nothing is loaded any more. */
async function printNaively(browser: Browser, html: string): Promise<Uint8Array> {
  const page = await browser.newPage();
  try {
    // What `networkidle0` stands for; since version 25 `setContent` no longer takes it by that
    // name.
    await page.setContent(html);
    await page.waitForNetworkIdle({ idleTime: 500, concurrency: 0 });
    return await page.pdf({ preferCSSPageSize: true, printBackground: true });
  } finally {
    await page.close();
  }
}

/** What the warm page shows, as one piece of HTML. */
function wholePage(shell: string, document: InvoiceDocument): string {
  const { title, frameCss, body } = printJob(document);
  const css = typeof frameCss === 'string' ? frameCss : frameCss(STRIP_MM);
  return shell
    .replace('<title>', () => `<title>${title}`)
    .replace('</head>', () => `<style>${css}</style></head>`)
    .replace('<body>', () => `<body>${body}`);
}
