// The one validator of invoice requests: every rule that can be checked without looking anything
// up, all problems at once, each field blamed once (Spec, Resources and their fields; decisions
// §2, §4). The caller has checked the shapes before; what must be compared with a corrective's
// original comes after, in corrective-invoice.ts.

import { DOCUMENT_TYPES, takesBack } from './documents/document-kinds.ts';
import { TYPES_OF_INVOICE } from '../identifiers/codes.ts';
import { validateOriginal } from './documents/corrective/original-reference.ts';
import { validateExternalId } from './external-id.ts';
import type { InvoiceRequest } from './invoice.ts';
import type { DecimalText } from '../money.ts';
import { MAX_ORDINAL } from './invoice-number.ts';
import type { PricingContext } from './invoice-line.ts';
import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';
import { completeInvoice, completeItems, normaliseInvoice } from './partial-invoice.ts';
import type { PartialInvoice } from './partial-invoice.ts';
import {
  validateAdvancePayment,
  validatePaidTotal,
  validatePaymentMethod,
  validatePayments,
  warningsOfPayment,
} from './payment-request.ts';
import { messageNote, validateReplaces } from './documents/replaced-document.ts';
import { validateTaxPeriod } from './tax-period.ts';
import { computeInvoice } from './totals.ts';
import { validateAmounts } from './validate-amounts.ts';
import { validateBuyer, validateExportBuyer } from './validate-buyer.ts';
import { validateItems } from './validate-items.ts';
import type { LineRuleContext } from './validate-items.ts';
import { validateNumber } from './validate-number.ts';
import {
  isLongerThan,
  validateChoice,
  validateInstant,
  validateLines,
  validateText,
} from './validate-text.ts';
import type { WrittenText } from './validate-text.ts';
import { sentence } from '../sentences.ts';

/** What the rules depend on beside the request. */
export interface ValidationContext extends LineRuleContext, PricingContext {
  now: Date;
}

/** The outcome of a validation. */
export interface ValidatedInvoice {
  /** The request in its normal form, to be computed and stored; null if there is any issue. */
  invoice: InvoiceRequest | null;
  /** Issues of shape first, then those of the rules, in the order of the payload. */
  issues: Issue[];
  /** What was accepted but will not reach the authority as it was sent. Decisions §3. */
  warnings: string[];
}

/**
 * The scripts for which the invoice or the print image (deploy/Dockerfile) has a font. By script,
 * so that what is said when an invoice is accepted holds on whatever worker prints.
 */
const PRINTED_SCRIPTS =
  'Latin Cyrillic Greek Common Inherited Han Hiragana Katakana Bopomofo Hangul Thai Devanagari ' +
  'Arabic Hebrew Armenian Georgian Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam ' +
  'Sinhala Lao Khmer Myanmar Ethiopic';
const UNPRINTED = new RegExp(`[^${PRINTED_SCRIPTS.replace(/(\w+) ?/g, '\\p{Script=$1}')}]`, 'u');

/** Characters of a text that the message carries. Decisions §4. */
const CARRIED = { name: 50, unit: 50, note: 200, buyerName: 400, address: 200, city: 100 } as const;

/**
 * Checks a request whose shape was checked before. `shapeIssues` are what that check found: a field
 * it has blamed is missing here by its doing, and is not demanded a second time.
 */
export function validateInvoice(
  input: PartialInvoice,
  context: ValidationContext,
  shapeIssues: readonly Issue[] = [],
): ValidatedInvoice {
  const request = normaliseInvoice(input);
  const isBlamed = (path: string): boolean => shapeIssues.some((known) => known.path === path);
  const isCorrective = takesBack(request.type) === true;
  const amountIssues = validateItemsAndAmounts(request, context);
  const typeOfInvoice = TYPES_OF_INVOICE.find((known) => known === request.typeOfInvoice);

  const issues = [
    ...shapeIssues,
    ...validateDocument(request),
    ...amountIssues,
    ...(request.buyer ? validateBuyer(request.buyer, context.writtenText) : []),
    ...(request.items?.some((item) => item?.isExport) && context.isInVat
      ? validateExportBuyer(request.buyer, isBlamed)
      : []),
    ...validateTexts(request),
    ...validateAdvancePayment(request, isCorrective, isBlamed),
    ...validateOriginal(request, isBlamed),
    ...(request.taxPeriod ? validateTaxPeriod(request.taxPeriod, context.now) : []),
    ...(request.replaces ? validateReplaces(request.replaces, request.type) : []),
    ...validatePayments(request, typeOfInvoice, takesBack(request.type) !== false),
    ...validatePaidTotal(request, amountIssues.length > 0 ? null : totalOf(request, context)),
  ];
  const invoice = issues.length === 0 ? completeInvoice(request) : null;
  return { invoice, issues, warnings: warningsOf(request, context.writtenText) };
}

function validateDocument(request: PartialInvoice): Issue[] {
  const { type, orderNumber, paymentDeadline } = request;
  const typeOfInvoice = TYPES_OF_INVOICE.find((known) => known === request.typeOfInvoice);
  const issues: Issue[] = [];
  if (type !== undefined) issues.push(...validateChoice('type', type, DOCUMENT_TYPES));
  if (orderNumber !== undefined) issues.push(...validateOrderNumber(orderNumber));
  if (request.typeOfInvoice !== undefined) {
    issues.push(...validateChoice('typeOfInvoice', request.typeOfInvoice, TYPES_OF_INVOICE));
  }
  issues.push(...validatePaymentMethod('paymentMethod', typeOfInvoice, request.paymentMethod));
  if (paymentDeadline !== undefined) {
    issues.push(...validateInstant('paymentDeadline', paymentDeadline));
  }
  return issues;
}

function validateOrderNumber(orderNumber: number): Issue[] {
  const isInRange = Number.isInteger(orderNumber) && orderNumber >= 0 && orderNumber <= MAX_ORDINAL;
  if (isInRange) return [];
  const message = `orderNumber must be an integer from 0 to ${MAX_ORDINAL}.`;
  return [issue('ORDER_NUMBER_OUT_OF_RANGE', 'orderNumber', message)];
}

function validateItemsAndAmounts(request: PartialInvoice, context: ValidationContext): Issue[] {
  const { items, discountAmount } = request;
  const issues = items === undefined ? [] : validateItems(items, request.type, context);
  if (discountAmount !== null && discountAmount !== undefined) {
    const rule = { decimals: 4, mayBeNegative: takesBack(request.type) !== false };
    issues.push(...validateNumber('discountAmount', discountAmount, rule));
  }
  if (issues.length > 0 || items === undefined) return issues;
  // Sums mean something only over lines that are all there and all sound.
  const complete = completeItems(items);
  return complete === null ? [] : validateAmounts(complete, discountAmount ?? null, context);
}

/** Null where payments are compared with no total, or with that beside other documents. */
function totalOf(request: PartialInvoice, context: ValidationContext): DecimalText | null {
  const { payments, discountAmount, type } = request;
  const items = request.items === undefined ? null : completeItems(request.items);
  if (!payments || items === null || takesBack(type) !== false) return null;
  return computeInvoice({ items, discountAmount }, context).totals.total;
}

/** What is wrong with the texts that every call may have. */
export function validateTexts(
  request: Pick<PartialInvoice, 'note' | 'operatorName' | 'externalId'>,
): Issue[] {
  const { note, operatorName, externalId } = request;
  return [
    ...(note ? validateLines('note', note, 1000) : []),
    ...(operatorName ? validateText('operatorName', operatorName, 100) : []),
    ...(typeof externalId === 'string' ? validateExternalId(externalId) : []),
  ];
}

function warningsOf(request: PartialInvoice, writtenText: WrittenText): string[] {
  const { items = [], buyer, note, type } = request;
  // What concerns the whole invoice first: of many warnings a record names the first ones alone.
  const warnings = warningsOfPayment(request);
  if (request.original && takesBack(type) === false) {
    warnings.push(sentence('originalUnused'));
  }
  const warnIfCut = (path: string, text: string | null | undefined, length: number): void => {
    if (!text || !isLongerThan(writtenText(text), length)) return;
    const key = isLongerThan(text, length) ? 'textCut' : 'textCutWritten';
    warnings.push(sentence(key, { path, length, cutTo: length }));
  };
  warnIfCut('buyer.name', buyer?.name, CARRIED.buyerName);
  warnIfCut('buyer.address', buyer?.address, CARRIED.address);
  warnIfCut('buyer.city', buyer?.city, CARRIED.city);
  items.forEach((item, index) => {
    warnIfCut(`items[${index}].name`, item?.name, CARRIED.name);
    warnIfCut(`items[${index}].unit`, item?.unit, CARRIED.unit);
  });
  // What stands before it takes of its room.
  const before = note ? (messageNote(request)?.length ?? 0) - note.length : 0;
  warnIfCut('note', note, CARRIED.note - before);
  const warnIfUnprinted = (path: string, text: string | null | undefined): void => {
    if (!text || !UNPRINTED.test(text)) return;
    warnings.push(sentence('textUnprinted', { path, written: writtenText(text) }));
  };
  warnIfUnprinted('buyer.name', buyer?.name);
  warnIfUnprinted('buyer.address', buyer?.address);
  warnIfUnprinted('buyer.city', buyer?.city);
  items.forEach((item, index) => {
    warnIfUnprinted(`items[${index}].name`, item?.name);
    warnIfUnprinted(`items[${index}].unit`, item?.unit);
  });
  warnIfUnprinted('operatorName', request.operatorName);
  warnIfUnprinted('note', note);
  return warnings;
}
