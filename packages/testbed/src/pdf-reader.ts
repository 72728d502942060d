// Reads a printed invoice as a person and a phone do: its text, its properties, and what its QR
// code says. Made of npm packages alone, so that it works wherever the tests run.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** What a reader of a PDF sees. */
export interface PdfContent {
  /** The text of each page: a row a line, from the top, with a space between what stands apart. */
  pages: string[];
  title: string | undefined;
  author: string | undefined;
  /** Whether its structure is there for screen readers. */
  isTagged: boolean;
  /** Width and height of the first page in points. */
  size: { width: number; height: number };
}

/** By its PostScript name, with whether the file brings its glyphs along. */
interface PdfFont {
  name: string;
  isEmbedded: boolean;
}

/** What a cheap printer and a phone make of it. */
const SCAN_DPI = 150;
/** Of a receipt printer, which prints a dot or none. */
const RECEIPT_DPI = 203;
const POINTS_PER_INCH = 72;
/** Of 255, above which a receipt printer leaves the paper white. */
const WHITE_FROM = 128;

/** Reads a PDF. Rejects what is none. */
export async function readPdf(pdf: Uint8Array): Promise<PdfContent> {
  return withDocument(pdf, async (document) => {
    const pages = await pagesOf(document);
    const { info } = (await document.getMetadata()) as {
      info: { Title?: string; Author?: string };
    };
    return {
      pages: await Promise.all(pages.map(textOfPage)),
      title: info.Title,
      author: info.Author,
      isTagged: await isTagged(document),
      size: sizeOf(pages),
    };
  });
}

/** The fonts of each page. */
export function fontsOfPdf(pdf: Uint8Array): Promise<PdfFont[]> {
  return withDocument(pdf, async (document) => {
    const pages = await pagesOf(document);
    return (await Promise.all(pages.map(fontsOfPage))).flat();
  });
}

/** The text in the order in which it was written: each paragraph and cell as a whole. */
export async function textOfPdf(pdf: Uint8Array): Promise<string> {
  return withDocument(pdf, async (document) => {
    const contents = (await pagesOf(document)).map((page) => page.getTextContent());
    const items = (await Promise.all(contents)).flatMap((content) => content.items);
    return items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('');
  });
}

/** What the QR codes of a PDF say, page by page, as a scan at 150 dpi reads them. */
export function qrCodesOfPdf(pdf: Uint8Array): Promise<string[]> {
  return qrCodes(pdf, (page) => draw(page, SCAN_DPI));
}

/** As `qrCodesOfPdf`, from the dots of a receipt printer: 203 dpi, black or white. */
export function qrCodesOfReceipt(pdf: Uint8Array): Promise<string[]> {
  return qrCodes(pdf, async (page) => blackAndWhite(await draw(page, RECEIPT_DPI)));
}

async function qrCodes(
  pdf: Uint8Array,
  drawn: (page: PDFPageProxy) => Promise<Canvas>,
): Promise<string[]> {
  await loadScanner();
  return withDocument(pdf, async (document) => {
    const pages = await pagesOf(document);
    const codes = await Promise.all(pages.map(async (page) => scan(await drawn(page))));
    return codes.flat();
  });
}

async function withDocument<T>(
  pdf: Uint8Array,
  read: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  // A copy: the reader takes the buffer it is given for itself.
  const options = { verbosity: 0, useSystemFonts: false, fontExtraProperties: true };
  const task = getDocument({ data: Uint8Array.from(pdf), ...options });
  try {
    return await read(await task.promise);
  } finally {
    await task.destroy();
  }
}

// A Map, whatever its types say.
async function isTagged(document: PDFDocumentProxy): Promise<boolean> {
  const marks = (await document.getMarkInfo()) as Map<string, boolean> | null;
  return marks?.get('Marked') === true;
}

function pagesOf(document: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return Promise.all(numbers.map((number) => document.getPage(number)));
}

function sizeOf([first]: readonly PDFPageProxy[]): PdfContent['size'] {
  const [left = 0, bottom = 0, right = 0, top = 0] = first?.view ?? [];
  return { width: right - left, height: top - bottom };
}

interface Piece {
  x: number;
  y: number;
  width: number;
  text: string;
}

/** Two pieces whose baselines are nearer than this, in points, stand in one row. */
const ROW_HEIGHT = 2;
/** A gap of at least this many points between two pieces is a space. */
const SPACE_WIDTH = 1;

async function textOfPage(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item): Piece[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , , x, y] = item.transform as number[];
    return [{ x: x ?? 0, y: y ?? 0, width: item.width, text: item.str }];
  });
  return rowsOf(pieces).map(textOfRow).join('\n');
}

function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = [];
  for (const piece of pieces.toSorted((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    if (row?.[0] !== undefined && row[0].y - piece.y < ROW_HEIGHT) row.push(piece);
    else rows.push([piece]);
  }
  return rows;
}

function textOfRow(row: readonly Piece[]): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const piece of row.toSorted((one, other) => one.x - other.x)) {
    const isApart = text !== '' && piece.x - end >= SPACE_WIDTH;
    text += isApart && !/\s$/.test(text) ? ` ${piece.text}` : piece.text;
    end = piece.x + piece.width;
  }
  return text.trim();
}

async function fontsOfPage(page: PDFPageProxy): Promise<PdfFont[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const ids = new Set<string>();
  fnArray.forEach((operation, index) => {
    if (operation === OPS.setFont) ids.add((argsArray[index] as [string])[0]);
  });
  return [...ids].map((id) => {
    const font = page.commonObjs.get(id) as { name: string; missingFile?: boolean };
    return { name: font.name, isEmbedded: font.missingFile !== true };
  });
}

/** The page as a scanner takes it. */
async function draw(page: PDFPageProxy, dpi: number): Promise<Canvas> {
  const viewport = page.getViewport({ scale: dpi / POINTS_PER_INCH });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  // Its drawing context has the shape of a browser's, which the reader's types ask for.
  const canvasContext = canvas.getContext('2d') as never;
  await page.render({ canvas: null, canvasContext, viewport }).promise;
  return canvas;
}

function blackAndWhite(canvas: Canvas): Canvas {
  const context = canvas.getContext('2d');
  const dots = context.getImageData(0, 0, canvas.width, canvas.height);
  const { data } = dots;
  for (let at = 0; at < data.length; at += 4) {
    const grey = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
    data.fill(grey < WHITE_FROM ? 0 : 255, at, at + 3);
  }
  context.putImageData(dots, 0, 0);
  return canvas;
}

async function scan(canvas: Canvas): Promise<string[]> {
  const dots = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const found = await readBarcodes(dots, { formats: ['QRCode'] });
  return found.map(({ text }) => text);
}

async function loadScanner(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const wasmBinary = Uint8Array.from(await readFile(file)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
