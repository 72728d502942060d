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

/** What of a line of an original the rules look at. */
type SoldItem = Pick<InvoiceItem, 'name' | 'code' | 'vat' | 'isExport'>;

/** What of an original the rules look at; plain data. */
export interface OriginalInvoice {
  status: InvoiceStatus;
  /** Null until it was signed. */
  iic: string | null;
  /** Its IssueDateTime, which the record shows as `fiscalizedAt`; null until it was signed. */
  issueDateTime: string | null;
  typeOfInvoice: TypeOfInvoice;
  paymentMethod: PaymentMethod;
  items: readonly SoldItem[];
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
    ...validateVat(request.items, original.items),
    ...validateExports(request.items, original.items),
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

/** Spec, Corrective rules 3; of an exemption, extensions §5. */
export function validateVat(
  items: readonly InvoiceItem[],
  sold: OriginalInvoice['items'],
): Issue[] {
  const vatOf = ({ vat }: SoldItem) => vat.exemption ?? String(vat.rate);
  return linesUnlike(items, sold, vatOf).map(({ item, index, values }) => {
    const isOfRates = [vatOf(item), ...values].every((value) => !Number.isNaN(Number(value)));
    if (!isOfRates) return unlikeOriginal(`items[${index}].vat`, values);
    const path = `items[${index}].vat.rate`;
    const message = sentence('originalRate', { path, rates: values.join(' or ') });
    return issue('CORRECTIVE_VAT_RATE_MISMATCH', path, message);
  });
}

/** Extensions §5. */
function validateExports(items: readonly InvoiceItem[], sold: OriginalInvoice['items']): Issue[] {
  return linesUnlike(items, sold, ({ isExport }) => String(isExport ?? false)).map(
    ({ index, values }) => unlikeOriginal(`items[${index}].isExport`, values),
  );
}

function unlikeOriginal(path: string, values: readonly string[]): Issue {
  const message = sentence('originalLine', { path, values: values.join(' or ') });
  return issue('CORRECTIVE_VAT_RATE_MISMATCH', path, message);
}

/**
 * A line that matches a line of the original has its value, whatever its sign. One that matches
 * none takes back with a value of the original, or re-issues another article with any. Decisions
 * §4.
 * @returns the lines that have another value, with those that they may have.
 */
function linesUnlike(
  items: readonly InvoiceItem[],
  sold: OriginalInvoice['items'],
  valueOf: (item: SoldItem) => string,
): { item: InvoiceItem; index: number; values: string[] }[] {
  const matchedValuesOf = valuesByMatch(sold, valueOf);
  const allValues = new Set(sold.map(valueOf));
  return items.flatMap((item, index) => {
    const values = matchedValuesOf(item) ?? (item.quantity > 0 ? null : allValues);
    if (values === null || values.has(valueOf(item))) return [];
    return [{ item, index, values: [...values] }];
  });
}

// Indexed once, so that a corrective of a thousand lines does not compare a million pairs.
function valuesByMatch(
  sold: OriginalInvoice['items'],
  valueOf: (item: SoldItem) => string,
): (item: SoldItem) => ReadonlySet<string> | undefined {
  const byCode = new Map<string, Set<string>>();
  const byName = new Map<string, Set<string>>();
  for (const item of sold) {
    const given = givenText(item.code);
    if (given !== null) addTo(byCode, given, valueOf(item));
    addTo(byName, item.name, valueOf(item));
  }
  return ({ code, name }) => {
    const given = givenText(code);
    return given === null ? byName.get(name) : byCode.get(given);
  };
}

function addTo(values: Map<string, Set<string>>, key: string, value: string): void {
  const known = values.get(key);
  if (known === undefined) values.set(key, new Set([value]));
  else known.add(value);
}
