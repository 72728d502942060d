// The nightly checks: what the live service accepts at once and reports on the taxpayer's portal
// the next day (protocol §6, "deferred"; §11). A finding refuses nothing; it is kept with the
// message in the ledger, where a test or a person sees it.

import { CENT, decimalsOf, isWithin } from '../decimal.ts';
import type { Amount } from '../decimal.ts';
import type { Ledger } from '../ledger.ts';
import type { Invoice, Item } from '../message/invoice.ts';
import type { RequestHeader } from '../message/request.ts';

/** One whole unit, euro or percent. */
const ONE = 10_000n;
const HUNDRED_PERCENT = 100n * ONE;

function absolute(amount: Amount): Amount {
  return amount < 0n ? -amount : amount;
}

/** What rounding a unit price may cost over a quantity: half its last digit, and a cent. */
function tolerance(quantity: Amount, unitPriceText: string): Amount {
  const lastDigit = 10n ** BigInt(4 - Math.min(4, decimalsOf(unitPriceText)));
  return CENT + (absolute(quantity) * lastDigit) / (2n * ONE);
}

/** What rounding the rebate to four decimals may cost over the price before it. */
function rebateTolerance(price: Amount): Amount {
  return absolute(price) / (2n * HUNDRED_PERCENT) + 1n;
}

function findingsOfItem(item: Item, index: number): string[] {
  const { q, upb, upa, pb, va, pa, vr, r } = item;
  const beforeRebate = (upb * q) / ONE;
  const base = (beforeRebate * (HUNDRED_PERCENT - (r ?? 0n))) / HUNDRED_PERCENT;
  const vat = (pb * (vr ?? 0n)) / HUNDRED_PERCENT;
  const baseTolerance = tolerance(q, item.upbText) + (r ? rebateTolerance(beforeRebate) : 0n);
  const relations: [boolean, string][] = [
    [isWithin(pa, pb + (va ?? 0n), CENT), 'PA is not PB + VA'],
    [isWithin(pa, (upa * q) / ONE, tolerance(q, item.upaText)), 'UPA is not PA / Q'],
    [isWithin(pb, base, baseTolerance), 'PB is not UPB · Q less the rebate'],
    [isWithin(va ?? 0n, vat, CENT), 'VA is not PB · VR'],
  ];
  return relations.filter(([holds]) => !holds).map(([, finding]) => `I[${index}]: ${finding}`);
}

/** All amounts inside the items of one invoice have the same number of decimals; `0` has none. */
function findingsOfDecimals(items: readonly Item[]): string[] {
  const texts = items.flatMap(({ upbText, upaText, pbText, paText }) => [
    ...[upbText, upaText, pbText, paText],
  ]);
  const decimals = new Set(texts.filter((text) => text !== '0').map(decimalsOf));
  return decimals.size > 1 ? ['amounts of the items differ in their number of decimals'] : [];
}

function findingsOfReferences(invoice: Invoice, ledger: Ledger): string[] {
  const advances = invoice.payMethods.flatMap(({ advIic }) => advIic ?? []);
  const references = (invoice.iicRefs ?? []).map(({ iic }) => iic);
  const badDebts = invoice.badDebtInv ? [invoice.badDebtInv.iicRef] : [];
  return [...advances, ...references, ...badDebts]
    .filter((iic) => ledger.firstInvoice(iic) === null)
    .map((iic) => `referenced invoice ${iic} does not exist`);
}

/** Findings about any message. @param text the whole message. */
export function findingsOfMessage(header: RequestHeader, text: string, ledger: Ledger): string[] {
  const findings: string[] = [];
  if (ledger.hasRequestUuid(header.uuid)) findings.push('UUID of the message was used before');
  // Protocol §1: bytes 9, 10, 13 and 32 to 126; whether the live service refuses others is unknown.
  if (/[^\t\n\r -~]/.test(text)) findings.push('values contain characters outside ASCII');
  return findings;
}

/** Findings about an invoice that is going to be registered. */
export function findingsOfInvoice(invoice: Invoice, ledger: Ledger): string[] {
  const items = invoice.items ?? [];
  const sameNumber = ledger.invoiceOfNumber(invoice.invNum);
  const isNumberTaken = sameNumber !== null && sameNumber.iic !== invoice.iic;
  return [
    ...(isNumberTaken ? [`InvNum ${invoice.invNum} was used by another invoice`] : []),
    ...items.flatMap(findingsOfItem),
    ...findingsOfDecimals(items),
    ...findingsOfReferences(invoice, ledger),
  ];
}
