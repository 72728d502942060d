// The rules of single lines (Spec, Item; decisions §4). Sums over all lines are in
// validate-amounts.ts, and rules that need a corrective's original in corrective-invoice.ts.

import { EXEMPTIONS } from './exemptions.ts';
import { takesBack } from './documents/document-kinds.ts';
import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';
import type { PartialItem } from './partial-invoice.ts';
import { validateNumber, validatePercentage } from './validate-number.ts';
import {
  isBlank,
  validateChoice,
  validateIdentifier,
  validateRequiredText,
  validateText,
} from './validate-text.ts';
import type { WrittenText } from './validate-text.ts';

/** The most lines an invoice may have. Protocol, Items. */
export const MAX_ITEMS = 1000;

/** What beside a line decides whether it may be sent: VAT rates by the company, and the message. */
export interface LineRuleContext {
  isInVat: boolean;
  /** The configured rates in percent. */
  vatRates: readonly number[];
  writtenText: WrittenText;
}

/** And whether any line is an export, beside which none has VAT. */
type VatRuleContext = LineRuleContext & { hasExport: boolean };

/** Everything wrong with the lines of a document, skipping fields that are not there. */
export function validateItems(
  items: readonly (PartialItem | undefined)[],
  type: string | undefined,
  context: LineRuleContext,
): Issue[] {
  if (items.length === 0) {
    return [issue('ITEMS_REQUIRED', 'items', 'items must have at least 1 element.')];
  }
  if (items.length > MAX_ITEMS) {
    return [tooManyItems()];
  }
  const hasExport = items.some((item) => item?.isExport);
  return items.flatMap((item, index) =>
    item === undefined
      ? []
      : validateItem(`items[${index}]`, item, type, { ...context, hasExport }),
  );
}

/** Also for a caller that counts the lines before it looks at any of them. */
export function tooManyItems(): Issue {
  return issue('TOO_MANY_ITEMS', 'items', `items must have at most ${MAX_ITEMS} elements.`);
}

function validateItem(
  path: string,
  item: PartialItem,
  type: string | undefined,
  context: VatRuleContext,
): Issue[] {
  const { name, code, unit, rebatePercentage } = item;
  const issues: Issue[] = [];
  if (name !== undefined) issues.push(...validateRequiredText(`${path}.name`, name, 200));
  if (code && !isBlank(code)) {
    issues.push(...validateIdentifier(`${path}.code`, code, 50, context.writtenText));
  }
  if (unit) issues.push(...validateText(`${path}.unit`, unit, 50));
  issues.push(...validatePriceAndQuantity(path, item, takesBack(type)));
  issues.push(...validateVat(path, item, context));
  if (rebatePercentage !== null && rebatePercentage !== undefined) {
    issues.push(...validatePercentage(`${path}.rebatePercentage`, rebatePercentage));
  }
  return issues;
}

function validatePriceAndQuantity(
  path: string,
  item: PartialItem,
  isTakenBack: boolean | null,
): Issue[] {
  const { unitPrice, quantity } = item;
  const issues: Issue[] = [];
  if (unitPrice !== undefined) {
    const rule = { decimals: 4, mayBeNegative: isTakenBack !== false };
    issues.push(...validateNumber(`${path}.unitPrice`, unitPrice, rule));
  }
  if (quantity !== undefined) {
    issues.push(...validateQuantity(`${path}.quantity`, quantity, isTakenBack));
  }
  // A line that was free of charge has a price of zero, which goes with either sign.
  if (isTakenBack === true && unitPrice && quantity && unitPrice < 0 !== quantity < 0) {
    const message = `${path}: quantity and unitPrice must have the same sign.`;
    issues.push(issue('SIGN_MISMATCH', path, message));
  }
  return issues;
}

/** @param isTakenBack whether it is of a corrective's line; null where that is not known. */
export function validateQuantity(
  path: string,
  quantity: number,
  isTakenBack: boolean | null,
): Issue[] {
  return [
    ...validateNumber(path, quantity, { decimals: 3, mayBeNegative: true }),
    ...validateQuantitySign(path, quantity, isTakenBack),
  ];
}

function validateQuantitySign(
  path: string,
  quantity: number,
  isTakenBack: boolean | null,
): Issue[] {
  if (isTakenBack === true && quantity === 0) {
    return [issue('QUANTITY_ZERO', path, 'Quantity on a corrective must not be 0.')];
  }
  if (isTakenBack === false && quantity <= 0) {
    return [issue('QUANTITY_NOT_POSITIVE', path, `${path} must be greater than 0.`)];
  }
  return [];
}

/** Extensions §5; each field is blamed once. */
function validateVat(
  path: string,
  { vat: { rate, exemption } = {}, isExport }: PartialItem,
  { isInVat, vatRates, hasExport }: VatRuleContext,
): Issue[] {
  const isExempt = exemption !== null && exemption !== undefined;
  const [ofRate, ofExemption] = [`${path}.vat.rate`, `${path}.vat.exemption`];
  const hasVat = rate !== undefined && rate !== 0;
  const issues: Issue[] = [];
  if (!isInVat) {
    const outside = 'because the company is not in VAT.';
    const blame = (at: string, rule: string) =>
      issues.push(issue('COMPANY_NOT_IN_VAT', at, `${at} must ${rule}, ${outside}`));
    if (hasVat) blame(ofRate, 'be 0');
    if (isExempt) blame(ofExemption, 'be absent');
    if (isExport) blame(`${path}.isExport`, 'be absent');
    return issues;
  }
  if (isExempt) issues.push(...validateChoice(ofExemption, exemption, EXEMPTIONS));
  if (isExempt && hasVat) {
    const message = `${path}.vat has an exemption, which goes with the rate 0 alone.`;
    issues.push(issue('EXEMPTION_WITH_RATE', `${path}.vat`, message));
  }
  if (hasExport && hasVat) {
    const message = `${ofRate} must be 0, because the invoice has items with isExport.`;
    issues.push(issue('EXPORT_WITH_VAT', ofRate, message));
  } else if (!isExempt && rate !== undefined && !vatRates.includes(rate)) {
    const message = `${ofRate} must be one of ${vatRates.join(', ')}.`;
    issues.push(issue('VAT_RATE_NOT_ALLOWED', ofRate, message));
  }
  return issues;
}
