// Printing by the service's print process, as the worker uses it, and by puppeteer as its first
// example shows: the same invoices in the same markup with the same fonts.

import { resolve } from 'node:path';
import { chooseChrome } from '@fiscal/testbed';
import { readPdf } from '@fiscal/testbed/pdf-reader';
import { printJob, shellHtml } from '@fiscal/worker/print-template';
import { Printer } from '@fiscal/worker/printer';
import { launch } from 'puppeteer';
import type { Browser } from 'puppeteer';
import { compareInRounds, inThisProcess } from '../measuring/rounds.ts';
import type { Bench, Side } from '../measuring/rounds.ts';
import { printedInvoice } from '../service/printed-invoices.ts';
import type { InvoiceDocument } from '../service/printed-invoices.ts';

/** Prints at the same time, on both sides: the default of PRINT_CONCURRENCY. */
const AT_ONCE = 3;
const GOAL = 6;

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
  } finally {
    await Promise.all([printer.close(), browser.close()]);
  }
};

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
  if (typeof frameCss !== 'string') throw new Error('an A4 page has its size from the start');
  return shell
    .replace('<title>', () => `<title>${title}`)
    .replace('</head>', () => `<style>${frameCss}</style></head>`)
    .replace('<body>', () => `<body>${body}`);
}
