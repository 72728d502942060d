// Asks the authority's public receipt check whether an invoice is registered. Protocol §1.
// It is the page a customer sees behind the QR code, so its answers are not signed: one is believed
// only if it speaks of our receipt in every point that we know.
import { textOfAnswer } from '../reply/received-text.ts';
import { UUID_PATTERN } from '../protocol.ts';
import type { Post, PostResult } from './transport.ts';

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
  { kind: 'found'; fic: string } | { kind: 'not-found' } | { kind: 'unreachable'; detail: string };

/**
 * The check is the back end of a page for customers, and a web application firewall before such a page
 * may refuse what does not say that it is a browser.
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
 * Reads the answer. How the service answers a miss is not documented: 404, an empty body, `null`
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
    return unreachable(`The receipt check answered with HTTP status ${result.httpStatus}.`);
  }
  const body = textOfAnswer(result.body);
  if (body.trim() === '') {
    return { kind: 'not-found' };
  }
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return unreachable('The receipt check did not answer with JSON.');
  }
  return judge(receipt, answer);
}

function judge(receipt: Receipt, answer: unknown): ReceiptCheckResult {
  if (answer === null) {
    return { kind: 'not-found' };
  }
  if (typeof answer !== 'object' || Array.isArray(answer)) {
    return unreachable('The receipt check did not answer with an object.');
  }
  const said = new Map<string, unknown>(Object.entries(answer));
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
    return unreachable('The receipt check answered about another receipt.');
  }
  const fic = said.get('fic');
  if (typeof fic !== 'string' || !UUID_PATTERN.test(fic)) {
    return unreachable('The receipt check answered without a FIC.');
  }
  return { kind: 'found', fic };
}

/** Seconds since 1970 of `2026-07-11T13:51:04.000+0000` or of a legal text; null if it is neither. */
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
