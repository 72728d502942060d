// How the invoice looks: a declared style sheet. Ink, two greys and hairlines only, so that it
// reads the same from a black-and-white printer. The order of the rules is the order on the page.

import { DOCUMENT_KINDS } from '@fiscal/domain';
import type { InvoiceDocument } from './document-model.ts';
import { FONT_FAMILY } from './fonts.ts';
import { cssString } from './html.ts';
import { TEST_MARK } from './labels.ts';

const INK = '#16202e';
const SOFT = '#56606f';
const FAINT = '#737d8b';
const HAIRLINE = '#d3d8df';
const FONT_STACK = `"${FONT_FAMILY}", "Noto Sans", "DejaVu Sans", sans-serif`;

/** The page margins: invoice number and page count on every page, and the mark of a test. */
export function frameCss({ environment, issued, request }: InvoiceDocument): string {
  const small = `font: 500 7pt/1 ${FONT_STACK}; color: ${SOFT};`;
  const reference = cssString(`${DOCUMENT_KINDS[request.type].words.me} ${issued.invoiceNumber}`);
  const mark =
    environment === 'test'
      ? `@top-center { content: ${cssString(TEST_MARK)}; font: 600 8pt/1 ${FONT_STACK};
           letter-spacing: .05em; color: ${INK}; border: .8pt solid ${INK}; border-radius: 3mm;
           width: 86mm; height: 5mm; margin: 5mm 0 7mm; text-align: center;
           vertical-align: middle; }`
      : '';
  return `@page { size: A4; margin: 17mm 17mm 19mm;
    ${mark}
    @bottom-left { content: ${reference}; ${small} text-align: left; }
    @bottom-right { content: "Strana " counter(page) " / " counter(pages); ${small} }
  }`;
}

/** The style sheet of every invoice. */
export const STYLE_SHEET = `
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; font: 400 8.8pt/1.4 ${FONT_STACK}; color: ${INK}; font-variant-numeric: tabular-nums; }
h1, dl, dd, p { margin: 0; }
bdi { overflow-wrap: anywhere; }
.label { display: block; font-size: 7.2pt; line-height: 1.25; font-weight: 500; color: ${SOFT}; }
.en { display: block; font-weight: 400; font-size: .84em; color: ${FAINT}; }

.heading { display: grid; grid-template-columns: 1fr auto; gap: 0 10mm; padding-bottom: 6mm; border-bottom: 1.4pt solid ${INK}; }
.seller { line-height: 1.45; }
.logo { display: block; max-width: 60mm; max-height: 18mm; margin-bottom: 4mm; }
.seller-name { font-size: 14pt; line-height: 1.2; font-weight: 600; letter-spacing: -.005em; margin-bottom: 1.2mm; }
.seller-numbers { display: flex; flex-wrap: wrap; gap: 2mm 7mm; margin-top: 3.4mm; }
.title { text-align: right; max-width: 84mm; }
.title h1 { font-size: 25pt; line-height: 1; font-weight: 600; letter-spacing: -.015em; }
.title h1 .en { font-size: 10pt; line-height: 1.3; letter-spacing: 0; margin-top: 1mm; }
.title .number { margin-top: 5mm; font-size: 10pt; font-weight: 600; line-height: 1.4; }

.details { display: grid; grid-template-columns: 66mm 1fr; gap: 10mm; padding: 5mm 0 7mm; align-items: start; }
.details.without-buyer { grid-template-columns: 1fr; }
.buyer-name { font-size: 10.5pt; line-height: 1.3; font-weight: 600; margin: 1mm 0 .4mm; }
.buyer-id { display: flex; align-items: center; gap: 2mm; margin-top: 1.4mm; }
.buyer-id .label { line-height: 1.15; }
.buyer-id dd { font-weight: 500; }
.facts { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4mm 6mm; }
.facts dd { font-weight: 500; margin-top: .5mm; line-height: 1.3; }
.facts dd .en { font-size: 6.6pt; }

.reference { border-left: 2pt solid ${INK}; background: #f3f5f7; padding: 2.6mm 4mm 3mm; margin-bottom: 7mm; }
.reference h2 { margin: 0 0 1.6mm; font-size: 8.8pt; line-height: 1.3; font-weight: 600; }
.reference h2 .en { display: inline; margin-left: 1.5mm; }
.reference dl { display: flex; flex-wrap: wrap; gap: 2mm 8mm; font-size: 8.4pt; }
.reference dd { font-weight: 500; }

.note { display: grid; grid-template-columns: 18mm 1fr; padding-bottom: 6mm; }
.note p { white-space: pre-line; }

/* Separate borders: a collapsed one of a repeated head is drawn by the row beneath it. */
table { border-collapse: separate; border-spacing: 0; width: 100%; }
th { text-align: left; vertical-align: bottom; font-weight: 500; }
td { vertical-align: top; }
.figure { text-align: right; white-space: nowrap; }
.head > th { border-bottom: .8pt solid ${INK}; padding: 0 0 1.6mm 4mm; }
.item > td { padding: var(--row) 0 var(--row) 4mm; border-bottom: .5pt solid ${HAIRLINE}; line-height: 1.3; }
.item { break-inside: avoid; }
.position { color: ${SOFT}; }
.head > .position, .item > .position { padding-left: 0; }
.name { width: 100%; min-width: 30mm; }
.head > .name, .item > .name { padding-left: 2.2mm; }
.item > .name { font-weight: 500; }
.unit { max-width: 18mm; }
.head .label { white-space: nowrap; }
.item > .figure:last-child { font-weight: 600; }
.unseen { visibility: hidden; }
.beneath { display: block; font-size: 7.2pt; font-weight: 400; color: ${SOFT}; }
/* In a long table code, VAT rate and discount stand beside instead of beneath, so that a row is one line. */
.long .item .beneath { display: inline-block; }
.long .figure > .beneath { margin-left: 1mm; }
.long .name > bdi { margin-right: 1.6mm; }
.long .vat > .beneath { min-width: 5.6mm; }
.crowded .item { font-size: 7.6pt; }
.packed .item { font-size: 6.2pt; }
.crowded :is(.head > th, .item > td), .packed :is(.head > th, .item > td) { padding-left: 2.2mm; }
.crowded .head .label, .packed .head .label { font-size: 6.4pt; }
.packed .beneath { font-size: 5.8pt; }
.last-rows { break-inside: avoid; }
.foot { padding: 0; }

.fiscal { break-inside: avoid; }
.summary { display: flex; justify-content: space-between; align-items: flex-start; gap: 10mm; padding-top: 6mm; }
.vat-summary { width: 88mm; font-size: 8.2pt; }
.vat-summary caption { text-align: left; font-size: 7.8pt; font-weight: 600; padding-bottom: 1.6mm; }
.vat-summary caption .en { display: inline; margin-left: 1mm; }
.vat-summary th { border-bottom: .5pt solid ${SOFT}; padding: 0 0 1mm 4mm; }
.vat-summary td { border-bottom: .5pt solid ${HAIRLINE}; padding: 1.2mm 0 1.2mm 4mm; }
.vat-summary th:first-child, .vat-summary td:first-child { padding-left: 0; }
.sentence { line-height: 1.4; text-wrap: balance; }
.summary > .sentence { max-width: 80mm; font-weight: 500; }
.legal-bases { display: grid; gap: 1.2mm; padding-top: 3mm; font-size: 7.8pt; }
.legal-bases > .sentence { text-wrap: wrap; }
.totals { min-width: 72mm; }
.totals > div { display: flex; justify-content: space-between; align-items: baseline; gap: 8mm; padding: .9mm 0; }
.totals dd { white-space: nowrap; font-weight: 500; font-size: 9.4pt; }
.totals .grand { border-top: 1.4pt solid ${INK}; margin-top: 1.6mm; padding-top: 2.4mm; }
.totals .grand .label { font-size: 9.6pt; font-weight: 600; color: ${INK}; }
.totals .grand dd { font-size: 17pt; line-height: 1.1; font-weight: 600; letter-spacing: -.01em; }


.fiscal { display: flex; gap: 6mm; align-items: flex-start; margin-top: 8mm; padding-top: 5.5mm; border-top: .5pt solid ${SOFT}; }
.fiscal > a { display: block; line-height: 0; }
/* The quiet zone hangs out, so that the dark of the code stands in line with the text. */
.qr { display: block; margin: -2.1mm 0 -2.1mm -2.1mm; }
.fiscal-codes { flex: 1; }
.identifiers > div { display: grid; grid-template-columns: 40mm 1fr; align-items: baseline; padding: .7mm 0; }
.identifiers dd { font-weight: 600; font-size: 9pt; letter-spacing: .01em; }
.identifiers dd .sentence { font-weight: 500; font-size: 8.2pt; }
.codes { display: flex; flex-wrap: wrap; gap: 2mm 8mm; margin: 2.6mm 0; }
.codes dd { font-weight: 500; }
.codes .code { font-weight: 400; color: ${SOFT}; }
.fiscal-codes > .sentence { font-size: 7.6pt; color: ${SOFT}; }

/* Less air where that makes one page of two. */
.dense .heading { padding-bottom: 4mm; }
.dense .details { padding: 3.5mm 0 4mm; }
.dense .reference { padding: 1.6mm 4mm 2mm; margin-bottom: 3.5mm; }
.dense .reference h2 { margin-bottom: .6mm; }
.dense .note { padding-bottom: 3mm; }
.dense .item { font-size: 8.2pt; }
.dense .summary { padding-top: 4mm; }
.dense .vat-summary td { padding-top: .8mm; padding-bottom: .8mm; }
.dense .totals > div { padding: .5mm 0; }
.dense .totals .grand { padding-top: 1.8mm; }
.dense .title .number { margin-top: 3mm; }
.dense .fiscal { margin-top: 5mm; padding-top: 4.5mm; }
`;
