// The rules that bind a corrective to its original (Spec, Corrective rules; decisions §4). What a
// corrective must look like by itself (signs, quantities) is in validate-items.ts. This file looks
// nothing up: the caller brings the original, found by its IIC within company and environment,
// which is also what keeps test and live invoices apart (rule 7).

import { takesBack } from '../document-kinds.ts';
import { originalRequired } from './original-reference.ts';
import type { PaymentMethod } from '../../payment-methods.ts';
import type { InvoiceStatus, TypeOfInvoice } from '../../../identifiers/codes.ts';
import type { InvoiceItem, InvoiceRequest } from '../../invoice.ts';
import { issue } from '../../../issue.ts';
import type { Issue } from '../../../issue.ts';
import { parseInstant } from '../../../local-time.ts';
import { givenText } from '../../validate-text.ts';
import { sentence } from '../../../sentences.ts';

/** What of an original the rules look at; plain data. */
export interface OriginalInvoice {
  status: InvoiceStatus;
  /** Null until it was signed. */
  iic: string | null;
  /** Its IssueDateTime, which the record shows as `fiscalizedAt`; null until it was signed. */
  issueDateTime: string | null;
  typeOfInvoice: TypeOfInvoice;
  paymentMethod: PaymentMethod;
  items: readonly Pick<InvoiceItem, 'name' | 'code' | 'vat'>[];
}

/**
 * Everything that stands between a corrective and its original; nothing for other documents.
 * `original` is null where no invoice of the company and environment has the IIC.
 */
export function validateCorrective(
  request: InvoiceRequest,
  original: OriginalInvoice | null,
): Issue[] {
  if (!takesBack(request.type)) return [];
  if (!request.original) return [originalRequired()];
  if (original === null) {
    const message = 'No invoice of this company has the IIC given in original.id.';
    return [issue('ORIGINAL_NOT_FOUND', 'original.id', message)];
  }
  const status = validateOriginalStatus(original);
  if (status.length > 0) return status;
  return [
    ...validateIssuedAt(request.original.issuedAt, original.issueDateTime ?? ''),
    ...validateKind(request, original),
    ...validateVatRates(request.items, original.items),
  ];
}

/** Spec, Corrective rules 6. */
export function validateOriginalStatus({
  status,
  iic,
  issueDateTime,
}: Pick<OriginalInvoice, 'status' | 'iic' | 'issueDateTime'>): Issue[] {
  if (status === 'Fiscalized' && iic !== null && issueDateTime !== null) return [];
  const message =
    status === 'Offline'
      ? 'The original is not registered yet; it can be corrected once its FIC has come.'
      : 'The original is not fiscalized; only a fiscalized invoice with an IIC can be corrected.';
  return [issue('ORIGINAL_NOT_FISCALIZED', 'original.id', message)];
}

// Spec, Original reference: the same instant, and milliseconds do not count.
function validateIssuedAt(claimed: string, issueDateTime: string): Issue[] {
  const claimedSecond = secondOf(claimed);
  if (claimedSecond !== null && claimedSecond === secondOf(issueDateTime)) return [];
  const message = 'original.issuedAt does not match the issue time of the original.';
  return [issue('ORIGINAL_ISSUED_AT_MISMATCH', 'original.issuedAt', message)];
}

function secondOf(dateTime: string): number | null {
  const instant = parseInstant(dateTime);
  return instant === null ? null : Math.floor(instant.getTime() / 1000);
}

// Spec, Corrective rules 1.
function validateKind(request: InvoiceRequest, original: OriginalInvoice): Issue[] {
  const issues: Issue[] = [];
  if (request.typeOfInvoice !== original.typeOfInvoice) {
    const { typeOfInvoice } = original;
    const message = sentence('originalType', { typeOfInvoice });
    issues.push(issue('ORIGINAL_TYPE_MISMATCH', 'typeOfInvoice', message));
  }
  if (request.paymentMethod !== original.paymentMethod) {
    const message = 'Payment method not allowed.';
    issues.push(issue('PAYMENT_METHOD_NOT_ALLOWED', 'paymentMethod', message));
  }
  return issues;
}

// Spec, Corrective rules 3: a line that matches a line of the original carries its rate, whatever
// its sign. One that matches none takes back at a rate of the original, or re-issues another
// article at any rate. Decisions §4.
export function validateVatRates(
  items: readonly InvoiceItem[],
  originalItems: OriginalInvoice['items'],
): Issue[] {
  const matchedRatesOf = ratesByMatch(originalItems);
  const allRates = new Set(originalItems.map(({ vat }) => vat.rate));
  return items.flatMap((item, index) => {
    const rates = matchedRatesOf(item) ?? (item.quantity > 0 ? null : allRates);
    if (rates === null || rates.has(item.vat.rate)) return [];
    const path = `items[${index}].vat.rate`;
    const message = sentence('originalRate', { path, rates: [...rates].join(' or ') });
    return [issue('CORRECTIVE_VAT_RATE_MISMATCH', path, message)];
  });
}

type ItemKey = Pick<InvoiceItem, 'name' | 'code'>;

// Indexed once, so that a corrective of a thousand lines does not compare a million pairs.
function ratesByMatch(
  items: OriginalInvoice['items'],
): (item: ItemKey) => ReadonlySet<number> | undefined {
  const byCode = new Map<string, Set<number>>();
  const byName = new Map<string, Set<number>>();
  for (const { code, name, vat } of items) {
    const given = givenText(code);
    if (given !== null) addTo(byCode, given, vat.rate);
    addTo(byName, name, vat.rate);
  }
  return ({ code, name }) => {
    const given = givenText(code);
    return given === null ? byName.get(name) : byCode.get(given);
  };
}

function addTo(rates: Map<string, Set<number>>, key: string, rate: number): void {
  const known = rates.get(key);
  if (known === undefined) rates.set(key, new Set([rate]));
  else known.add(rate);
}
