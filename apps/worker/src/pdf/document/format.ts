// How Montenegro writes numbers and dates: 1.234,56 and 31.12.2026. Nothing here rounds: a digit
// that the authority knows is printed or the print fails.

import { articleOf, decimal, decimalPlaces, exactText, signOf } from '@fiscal/domain';
import type { Decimal, DecimalText, VatTreatment } from '@fiscal/domain';
import { PdfError } from '../pdf-error.ts';

const NO_BREAK_SPACE = '\u00A0';

/**
 * The amount to compute with. Throws `PDF_DOCUMENT_INVALID` for anything that is no plain decimal.
 */
function amountOf(text: DecimalText): Decimal {
  return decimal(exactAmount(text, 0));
}

/** `-1234.5` with 2 decimals → `-1.234,50`. More decimals than asked for are kept, never cut. */
export function formatDecimal(value: DecimalText, decimals: number): string {
  const [integer = '', fraction] = exactAmount(value, decimals).split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, '.');
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

/** The text with at least `fewest` decimals, exactly. Throws `PDF_DOCUMENT_INVALID`. */
export function exactAmount(value: DecimalText, fewest: number, most = Infinity): DecimalText {
  try {
    return exactText(value, fewest, most);
  } catch (cause) {
    throw new PdfError('PDF_DOCUMENT_INVALID', `"${value}" is no amount of a printed document.`, {
      cause,
    });
  }
}

/** How many decimals the value needs at least to be written exactly. */
export function significantDecimals(text: DecimalText): number {
  return decimalPlaces(amountOf(text));
}

/** Whether the value is zero, whatever its sign and decimals. */
export function isZero(text: DecimalText): boolean {
  return signOf(amountOf(text)) === 0;
}

/** `1234.5` → `1.234,50 €`. */
export function formatEuro(value: DecimalText): string {
  return `${formatDecimal(value, 2)}${NO_BREAK_SPACE}€`;
}

/** `21.00` → `21%`; `7.5` → `7,5%`. */
export function formatPercent(value: DecimalText): string {
  return `${formatDecimal(value, 0)}%`;
}

/** `21%`, or the article of the VAT law by which something is exempt: `Čl. 26`. */
export function formatVat({ vatRate, exemption }: VatTreatment): string {
  return exemption === undefined ? formatPercent(vatRate ?? '0') : articleOf(exemption);
}

/** A date and a time of day in Podgorica, as printed. */
export interface PrintedMoment {
  /** `dd.mm.yyyy.` */
  date: string;
  /** `hh:mm:ss` */
  time: string;
}

/**
 * The legal issue time as it stands in the text, `2026-07-11T15:51:04+02:00`: it is Podgorica time
 * already, and what is printed must be what was signed.
 */
export function formatIssueDateTime(text: string): PrintedMoment {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})/.exec(text);
  const [, year, month, day, time] = match ?? [];
  if (year === undefined || month === undefined || day === undefined || time === undefined) {
    throw new PdfError('PDF_DOCUMENT_INVALID', `"${text}" is not an issue time.`);
  }
  return { date: `${day}.${month}.${year}.`, time };
}

const PODGORICA = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Podgorica',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Any ISO 8601 instant (`2026-07-24T22:00:00Z`) on Podgorica's calendar and clock. */
export function formatInstant(iso: string): PrintedMoment {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) {
    throw new PdfError('PDF_DOCUMENT_INVALID', `"${iso}" is not a date-time.`);
  }
  const parts = new Map(PODGORICA.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return {
    date: `${part('day')}.${part('month')}.${part('year')}.`,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
  };
}
