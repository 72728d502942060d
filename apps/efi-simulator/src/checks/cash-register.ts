// The cash register of an invoice and the codes around it, and the invoice number made of them.
// Protocol §5.1, §6; for invoices all of it is code 11.

import { localYear, parseInstant } from '../message/local-time.ts';
import { issuerTin } from '../message/invoice.ts';
import type { Invoice } from '../message/invoice.ts';
import { firstRefusal, refuse, refuseIf } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';
import { isInUse } from '../state/registry.ts';
import type { Registry } from '../state/registry.ts';

const TCR_NOT_VALID =
  'TCR is not valid. TCR must be active, belong to the issuer and be registered at least one hour before the first invoice';

/** InvNum is unit, ordinal, year of issue and TCR, joined by slashes. Protocol §5.1, §12. */
function invoiceNumberOf({ businUnitCode, invOrdNum, tcrCode, issueDateTime }: Invoice): string {
  const year = localYear(parseInstant(issueDateTime));
  return [businUnitCode, invOrdNum.trim(), year, tcrCode].join('/');
}

/** TCR in use when it was issued and the issuer's, codes valid, number made of them. */
export function checkCashRegister(invoice: Invoice, registry: Registry, now: number): CheckResult {
  const tin = issuerTin(invoice);
  const tcr = registry.tcr(invoice.tcrCode);
  const issuedAt = parseInstant(invoice.issueDateTime);
  if (tcr?.tin !== tin || !isInUse(tcr, issuedAt, now)) return refuse(11, TCR_NOT_VALID);
  const isUnitValid =
    tcr.businessUnitCode === invoice.businUnitCode &&
    registry.isActiveBusinessUnit(invoice.businUnitCode, tin);
  const isSoftwareValid =
    tcr.softwareCode === invoice.softCode && registry.isActiveSoftware(invoice.softCode);
  const isOperatorValid = registry.isActiveOperator(invoice.operatorCode, tin);
  return firstRefusal([
    refuseIf(!isUnitValid, 'business unit code is not valid'),
    refuseIf(!isOperatorValid, 'operator code is not valid'),
    refuseIf(!isSoftwareValid, 'software code does not match TCR software code'),
    refuseIf(
      invoice.invNum !== invoiceNumberOf(invoice),
      'InvNum does not match BusinUnitCode, InvOrdNum, year of issue and TCRCode',
    ),
  ]);
}
