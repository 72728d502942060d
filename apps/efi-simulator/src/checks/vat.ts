// The VAT status of an invoice: what must and must not be there (Table 159 of the specification,
// protocol §5.7, §6) and which rates exist on the day of issue. Code 11.

import { parseAmount } from '../message/decimal.ts';
import type { Amount } from '../message/decimal.ts';
import { localDay, parseInstant } from '../message/local-time.ts';
import type { Invoice } from '../message/invoice.ts';
import { firstRefusal, refuseIf } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';

/** VAT rates of Montenegro in percent, with the first day of each; null: since ever. */
const RATES: readonly { rate: Amount; since: string | null }[] = [
  { rate: parseAmount('21.00'), since: null },
  { rate: parseAmount('7.00'), since: null },
  { rate: parseAmount('0.00'), since: null },
  { rate: parseAmount('15.00'), since: '2025-01-01' },
];

function isRateValid(rate: Amount, day: string): boolean {
  return RATES.some((known) => known.rate === rate && (known.since === null || day >= known.since));
}

const NOT_OBLIGATED = 'if taxpayer is not obligated to declare VAT';
const OBLIGATED = 'if taxpayer is obligated to declare VAT';
const INVALID = 'Invoice VAT is invalid.';

function checkOutsideVat(invoice: Invoice): CheckResult {
  // On reverse charge the buyer owes the tax, and the invoice shows it all the same.
  if (invoice.isReverseCharge === true) return null;
  const isVatInItems =
    invoice.items?.some(({ vr, va, ex }) => vr !== null || va !== null || ex !== null) ?? false;
  return firstRefusal([
    refuseIf(
      invoice.totVatAmt !== null,
      `${INVALID} TotVATAmt attribute must not exist ${NOT_OBLIGATED}`,
    ),
    refuseIf(
      // Self-issued invoices need tax groups whatever the status.
      invoice.sameTaxes !== null && invoice.typeOfSelfIss === null,
      `${INVALID} SameTaxes element must not exist ${NOT_OBLIGATED}`,
    ),
    refuseIf(
      isVatInItems && invoice.typeOfSelfIss === null,
      `${INVALID} VR, VA and EX attributes must not exist ${NOT_OBLIGATED}`,
    ),
  ]);
}

function checkInsideVat(invoice: Invoice): CheckResult {
  const isRateMissing =
    invoice.sameTaxes?.some((group) => group.vatRate === null && group.exemptFromVat === null) ??
    false;
  const isItemRateMissing =
    invoice.items?.some(({ vr, va, ex }) => ex === null && (vr === null || va === null)) ?? false;
  return firstRefusal([
    refuseIf(invoice.totVatAmt === null, `${INVALID} TotVATAmt attribute must exist ${OBLIGATED}`),
    refuseIf(invoice.sameTaxes === null, `${INVALID} SameTaxes element must exist ${OBLIGATED}`),
    refuseIf(
      isRateMissing,
      'tax rate or exempt from VAT must exist for all same taxes if issuer is in VAT',
    ),
    refuseIf(
      isItemRateMissing,
      'tax rate or exempt from VAT must exist for all items if issuer is in VAT',
    ),
  ]);
}

/** An exemption stands in place of rate and VAT, in lines and tax groups. Protocol §5.7. */
function checkExemptions({ items, sameTaxes }: Invoice): CheckResult {
  return firstRefusal([
    refuseIf(
      items?.some(({ ex, vr, va }) => ex !== null && (vr !== null || va !== null)) ?? false,
      'VR and VA attributes must not exist for items with EX',
    ),
    refuseIf(
      sameTaxes?.some(
        ({ exemptFromVat, vatRate, vatAmt }) =>
          (vatRate !== null) !== (vatAmt !== null) || (exemptFromVat !== null && vatRate !== null),
      ) ?? false,
      'VATRate and VATAmt must exist together, and not beside ExemptFromVAT',
    ),
  ]);
}

/** Table 159, then exemptions, then the rates of lines and tax groups. */
export function checkVat(invoice: Invoice): CheckResult {
  const day = localDay(parseInstant(invoice.issueDateTime));
  const rates = [
    ...(invoice.sameTaxes ?? []).map(({ vatRate }) => vatRate),
    ...(invoice.items ?? []).map(({ vr }) => vr),
  ];
  const isRateUnknown = rates.some((rate) => rate !== null && !isRateValid(rate, day));
  const needsGroups = invoice.typeOfSelfIss !== null || invoice.isReverseCharge === true;
  return firstRefusal([
    () => (invoice.isIssuerInVat ? checkInsideVat(invoice) : checkOutsideVat(invoice)),
    refuseIf(
      needsGroups && invoice.sameTaxes === null,
      `${INVALID} SameTaxes element must exist if TypeOfSelfIss or reverse charge exists`,
    ),
    () => checkExemptions(invoice),
    refuseIf(isRateUnknown, 'tax rate is not valid in the moment of invoice issuing'),
  ]);
}
