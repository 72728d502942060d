// One page of Chrome that stays open between documents: fonts and styles are loaded once, and only
// the body changes. It draws nothing on its screen, runs no script of the document and reaches no
// network.

import type { Browser, CDPSession, Page } from 'puppeteer';
import { packPdf } from './pack-pdf.ts';
import { FRAME_STYLE_ID } from '../document/template.ts';
import type { PrintJob } from '../document/template.ts';

export interface WarmPage {
  printed: number;
  print(job: PrintJob): Promise<Uint8Array>;
  /** Rejects when the page's process dies; a command sent to such a page would hang. */
  readonly crashed: Promise<never>;
  close(): Promise<void>;
}

/** What the two functions below find where they run: inside the page, never in Node. */
interface PageDocument {
  title: string;
  body: {
    innerHTML: string;
    firstElementChild: { getBoundingClientRect(): { height: number } } | null;
  };
  head: { append(child: { textContent: string }): void };
  images: Iterable<{ decode(): Promise<void> }>;
  fonts: Iterable<{ load(): Promise<unknown> }>;
  createElement(name: 'style'): { textContent: string };
  getElementById(id: string): { textContent: string } | null;
}
declare const document: PageDocument;

// The screen is not seen, and to lay out and draw a document there was a quarter of the CPU of its
// print. A style sheet of its own, because Chrome builds one that names a medium anew with each
// print.
const NOTHING_ON_SCREEN = '@media screen { html { display: none } }';

const MM_PER_INCH = 25.4;
const PX_PER_INCH = 96;

/** Opens a page with the given shell (see `shellHtml`) and waits until its fonts are loaded. */
export async function openWarmPage(browser: Browser, shell: string): Promise<WarmPage> {
  const page = await browser.newPage();
  const crashed = new Promise<never>((_, reject) => {
    page.once('error', reject);
  });
  // A print races against it; an idle page's crash is found when the page is used next.
  crashed.catch(() => undefined);
  await page.setJavaScriptEnabled(false);
  await page.setOfflineMode(true);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    // A page that is closed under way has nothing left to refuse.
    request.abort('blockedbyclient').catch(() => undefined);
  });
  await page.setContent(shell, { waitUntil: 'load' });
  await page.evaluate(hideFromScreen, NOTHING_ON_SCREEN);
  await page.evaluate(loadFonts);
  const session = await page.createCDPSession();
  const warm: WarmPage = {
    printed: 0,
    crashed,
    print: async (job) => {
      const pdf = await printOn(page, session, job);
      warm.printed += 1;
      return pdf;
    },
    close: () => page.close(),
  };
  return warm;
}

async function printOn(page: Page, session: CDPSession, job: PrintJob): Promise<Uint8Array> {
  const { frameCss } = job;
  if (typeof frameCss === 'string') {
    await page.evaluate(showJob, FRAME_STYLE_ID, job.title, frameCss, job.body);
  } else {
    await page.emulateMediaType('print');
    await page.evaluate(showJob, FRAME_STYLE_ID, job.title, '', job.body);
    const contentMm = ((await page.evaluate(heightOfContent)) * MM_PER_INCH) / PX_PER_INCH;
    await page.emulateMediaType();
    await page.evaluate(setFrame, FRAME_STYLE_ID, frameCss(contentMm));
  }
  const { data } = await session.send('Page.printToPDF', {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: job.isTagged ?? true,
    transferMode: 'ReturnAsBase64',
  });
  return packPdf(Buffer.from(data, 'base64'), job.author);
}

function hideFromScreen(css: string): void {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
}

async function loadFonts(): Promise<void> {
  await Promise.all(Array.from(document.fonts, (font) => font.load()));
}

function heightOfContent(): number {
  return document.body.firstElementChild?.getBoundingClientRect().height ?? 0;
}

function setFrame(styleId: string, css: string): void {
  const style = document.getElementById(styleId);
  if (style !== null) style.textContent = css;
}

async function showJob(styleId: string, title: string, css: string, body: string): Promise<void> {
  const style = document.getElementById(styleId);
  if (style === null) throw new Error('The page shows something else than its shell.');
  style.textContent = css;
  document.title = title;
  document.body.innerHTML = body;
  // A picture that cannot be read is left out of the print.
  await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
}
