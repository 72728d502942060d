// Chrome for tests, and what they look for in a print.

import { existsSync } from 'node:fs';
import { textOfPdf } from '@fiscal/testbed/pdf-reader';
import { afterAll, describe, expect } from '@jest/globals';
import type { InvoiceDocument } from '../document/document-model.ts';
import { printJob } from '../document/template.ts';
import { createPdfRenderer } from '../render-pdf.ts';
import type { PdfRenderer } from '../render-pdf.ts';

export const POINTS_PER_MM = 72 / 25.4;
export const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

const CHROME_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chrome to test with: the preferred one (`CHROME_PATH`), else the first in a usual place. */
export function findChrome(preferred: string | undefined): string | null {
  const paths = preferred === undefined || preferred === '' ? CHROME_PATHS : [preferred];
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Of a whole test file. */
interface Printing {
  renderer: PdfRenderer;
  /** Of the tests that print. */
  canPrint: typeof describe.skip;
}

export function useRenderer(preferredChrome: string | undefined): Printing {
  const chrome = findChrome(preferredChrome);
  const renderer = createPdfRenderer({
    executablePath: chrome ?? '',
    sandbox: 'if-possible',
    maxPages: 2,
    // Against hangs alone.
    timeoutMs: 240_000,
    logger: SILENT,
  });
  afterAll(() => renderer.close());
  return { renderer, canPrint: chrome === null ? describe.skip : describe };
}

/** What a reader sees of the body, with single blanks. */
export function wordsOf(document: InvoiceDocument): string {
  return printJob(document)
    .body.replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\u00A0/g, ' ')
    .replace(/\s+/g, ' ');
}

/** Each fact stands in the PDF, wherever its lines break. */
export async function expectFacts(pdf: Uint8Array, facts: readonly string[]): Promise<void> {
  const text = packed(await textOfPdf(pdf));
  for (const fact of facts) expect(text).toContain(packed(fact));
}
const packed = (text: string) => text.replace(/[\s\u00A0\u2066-\u2069\u202A-\u202E]/g, '');
