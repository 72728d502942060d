// The sums of an invoice: lines to tax groups, tax groups to totals, within one cent. Protocol §6,
// §11; code 11. What a line is made of is not checked here: the live service looks at it at night
// (checks/deferred.ts).

import { CENT, isWithin, sumOf, toNumber } from '../message/decimal.ts';
import type { Invoice, Item, SameTax } from '../message/invoice.ts';
import { isSumOfInvoices } from './document-type.ts';
import { firstRefusal, refuse } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';

const WRONG_TOTAL = 'total invoice price is wrong';
const WRONG_VAT = 'Total VAT amount is wrong';

/** Which tax group a line or a SameTax belongs to: its rate, or its exemption. */
function groupOf(rate: bigint | null, exemption: string | null): string {
  return exemption ?? (rate === null ? '' : String(rate));
}

function groupName(group: SameTax): string {
  return group.exemptFromVat ?? (group.vatRate === null ? '' : toNumber(group.vatRate).toFixed(2));
}

function itemsByGroup(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = groupOf(item.vr, item.ex);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Every SameTax is the sum of its lines, and every line has its SameTax. */
function checkSameTaxes(items: readonly Item[], sameTaxes: readonly SameTax[]): CheckResult {
  const groups = itemsByGroup(items);
  for (const sameTax of sameTaxes) {
    const key = groupOf(sameTax.vatRate, sameTax.exemptFromVat);
    const members = groups.get(key);
    groups.delete(key);
    const isRight =
      members?.length === sameTax.numOfItems &&
      isWithin(
        sumOf(members, ({ pb }) => pb),
        sameTax.priceBefVat,
        CENT,
      ) &&
      isWithin(
        sumOf(members, ({ va }) => va ?? 0n),
        sameTax.vatAmt ?? 0n,
        CENT,
      );
    if (!isRight) return refuse(11, `same tax amount is wrong for tax rate ${groupName(sameTax)}`);
  }
  return groups.size === 0
    ? null
    : refuse(11, 'same tax does not exist for all tax rates of items');
}

/** Totals against the tax groups. */
function checkTotalsOfGroups(invoice: Invoice, sameTaxes: readonly SameTax[]): CheckResult {
  const vat = sumOf(sameTaxes, ({ vatAmt }) => vatAmt ?? 0n);
  const base = sumOf(sameTaxes, ({ priceBefVat }) => priceBefVat);
  return firstRefusal([
    () => (isWithin(vat, invoice.totVatAmt ?? 0n, CENT) ? null : refuse(11, WRONG_VAT)),
    () =>
      isWithin(base, invoice.totPriceWoVat, CENT)
        ? null
        : refuse(11, 'total invoice price without VAT is wrong'),
  ]);
}

/** True if the totals are those of the document's own lines. */
export function isOfLines(invoice: Invoice): boolean {
  return invoice.items !== null && !isSumOfInvoices(invoice);
}

/** Lines to tax groups, tax groups to totals, lines to the total price. */
export function checkTotals(invoice: Invoice): CheckResult {
  const { sameTaxes, totPrice, totPriceWoVat, totVatAmt } = invoice;
  const items = isOfLines(invoice) ? invoice.items : null;
  const lineTotal = sumOf(items ?? [], ({ pa }) => pa);
  // A self-issued invoice outside VAT has groups without TotVATAmt.
  const areGroupsComplete = sameTaxes !== null && totVatAmt !== null;
  const isTotalRight = isWithin(totPrice, totPriceWoVat + (totVatAmt ?? 0n), CENT);
  return firstRefusal([
    () => (items && sameTaxes ? checkSameTaxes(items, sameTaxes) : null),
    () => (areGroupsComplete ? checkTotalsOfGroups(invoice, sameTaxes) : null),
    () => (isTotalRight ? null : refuse(11, WRONG_TOTAL)),
    () => (items && !isWithin(lineTotal, totPrice, CENT) ? refuse(11, WRONG_TOTAL) : null),
  ]);
}
