// Owns Chrome. Lends its warm pages one document at a time, replaces what is old, big, hung or
// dead, and never lets one bad document hold up another. It knows nothing about invoices.
//
// A print goes through these states:
//   waiting   until one of `maxPages` places is free (first come, first served)
//   printing  on an idle page of the current Chrome; where there is none, on a new one
//   done      the page is idle again, or closed after `documentsPerPage` documents
//   late      no result within `timeoutMs`: the page is killed, the caller gets PDF_RENDER_TIMEOUT
//   broken    Chrome or the page died: once more on a fresh page, then PDF_RENDER_FAILED
// A Chrome is `current` (lends pages), then `retired` (ends with its last print), then gone.

import { setTimeout as delay } from 'node:timers/promises';
import { privateBytes, readProcessTree } from '@fiscal/runtime';
import { startChrome } from './chrome.ts';
import type { Chrome, ChromeSettings } from './chrome.ts';
import { PdfError } from '../pdf-error.ts';
import type { PrintJob } from '../document/template.ts';
import { openWarmPage } from './warm-page.ts';
import type { WarmPage } from './warm-page.ts';

export interface BrowserPoolSettings extends ChromeSettings {
  /** What every page holds before a document comes; see `shellHtml`. */
  shell: string;
  maxPages: number;
  /** For one document on one page, opening the page included; waiting for a place is not. */
  timeoutMs: number;
  /** A page is replaced after so many. */
  documentsPerPage?: number;
  /** Chrome is replaced once its processes hold more than this for themselves. Linux only. */
  maxBrowserBytes?: number;
}

interface Generation {
  readonly chrome: Chrome;
  readonly idle: WarmPage[];
  printing: number;
  isRetired: boolean;
}

const DOCUMENTS_PER_PAGE = 200;
const MAX_BROWSER_BYTES = 768 * 1_048_576;
/** Prints between two looks at Chrome's memory. */
const PRINTS_PER_MEMORY_CHECK = 32;
/** A page that is not gone by then takes its whole Chrome with it. */
const PAGE_CLOSE_MS = 1_000;

/** Prints documents on warm pages. Nothing is started before `start` or the first `print`. */
export class BrowserPool {
  readonly #settings: BrowserPoolSettings;
  #current: Promise<Generation> | null = null;
  readonly #ending = new Set<Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #freePlaces: number;
  #prints = 0;
  #isClosed = false;
  /** Once Chrome has run in its sandbox it is never started without. */
  #sandbox: ChromeSettings['sandbox'];

  constructor(settings: BrowserPoolSettings) {
    this.#settings = settings;
    this.#freePlaces = settings.maxPages;
    this.#sandbox = settings.sandbox;
  }

  /** Starts Chrome and warms one page, so that the first document need not wait for it. */
  async start(): Promise<{ isSandboxed: boolean }> {
    await this.print({ title: '', author: '', frameCss: '', body: '' });
    return { isSandboxed: this.#sandbox === 'required' };
  }

  async print(job: PrintJob): Promise<Uint8Array> {
    await this.#takePlace();
    try {
      return await this.#printOrRepeat(job);
    } finally {
      this.#leavePlace();
    }
  }

  /** Ends every Chrome, also in the middle of a print; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const current = await this.#current?.catch(() => null);
    if (current) this.#retire(current, 'the renderer is closed', 'now');
    await Promise.all(this.#ending);
  }

  async #takePlace(): Promise<void> {
    if (this.#freePlaces > 0) this.#freePlaces -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leavePlace(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#freePlaces += 1;
    else next();
  }

  async #printOrRepeat(job: PrintJob): Promise<Uint8Array> {
    try {
      return await this.#printOnce(job);
    } catch (error) {
      if (error instanceof PdfError) throw error;
      this.#settings.logger.warn({ err: error }, 'a print broke and is repeated on a fresh page');
    }
    await this.#discardIdlePages();
    try {
      return await this.#printOnce(job);
    } catch (error) {
      if (error instanceof PdfError) throw error;
      throw new PdfError('PDF_RENDER_FAILED', 'Chrome broke twice over one document.', {
        cause: error,
      });
    }
  }

  async #printOnce(job: PrintJob): Promise<Uint8Array> {
    const generation = await this.#generation();
    const { browser } = generation.chrome;
    let page = generation.idle.pop();
    generation.printing += 1;
    const work = async (): Promise<Uint8Array> => {
      page ??= await openWarmPage(browser, this.#settings.shell);
      return await Promise.race([page.print(job), page.crashed]);
    };
    try {
      const pdf = await withinTime(work(), this.#settings.timeoutMs);
      await this.#giveBack(generation, page);
      return pdf;
    } catch (error) {
      await this.#discard(generation, page);
      this.#refuseIfClosed(error);
      throw error;
    } finally {
      generation.printing -= 1;
      if (generation.isRetired && generation.printing === 0) this.#end(generation);
    }
  }

  async #generation(): Promise<Generation> {
    this.#refuseIfClosed();
    const starting = (this.#current ??= this.#startGeneration());
    try {
      const generation = await starting;
      this.#refuseIfClosed();
      if (generation.chrome.browser.connected) return generation;
      this.#retire(generation, 'it has died', 'now');
    } catch (error) {
      if (this.#current === starting) this.#current = null;
      throw error;
    }
    return await this.#generation();
  }

  async #startGeneration(): Promise<Generation> {
    const { logger } = this.#settings;
    const chrome = await startChrome({ ...this.#settings, sandbox: this.#sandbox });
    if (chrome.isSandboxed) this.#sandbox = 'required';
    const generation: Generation = { chrome, idle: [], printing: 0, isRetired: false };
    chrome.browser.once('disconnected', () => {
      if (!generation.isRetired) logger.warn({}, 'Chrome has died');
      this.#retire(generation, 'it has died', 'now');
    });
    const { version, isSandboxed } = chrome;
    logger.info({ version, isSandboxed }, 'Chrome is running');
    return generation;
  }

  async #giveBack(generation: Generation, page: WarmPage | undefined): Promise<void> {
    const { documentsPerPage = DOCUMENTS_PER_PAGE, maxBrowserBytes = MAX_BROWSER_BYTES } =
      this.#settings;
    if (page === undefined || page.printed >= documentsPerPage) {
      await this.#discard(generation, page);
    } else {
      generation.idle.push(page);
    }
    this.#prints += 1;
    if (this.#prints % PRINTS_PER_MEMORY_CHECK !== 0) return;
    const bytes = privateBytes(readProcessTree(generation.chrome.browser.process()?.pid ?? 0));
    if (bytes <= maxBrowserBytes) return;
    this.#retire(generation, `it holds ${Math.round(bytes / 1_048_576)} MiB`, 'after its prints');
  }

  /** What broke one page may have broken those beside it. */
  async #discardIdlePages(): Promise<void> {
    const generation = await this.#current?.catch(() => null);
    if (!generation) return;
    await Promise.all(generation.idle.splice(0).map((page) => this.#discard(generation, page)));
  }

  /** Closes a page; a Chrome that does not manage even that is ended, with all its pages. */
  async #discard(generation: Generation, page: WarmPage | undefined): Promise<void> {
    const isClosed = page?.close().then(
      () => true,
      () => true,
    );
    const inTime = await Promise.race([
      isClosed ?? false,
      delay(PAGE_CLOSE_MS, false, { ref: false }),
    ]);
    if (!inTime) this.#retire(generation, 'a page could not be closed', 'now');
  }

  /** This Chrome lends no more pages. */
  #retire(generation: Generation, reason: string, end: 'now' | 'after its prints'): void {
    if (!generation.isRetired) {
      generation.isRetired = true;
      // Only one generation lends pages at a time, and it was this one.
      this.#current = null;
      this.#settings.logger.info({ reason }, 'a Chrome is retired');
    }
    if (end === 'now' || generation.printing === 0) this.#end(generation);
  }

  #end(generation: Generation): void {
    const ended = generation.chrome.end().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  #refuseIfClosed(cause?: unknown): void {
    if (!this.#isClosed) return;
    throw new PdfError('PDF_RENDERER_CLOSED', 'The PDF renderer is closed.', { cause });
  }
}

async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const timer = new AbortController();
  const late = delay(timeoutMs, null, { signal: timer.signal }).then(() => {
    throw new PdfError('PDF_RENDER_TIMEOUT', `Chrome did not print within ${timeoutMs} ms.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
