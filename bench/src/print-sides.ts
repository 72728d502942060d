// The two ways of printing that are compared: by the service's print process, as the worker uses
// it, and by puppeteer as its first example shows. Both print the same markup with the same fonts.

import { printJob, shellHtml } from '@fiscal/worker/print-template';
import { Printer } from '@fiscal/worker/printer';
import { launch } from 'puppeteer';
import type { Browser } from 'puppeteer';
import { cpuOf, memoryOf } from './process-costs.ts';
import type { InvoiceDocument } from './printed-invoices.ts';

/** One way of printing. */
export interface PrintSide {
  name: string;
  print(document: InvoiceDocument): Promise<Uint8Array>;
  /** CPU so far by process, milliseconds. */
  readCpu(): Record<string, number>;
  /** What is held by process, MiB. */
  readMemory(): Record<string, number>;
  close(): Promise<void>;
}

/**
 * The service's own; this process stands where the worker stands. @param places
 * `PRINT_CONCURRENCY`.
 */
export async function openPrintProcess(
  executablePath: string,
  places: number,
): Promise<{ side: PrintSide; isSandboxed: boolean }> {
  const log = (fields: object, message: string) => {
    process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
  };
  const printer = new Printer({
    settings: {
      executablePath,
      maxPages: places,
      timeoutMs: 20_000,
      sandbox: 'if-possible',
      logLevel: 'error',
    },
    maxTreeBytes: 1_536 * 1_048_576,
    logger: { info: log, warn: log, error: log },
  });
  const verdict = await printer.verdict;
  if (!verdict.mayPrint) throw new Error(verdict.why);
  const pid = () => printer.pid() ?? -1;
  const side: PrintSide = {
    name: 'print process',
    print: (document) => printer.render(document),
    readCpu() {
      const { ownMs, childrenMs } = cpuOf(pid());
      return { caller: cpuOf(process.pid).ownMs, 'print process': ownMs, Chrome: childrenMs };
    },
    readMemory() {
      const { ownMib, childrenMib } = memoryOf(pid());
      return { 'print process': ownMib, Chrome: childrenMib };
    },
    close: () => printer.close(),
  };
  return { side, isSandboxed: verdict.isSandboxed === true };
}

/**
 * One browser, and a new page for each document, which is printed once nothing is loaded any more.
 */
export async function openNaivePuppeteer(
  executablePath: string,
  isSandboxed: boolean,
): Promise<PrintSide> {
  const args = isSandboxed ? [] : ['--no-sandbox'];
  const browser = await launch({ executablePath, headless: 'shell', args });
  const shell = shellHtml();
  const pid = browser.process()?.pid ?? -1;
  const chrome = () => {
    const [cpu, memory] = [cpuOf(pid), memoryOf(pid)];
    return { ms: cpu.ownMs + cpu.childrenMs, mib: memory.ownMib + memory.childrenMib };
  };
  return {
    name: 'naive puppeteer',
    print: (document) => printNaively(browser, wholePage(shell, document)),
    readCpu: () => ({ caller: cpuOf(process.pid).ownMs, Chrome: chrome().ms }),
    readMemory: () => ({ Chrome: chrome().mib }),
    close: () => browser.close(),
  };
}

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
  return shell
    .replace('<title>', () => `<title>${title}`)
    .replace('</head>', () => `<style>${frameCss}</style></head>`)
    .replace('<body>', () => `<body>${body}`);
}
