// Correctives: negative values only with CorrectiveInv, the reference to an original that the
// ledger knows, and to the invoices that an advance has paid. Protocol §5.2, §6, §13; code 11.

import { parseInstant } from '../message/local-time.ts';
import type { Amount } from '../message/decimal.ts';
import { issuerTin } from '../message/invoice.ts';
import type { Invoice } from '../message/invoice.ts';
import type { Ledger } from '../state/ledger.ts';
import { firstRefusal, refuse, refuseIf } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';

/** Every amount of an invoice that the schema lets be negative. */
function signedAmounts(invoice: Invoice): (Amount | null)[] {
  const { totPriceWoVat, totVatAmt, totPrice, taxFreeAmt, markUpAmt, goodsExAmt } = invoice;
  return [
    totPriceWoVat,
    totVatAmt,
    totPrice,
    taxFreeAmt,
    markUpAmt,
    goodsExAmt,
    ...(invoice.items ?? []).flatMap(({ q, pb, va, pa }) => [q, pb, va, pa]),
    ...(invoice.sameTaxes ?? []).flatMap(({ priceBefVat, vatAmt }) => [priceBefVat, vatAmt]),
    ...invoice.payMethods.map(({ amt }) => amt),
    ...(invoice.fees ?? []).map(({ amt }) => amt),
  ];
}

function checkOriginal(invoice: Invoice, ledger: Ledger): CheckResult {
  const { correctiveInv } = invoice;
  if (!correctiveInv) return null;
  const original = ledger.firstInvoice(correctiveInv.iicRef);
  if (original?.tin !== issuerTin(invoice)) {
    return refuse(11, 'invoice referenced by CorrectiveInv does not exist');
  }
  const isSameInstant =
    parseInstant(original.issueDateTime) === parseInstant(correctiveInv.issueDateTime);
  if (!isSameInstant) {
    return refuse(11, 'IssueDateTime in CorrectiveInv does not match the referenced invoice');
  }
  return original.invType === 'ADVANCE' && invoice.iicRefs === null
    ? refuse(11, 'IICRefs element must exist if invoice referenced by CorrectiveInv is ADVANCE')
    : null;
}

/** Sign of the amounts, CorrectiveInv exactly on a CORRECTIVE, the original registered before. */
export function checkCorrective(invoice: Invoice, ledger: Ledger): CheckResult {
  const isCorrective = invoice.correctiveInv !== null;
  const hasNegative = signedAmounts(invoice).some((amount) => amount !== null && amount < 0n);
  // A credit note takes back without a CorrectiveInv: its totals are negative by nature.
  const mayBeNegative = isCorrective || invoice.invType === 'CREDIT_NOTE';
  return firstRefusal([
    refuseIf(
      hasNegative && !mayBeNegative,
      'negative values are allowed only when CorrectiveInv exist',
    ),
    refuseIf(
      isCorrective !== (invoice.invType === 'CORRECTIVE'),
      'CorrectiveInv must exist if and only if InvType is equal to CORRECTIVE',
    ),
    () => checkOriginal(invoice, ledger),
  ]);
}
