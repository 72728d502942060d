// How documents look: a declared style sheet. Ink, two greys and hairlines only, so that it reads
// the same from a black-and-white printer. The order of the rules is the order on the page.

import type { Environment } from '@fiscal/domain';
import { FONT_FAMILY } from './fonts.ts';
import { cssString } from './html.ts';
import { TEST_MARK } from './labels.ts';

const INK = '#16202e';
const SOFT = '#56606f';
const FAINT = '#737d8b';
const HAIRLINE = '#d3d8df';
const FONT_STACK = `"${FONT_FAMILY}", "Noto Sans", "DejaVu Sans", sans-serif`;

/** The page margins: name of the document and page count on every page, and the mark of a test. */
export function frameCss(environment: Environment, name: string): string {
  const small = `font: 500 7pt/1 ${FONT_STACK}; color: ${SOFT};`;
  const mark =
    environment === 'test'
      ? `@top-center { content: ${cssString(TEST_MARK)}; font: 600 8pt/1 ${FONT_STACK};
           letter-spacing: .05em; color: ${INK}; border: .8pt solid ${INK}; border-radius: 3mm;
           width: 86mm; height: 5mm; margin: 5mm 0 7mm; text-align: center;
           vertical-align: middle; }`
      : '';
  return `@page { size: A4; margin: 17mm 17mm 19mm;
    ${mark}
    @bottom-left { content: ${cssString(name)}; ${small} text-align: left; }
    @bottom-right { content: "Strana " counter(page) " / " counter(pages); ${small} }
  }`;
}

/** A PDF has no longer page: 14 400 points (ISO 32000-1, annex C). */
const LONGEST_MM = 5_000;
/** What a page may lose where the rows break: the totals and codes are not parted. */
const LOST_MM = 250;
/** What a measured height may be wrong by. */
const SLACK_MM = 1;

/** One page as long as its content; where none may be so long, several of one length. */
export function stripFrameCss(environment: Environment, name: string, contentMm: number): string {
  const small = `font: 500 6.5pt/1 ${FONT_STACK};`;
  const top = environment === 'test' ? 12 : 4;
  const pages = contentMm <= LONGEST_MM ? 1 : Math.ceil(contentMm / (LONGEST_MM - LOST_MM));
  const lengthMm = contentMm / pages + (pages === 1 ? top + 5 + SLACK_MM : LOST_MM);
  const mark =
    environment === 'test' ? `@top-center { content: ${cssString(TEST_MARK)}; ${small} }` : '';
  const count = `"Strana " counter(page) " / " counter(pages) " · " ${cssString(name)}`;
  return `@page { size: 80mm ${lengthMm.toFixed(2)}mm; margin: ${top}mm 4mm 5mm;
    ${mark} ${pages === 1 ? '' : `@bottom-center { content: ${count}; ${small} }`}
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

/* A report: three sums beside each other, or documents one under the other. */
.report { font-size: 8pt; }
.report .heading { margin-bottom: 4mm; padding-bottom: 4mm; }
.report .title h1 { font-size: 15pt; line-height: 1.15; }
.report > .facts { padding-bottom: 5mm; }
.report h2 { margin: 0; font-size: 9.6pt; line-height: 1.3; break-after: avoid; }
.report .totals > div { gap: 2mm; }
.report .totals dd { font-size: 8pt; }
.report .totals .en { display: inline; margin-left: 1mm; }
.report .totals .grand { margin: 0; padding: 1.6mm 0; break-inside: avoid; }
.report .totals .grand dd { font-size: 11pt; }
.sums { display: grid; grid-template-columns: repeat(3, 1fr); gap: 6mm; padding-bottom: 5mm; }
.sum .totals { min-width: 0; }
.cash { margin: 4mm 0 4mm auto; width: 76mm; }
.entry { border-top: .5pt solid ${SOFT}; padding: 1.4mm 0; }
.sums ~ .entry { break-inside: avoid; }
.entry > p { color: ${SOFT}; }
.entry > :is(.entry-head, .line) { color: inherit; }
.entry b { float: right; font-weight: inherit; padding-left: 3mm; }
.entry-head { font-weight: 600; break-after: avoid; }

/* 80 mm of paper, of which a receipt printer prints 72, in black alone. */
.strip { width: 72mm; font-size: 8pt; line-height: 1.3; }
.strip, .strip * { color: #000 !important; border-color: #000 !important; background: none !important; }
.strip :is(.heading, .details, .facts, .reference dl, .note, .summary, .fiscal, .identifiers > div, .codes) { display: block; }
.strip :is(.label, .beneath) { font-size: 7pt; }
.strip .en { display: inline; font-size: 6.5pt; margin-left: 1mm; }
.strip .heading { padding-bottom: 2mm; text-align: center; }
.strip .logo { max-width: 100%; margin: 0 auto 2mm; filter: grayscale(1); }
.strip .seller-name { font-size: 11pt; }
.strip .seller-numbers { justify-content: center; gap: 1mm 3mm; margin-top: 1.5mm; }
.strip .title { max-width: none; margin-top: 3mm; text-align: center; }
.strip .title h1 { font-size: 14pt; }
.strip .title h1 .en { display: block; font-size: 8pt; margin: .5mm 0 0; }
.strip .title .number { margin-top: 2mm; font-size: 9pt; }
.strip .details { padding: 2mm 0; }
.strip .buyer { padding-bottom: 2mm; }
.strip .buyer-name { font-size: 9pt; margin: .5mm 0 0; }
.strip :is(.facts, .codes, .totals) > div { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 3mm; padding: .3mm 0; }
.strip :is(.facts, .codes, .totals) dd { margin: 0 0 0 auto; max-width: 100%; font-size: 8pt; text-align: right; }
.strip .identifiers dd { font-size: 8pt; overflow-wrap: anywhere; }
.strip .reference { border: .8pt solid; padding: 1.5mm 2mm; margin: 0 0 2mm; }
.strip .note { padding-bottom: 2mm; overflow-wrap: anywhere; }
/* A row of a table is the name, and beneath it unit, quantity, price and total; what else there is goes to a third line. */
.strip .items, .strip .items > * { display: block; }
.strip .items > * > tr { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 1mm; padding-top: 1mm; font-size: 7.5pt; break-inside: avoid; }
.strip .items > * > tr > :is(th, td) { padding: 0; border: 0; flex: 1 1 22%; line-height: 1.25; }
.strip .items .position { flex: none; }
.strip .item > .position::after { content: "."; }
.strip .items .name { flex: 1 1 80%; min-width: 0; }
.strip .items .unit { max-width: none; min-width: 0; overflow-wrap: anywhere; }
.strip .items .figure { order: 2; }
.strip .items :is(.unit, .unit + .figure, .unit + .figure + .figure, .figure:last-child) { order: 1; }
.strip .items > thead > tr { border-bottom: .8pt solid; }
.strip .head .label { font-size: 6.5pt; }
.strip .item > .figure > .beneath, .strip .item > .name > .beneath { display: inline; margin-left: 1mm; }
.strip .summary { padding-top: 2mm; border-top: .8pt solid; }
.strip .vat-summary { width: 100%; font-size: 7.5pt; }
.strip .vat-summary :is(th, td) { padding: .5mm 0 .5mm 1.5mm; }
.strip .vat-summary :is(th, td):first-child { padding-left: 0; }
.strip .vat-summary th .en, .strip .head .en { display: block; margin: 0; }
.strip .totals { min-width: 0; margin-top: 2mm; }
.strip .totals .grand .label { font-size: 9pt; }
.strip .totals .grand dd { font-size: 13pt; }
.strip .crowded .item, .strip .crowded .vat-summary { font-size: 6.4pt; }
.strip .packed .item, .strip .packed .vat-summary { font-size: 5.6pt; }
.strip .fiscal { margin-top: 2mm; padding-top: 3mm; }
.strip .qr { margin: 0 auto; }
.strip .sums { display: block; padding: 0; }
.strip .sum { border-top: .8pt solid; padding: 2mm 0; }
.strip .cash { margin: 2mm 0; width: auto; }
`;
