import { STYLE_SHEET, frameCss } from './css.ts';
import type { InvoiceDocument } from './document-model.ts';
import { fontFaceCss } from './fonts.ts';
import { html } from './html.ts';
import { fiscalCodes, totalsAndVat } from './sections/footer.ts';
import { heading } from './sections/heading.ts';
import { itemsTable } from './sections/items-table.ts';
import { details } from './sections/details.ts';

/** What changes from print to print in a page that already holds fonts and styles. */
export interface PrintJob {
  /** Becomes the title of the PDF. */
  title: string;
  /** Page margins with what is repeated on every page. */
  frameCss: string;
  body: string;
}

// The page may show what it was given and nothing else. The browser refuses the network as well;
// this holds should that ever fail.
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; " +
  "form-action 'none'; base-uri 'none'";

/** Id of the style element that `PrintJob.frameCss` goes into. */
export const FRAME_STYLE_ID = 'frame';

// Under a long table everything stays on the page of the last items. Under a short one that could
// leave the first page nearly empty: there only the totals stay with the items.
const SHORT_TABLE = 8;

/** The page that stays warm: fonts and styles, with an empty body. Loads the fonts: call it once. */
export function shellHtml(): string {
  return `<!doctype html>
<html lang="cnr-Latn-ME">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<title></title>
<style>${fontFaceCss()}${STYLE_SHEET}</style>
<style id="${FRAME_STYLE_ID}"></style>
</head>
<body></body>
</html>`;
}

/** The print of one invoice. Throws `PDF_DOCUMENT_INVALID` if its data cannot be an invoice's. */
export function printJob(document: InvoiceDocument): PrintJob {
  const isShort = document.computed.lines.length <= SHORT_TABLE;
  const foot = isShort
    ? totalsAndVat(document)
    : html`${totalsAndVat(document)} ${fiscalCodes(document)}`;
  const body = html`<main>
    ${heading(document)} ${details(document)} ${itemsTable(document, foot)}
    ${isShort ? fiscalCodes(document) : null}
  </main>`;
  return {
    title: document.issued.invoiceNumber,
    frameCss: frameCss(document),
    body: body.markup,
  };
}
