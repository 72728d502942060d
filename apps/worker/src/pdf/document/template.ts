import { DOCUMENT_KINDS } from '@fiscal/domain';
import type { PrintedReport } from '@fiscal/domain';
import { STYLE_SHEET, frameCss, stripFrameCss } from './css.ts';
import type { InvoiceDocument } from './document-model.ts';
import { fontFaceCss } from './fonts.ts';
import { harmlessText, html } from './html.ts';
import { fitPages } from './page-fit.ts';
import { closing } from './sections/footer.ts';
import { heading } from './sections/heading.ts';
import { figureColumns, itemsTable, rowHeights } from './sections/items-table.ts';
import { details } from './sections/details.ts';
import { reportContent } from './sections/report.ts';

/** What changes from print to print in a page that already holds fonts and styles. */
export interface PrintJob {
  /** Becomes the title of the PDF. */
  title: string;
  /** The seller; becomes the author of the PDF. */
  author: string;
  /**
   * Page size and margins, with what is repeated on every page; of a strip by the height of its
   * content in millimetres, which is measured where it is laid out.
   */
  frameCss: string | ((contentMm: number) => string);
  body: string;
  /** Whether its structure is there for screen readers; true where absent. */
  isTagged?: boolean;
}

// The page may show what it was given and nothing else. The browser refuses the network as well;
// this holds should that ever fail.
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; " +
  "form-action 'none'; base-uri 'none'";

/** Id of the style element that `PrintJob.frameCss` goes into. */
export const FRAME_STYLE_ID = 'frame';

/**
 * The page that stays warm: fonts and styles, with an empty body. Loads the fonts: call it once.
 */
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

/** The print of one document. Throws `PDF_DOCUMENT_INVALID` if its data cannot be such a one's. */
export function printJob(document: InvoiceDocument | PrintedReport): PrintJob {
  const { paper, environment, seller } = document;
  const { title, name, setting, isTagged, body } =
    'report' in document ? reportContent(document) : invoiceContent(document);
  return {
    title,
    isTagged,
    author: harmlessText(seller.name),
    frameCss:
      paper === '80mm'
        ? (contentMm) => stripFrameCss(environment, title, contentMm)
        : frameCss(environment, name),
    // The same on both papers: only the style sheet sets it in another way.
    body: html`<main class="${paper === '80mm' ? 'strip' : ''} ${setting}">${body}</main>`.markup,
  };
}

function invoiceContent(document: InvoiceDocument) {
  const { paper, seller, issued, request } = document;
  const columns = figureColumns(document);
  const { isDense, rowPaddingMm } =
    paper === '80mm'
      ? { isDense: false, rowPaddingMm: 0 }
      : fitPages(document, (dense) => rowHeights(document, columns, dense));
  const title = issued.invoiceNumber;
  const { words } = DOCUMENT_KINDS[request.type];
  const body = html`${heading(seller, words, title)} ${details(document)}
  ${itemsTable(document, columns, rowPaddingMm, closing(document))}`;
  return {
    title,
    name: `${words.me} ${title}`,
    setting: isDense ? 'dense' : '',
    isTagged: true,
    body,
  };
}
