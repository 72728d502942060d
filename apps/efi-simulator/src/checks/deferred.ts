// The nightly checks: what the live service accepts at once and reports on the taxpayer's portal
// the next day (protocol §6, "deferred"; §11). A finding refuses nothing; it is kept with the
// message in the ledger, where a test or a person sees it.

import { CENT, isWithin, sumOf } from '../message/decimal.ts';
import type { Amount } from '../message/decimal.ts';
import type { Ledger } from '../state/ledger.ts';
import { parseInstant } from '../message/local-time.ts';
import type { Invoice, Item } from '../message/invoice.ts';
import type { RequestHeader } from '../message/request.ts';
import { findingsOfItems } from './item-amounts.ts';
import { isOfLines } from './totals.ts';

/** Totals against the lines themselves, whatever the tax groups between them have rounded. */
function findingsOfTotals(invoice: Invoice, items: readonly Item[]): string[] {
  const { totPriceWoVat, totVatAmt } = invoice;
  if (!isOfLines(invoice)) return [];
  const base = sumOf(items, ({ pb }) => pb);
  const vat = sumOf(items, ({ va }) => va ?? 0n);
  return [
    ...(isWithin(base, totPriceWoVat, CENT) ? [] : ['TotPriceWoVAT is not the sum of PB']),
    ...(isWithin(vat, totVatAmt ?? 0n, CENT) ? [] : ['TotVATAmt is not the sum of VA']),
  ];
}

/** SUMMARY and PERIODICAL have two decimals everywhere. */
function findingsOfSums({ invType, sameTaxes }: Invoice): string[] {
  if (invType !== 'SUMMARY' && invType !== 'PERIODICAL') return [];
  const isWhole = (amount: Amount | null): boolean => (amount ?? 0n) % CENT === 0n;
  const isRight = sameTaxes?.every((tax) => isWhole(tax.priceBefVat) && isWhole(tax.vatAmt));
  return isRight === false ? [`amounts of a ${invType} have more than two decimals`] : [];
}

function findingsOfReferences(invoice: Invoice, ledger: Ledger): string[] {
  const advances = invoice.payMethods.flatMap(({ advIic }) => advIic ?? []);
  const references = invoice.iicRefs ?? [];
  const badDebts = invoice.badDebtInv ? [invoice.badDebtInv.iicRef] : [];
  const missing = [...advances, ...references.map(({ iic }) => iic), ...badDebts]
    .filter((iic) => ledger.firstInvoice(iic) === null)
    .map((iic) => `referenced invoice ${iic} does not exist`);
  const otherwiseIssued = references
    .filter(({ iic, issueDateTime }) => {
      const issued = ledger.firstInvoice(iic)?.issueDateTime ?? issueDateTime;
      return parseInstant(issued) !== parseInstant(issueDateTime);
    })
    .map(({ iic }) => `IssueDateTime in IICRef does not match the referenced invoice ${iic}`);
  return [...missing, ...otherwiseIssued];
}

/** Findings about any message. @param text the whole message. */
export function findingsOfMessage(header: RequestHeader, text: string, ledger: Ledger): string[] {
  const findings: string[] = [];
  if (ledger.hasRequestUuid(header.uuid)) findings.push('UUID of the message was used before');
  // Protocol §1: bytes 9, 10, 13 and 32 to 126; whether the live service refuses others is unknown.
  if (/="-0(\.0+)?"/.test(text)) findings.push('a zero carries a minus');
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
    ...findingsOfItems(items),
    ...findingsOfTotals(invoice, items),
    ...findingsOfSums(invoice),
    ...findingsOfReferences(invoice, ledger),
  ];
}
