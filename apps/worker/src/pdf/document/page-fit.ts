// How far apart the rows of the items are set, so that what closes an invoice (totals and fiscal
// codes, which are never parted) stands on a sheet that is worth it: a short invoice is one page,
// and where a further page is needed the rows fill the one before it.
//
// Heights are estimated from what is printed, in millimetres as measured in Chrome; nothing is laid
// out twice. An estimate that is wrong moves a row, but never tears the closing block: the style
// sheet keeps it together, with the last rows of the table.

import { advancePaymentOf, legalBasesOf, pictureSize } from '@fiscal/domain';
import type { InvoiceDocument } from './document-model.ts';

/** How the document is set. */
export interface PageFit {
  /** Less air between its blocks. */
  isDense: boolean;
  /** Above and below the text of a row. */
  rowPaddingMm: number;
}

/** A4 without the margins of the page. */
const SHEET_MM = 297 - 17 - 19;
const SHEET_WIDTH_MM = 176;
/** What an estimate may be wrong by, and what a page loses where a row does not fit any more. */
const SLACK_MM = 1;
const LOST_MM = 4;

const PADDING_MM = { least: 0.35, dense: 1.15, usual: 1.5, most: 3 } as const;

const TABLE_HEAD_MM = 7.7;
/** A letter of a name, and a digit, as set, on average. */
export const LETTER_MM = 1.5;
export const DIGIT_MM = 1.7;
export const LINE_MM = 4.04;
/** Rows that stand with the closing block. */
export const ROWS_WITH_FOOT = 2;

/** @param rows heights of the texts of the rows, without their padding. */
export function fitPages(
  document: InvoiceDocument,
  rows: (isDense: boolean) => readonly number[],
): PageFit {
  const usual = paddingFor(document, rows(false), false);
  const dense = paddingFor(document, rows(true), true);
  return dense.pages === 1 && usual.pages > 1
    ? { isDense: true, rowPaddingMm: dense.padding }
    : { isDense: false, rowPaddingMm: usual.padding };
}

function paddingFor(document: InvoiceDocument, rows: readonly number[], isDense: boolean) {
  const onFirst = SHEET_MM - SLACK_MM - headMm(document, isDense);
  const onNext = SHEET_MM - TABLE_HEAD_MM - LOST_MM;
  const closing = closingMm(document, isDense);
  const text = rows.reduce((sum, row) => sum + row, 0);
  let pages = 1;
  let room = onFirst;
  const least = isDense ? PADDING_MM.least : PADDING_MM.dense;
  while (text + 2 * least * rows.length + closing > room) {
    pages += 1;
    room += onNext;
  }
  const fitting = (room - closing - text) / (2 * rows.length);
  const padding = Math.min(fitting, PADDING_MM.usual);
  if (pages === 1) return { pages, padding };
  // The rows but for those that go with the closing block fill the pages before it.
  const before = rows.slice(0, -ROWS_WITH_FOOT);
  const textBefore = before.reduce((sum, row) => sum + row, 0);
  const filling = (room - onNext - textBefore) / (2 * before.length || 1);
  const most = Math.min(PADDING_MM.most, fitting);
  return { pages, padding: Math.max(padding, Math.min(filling, most)) };
}

/** Everything above the rows. */
function headMm(document: InvoiceDocument, isDense: boolean): number {
  const { seller, request, original, payments } = document;
  const heading = Math.max(isDense ? 32.4 : 36.4, 36 + logoMm(seller.logo));
  const { buyer, note } = request;
  const isPaidByAdvance = advancePaymentOf(payments) !== null;
  const names = linesOf(buyer?.name, 32) + linesOf(buyer?.address, 38) + linesOf(buyer?.city, 34);
  // Three facts a row; each of several payments has its amount beneath its method.
  const facts = 5 + payments.length + (request.taxPeriod ? 1 : 0);
  const amountRows = payments.length > 1 ? Math.ceil(payments.length / 3) : 0;
  const factsMm = 14 * Math.ceil(facts / 3) + 6.5 * amountRows;
  const details = (isDense ? 7.5 : 12) + Math.max(factsMm, 14 + 4.6 * names);
  const afterReference = isDense ? 1 : 7;
  const named = Number(isPaidByAdvance) + Number(Boolean(request.replaces));
  const reference = (original ? 21.4 + afterReference : 0) + named * (15.6 + afterReference);
  const noteMm = note ? Math.max(6, linesOf(note, 88) * 4.4) + (isDense ? 3 : 6) : 0;
  return heading + details + reference + noteMm + TABLE_HEAD_MM;
}

function logoMm(logo: string | null | undefined): number {
  const size = pictureSize(Buffer.from(logo?.split(',')[1] ?? '', 'base64'));
  return size === null ? 0 : 4 + Math.min(18, (60 * size.height) / size.width);
}

/** Totals beside the VAT, why there is none, and the fiscal codes. */
function closingMm({ computed, seller, fic }: InvoiceDocument, isDense: boolean): number {
  const isDiscounted = computed.lines.some(({ discount }) => Number(discount) !== 0);
  const entries =
    (seller.isInVat ? 3 : 1) + (isDiscounted ? 2 : 0) + (computed.totals.exported ? 1 : 0);
  const totals = (isDense ? 5.4 : 6.4) + (isDense ? 7.9 : 8.7) * entries;
  const rateMm = isDense ? 5.9 : 6.7;
  const rates = seller.isInVat ? 12.6 + rateMm * computed.sameTaxGroups.length : 0;
  const bases = legalBasesOf(computed).length;
  const legal = bases === 0 ? 0 : 1.8 + 8.2 * bases;
  const fiscal = fic === null ? 57 : 52.1;
  return Math.max(totals, rates) + legal + 6 + fiscal - (isDense ? 6 : 0);
}

function linesOf(text: string | null | undefined, lettersOfLine: number): number {
  if (!text) return 0;
  const lines = text.split(/\r\n?|\n/);
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lettersOfLine)), 0);
}

/** What is left of the width beside columns of such widths. */
export function widthBeside(columnsMm: readonly number[]): number {
  return SHEET_WIDTH_MM - columnsMm.reduce((sum, width) => sum + width, 0);
}
