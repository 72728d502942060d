// Asks the authority's public receipt check whether an invoice is registered. Protocol §1.
// It is the page a customer sees behind the QR code, so its replies are not signed: one is believed
// only if it speaks of our receipt in every point that we know.
import { EXEMPTIONS, sentence } from '@fiscal/domain';
import type { RegisteredInvoice, RegisteredItem, RegisteredPayment } from '@fiscal/domain';
import { textOfReply } from '../reply/received-text.ts';
import { UUID_PATTERN } from '../protocol.ts';
import type { PostResult } from '../outcome.ts';
import type { Post } from './transport.ts';

/** What identifies a receipt to the public check. */
export interface Receipt {
  iic: string;
  /** The legal text of the issue time: `2026-07-11T15:51:04+02:00`. */
  issueDateTime: string;
  /** The seller's TIN. */
  tin: string;
}

/** What the public check says. `unreachable` says nothing about the receipt. */
export type ReceiptCheckResult =
  /** @param registered what is registered; null where the reply does not say with which total. */
  | { kind: 'found'; fic: string; registered: RegisteredInvoice | null }
  | { kind: 'not-found' }
  | { kind: 'unreachable'; detail: string };

/**
 * The check is the back end of a page for customers, and a web application firewall before such a
 * page may refuse what does not say that it is a browser.
 */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/142.0.0.0 Safari/537.36';

/** The form that is posted. */
export function receiptCheckPost(receipt: Receipt): Post {
  const form = new URLSearchParams({
    iic: receipt.iic,
    dateTimeCreated: receipt.issueDateTime,
    tin: receipt.tin,
  });
  return {
    body: form.toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
      'User-Agent': USER_AGENT,
    },
  };
}

/**
 * Reads the reply. What the service replies to a miss is not documented: 404, an empty body, `null`
 * and an object without an IIC count as not found, whatever else is unexpected as unreachable.
 */
export function readReceiptCheck(receipt: Receipt, result: PostResult): ReceiptCheckResult {
  if (result.kind === 'failed') {
    return unreachable(result.detail);
  }
  if (result.httpStatus === 404) {
    return { kind: 'not-found' };
  }
  if (result.httpStatus < 200 || result.httpStatus > 299) {
    return unreachable(sentence('receiptHttp', { status: result.httpStatus }));
  }
  const body = textOfReply(result.body);
  if (body.trim() === '') {
    return { kind: 'not-found' };
  }
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch {
    return unreachable(sentence('receiptNoJson'));
  }
  return judge(receipt, reply);
}

function judge(receipt: Receipt, reply: unknown): ReceiptCheckResult {
  if (reply === null) {
    return { kind: 'not-found' };
  }
  if (typeof reply !== 'object' || Array.isArray(reply)) {
    return unreachable(sentence('receiptNoObject'));
  }
  const said = new Map<string, unknown>(Object.entries(reply));
  const iic = said.get('iic');
  if (iic === null || iic === undefined) {
    return { kind: 'not-found' };
  }
  const isOurs =
    typeof iic === 'string' &&
    iic.toUpperCase() === receipt.iic.toUpperCase() &&
    said.get('issuerTaxNumber') === receipt.tin &&
    secondOf(said.get('dateTimeCreated')) === secondOf(receipt.issueDateTime);
  if (!isOurs) {
    return unreachable(sentence('receiptOfOther'));
  }
  const fic = said.get('fic');
  if (typeof fic !== 'string' || !UUID_PATTERN.test(fic)) {
    return unreachable(sentence('receiptNoFic'));
  }
  return { kind: 'found', fic, registered: registeredOf(said) };
}

const TYPES_OF_INVOICE = { CASH: 'Cash', NONCASH: 'NonCash' } as const;

/**
 * What the reply says of the invoice. The reply is not signed: each part is read by its form
 * alone.
 */
function registeredOf(said: ReadonlyMap<string, unknown>): RegisteredInvoice | null {
  const total = amountOf(said.get('totalPrice'));
  if (total === null) return null;
  const type = said.get('typeOfInvoice');
  return {
    isAdvance: said.get('invoiceType') === 'ADVANCE',
    invoiceNumber: textOf(said.get('invoiceNumber')),
    total,
    typeOfInvoice: type === 'CASH' || type === 'NONCASH' ? TYPES_OF_INVOICE[type] : null,
    payments: listOf(said.get('paymentMethod'), paymentOf),
    items: listOf(said.get('items'), itemOf),
  };
}

function paymentOf(said: ReadonlyMap<string, unknown>): RegisteredPayment | null {
  const method = textOf(said.get('typeCode'));
  return method === null ? null : { method, amount: amountOf(said.get('amount')) };
}

function itemOf(said: ReadonlyMap<string, unknown>): RegisteredItem | null {
  const name = textOf(said.get('name'));
  const quantity = amountOf(said.get('quantity'));
  const unitPriceBeforeVat = amountOf(said.get('unitPriceBeforeVat'));
  const unitPriceAfterVat = amountOf(said.get('unitPriceAfterVat'));
  const base = amountOf(said.get('priceBeforeVat'));
  if (name === null || quantity === null || base === null) return null;
  if (unitPriceBeforeVat === null || unitPriceAfterVat === null) return null;
  const code = textOf(said.get('code'));
  const rebatePercentage = amountOf(said.get('rebate'));
  // Exempt is without VAT, as 0 % is; what is outside VAT has neither.
  const exempt = textOf(said.get('exemptFromVat'));
  const exemption = exempt === null ? null : EXEMPTIONS.find((code) => code === exempt);
  if (exemption === undefined) return null;
  const vatRate = amountOf(said.get('vatRate')) ?? (exemption === null ? null : 0);
  return {
    name,
    code,
    quantity,
    unitPriceBeforeVat,
    unitPriceAfterVat,
    rebatePercentage,
    base,
    vatRate,
    exemption,
  };
}

/** Null where it is no list, an empty one, or one of whose elements cannot be read. */
function listOf<Element>(
  value: unknown,
  read: (said: ReadonlyMap<string, unknown>) => Element | null,
): Element[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const elements = value.map((element: unknown) =>
    typeof element === 'object' && element !== null ? read(new Map(Object.entries(element))) : null,
  );
  return elements.includes(null) ? null : elements.filter((element) => element !== null);
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** An amount of the XSD has 14 digits before its point at most; what has more is none. */
const AMOUNT_BELOW = 1e14;

const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && Math.abs(value) < AMOUNT_BELOW ? value : null;

/**
 * Seconds since 1970 of `2026-07-11T13:51:04.000+0000` or of a legal text; null if it is neither.
 */
function secondOf(instant: unknown): number | null {
  if (typeof instant !== 'string') {
    return null;
  }
  const withColon = instant.replace(/([+-][0-9]{2})([0-9]{2})$/, '$1:$2');
  const milliseconds = Date.parse(withColon);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

function unreachable(detail: string): ReceiptCheckResult {
  return { kind: 'unreachable', detail };
}
