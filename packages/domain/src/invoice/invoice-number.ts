import { sentence } from '../sentences.ts';

/** The parts of an invoice number. Protocol, InvNumSType. */
export interface InvoiceNumberParts {
  businessUnitCode: string;
  /** 1 … `MAX_ORDINAL`; the schema's pattern alone would allow 15 digits. */
  ordinal: number;
  /** Calendar year of Podgorica. */
  year: number;
  tcrCode: string;
}

/** The largest ordinal of a row: InvOrdNum is an xs:int. Decisions §4; protocol, IntSType. */
export const MAX_ORDINAL = 2_147_483_647;

/**
 * How far beyond the highest ordinal in use a client may choose one, unless configured otherwise: a
 * typing mistake must not end a row of numbers. Decisions §4.
 */
export const DEFAULT_ORDER_NUMBER_MAX_AHEAD = 1_000_000;

/**
 * How far an issue time may be off PostgreSQL's clock at most, however it is configured: reports
 * look for documents so far around a day, and keep the sums of a day an hour after its end.
 */
export const MOST_CLOCK_TOLERANCE_MS = 30 * 60_000;

const CODE = /^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$/;

/** Whether the text is a code of the authority, `aa999aa999`. Protocol, RegistrationCodeSType. */
export function isRegistrationCode(text: string): boolean {
  return CODE.test(text);
}

/**
 * The largest ordinal that a client may choose where `highest` is the highest in use of the cash
 * register and year, 0 if none is. Decisions §4.
 */
export function largestOrderNumber(highest: number, maxAhead: number): number {
  return Math.min(highest + maxAhead, MAX_ORDINAL);
}

/** The message for a client whose number is above the largest one. */
export function orderNumberTooFar(orderNumber: number, largest: number): string {
  return sentence('orderNumberTooFar', { orderNumber, largest });
}

/** XSD InvNum: `bb123bb123/9952/2019/cc123cc123`. */
export function formatInvoiceNumber(parts: InvoiceNumberParts): string {
  return `${parts.businessUnitCode}/${parts.ordinal}/${parts.year}/${parts.tcrCode}`;
}
