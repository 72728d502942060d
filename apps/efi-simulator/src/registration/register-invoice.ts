// RegisterInvoice: the checks of an invoice in the authority's order, and its registration.
// Protocol §5, §6, §14.

import { randomUUID } from 'node:crypto';
import { checkCashRegister } from '../checks/cash-register.ts';
import { checkClock, checkIssueTime } from '../checks/clock.ts';
import { checkCorrective } from '../checks/corrective.ts';
import { findingsOfInvoice } from '../checks/deferred.ts';
import { checkDocumentType } from '../checks/document-type.ts';
import { checkPayment } from '../checks/payment.ts';
import { checkTaxpayer } from '../checks/taxpayer.ts';
import { checkTotals } from '../checks/totals.ts';
import { checkUntaxed } from '../checks/untaxed.ts';
import { checkVat } from '../checks/vat.ts';
import type { Decision, Reception } from './decision.ts';
import { sumOf, toNumber } from '../message/decimal.ts';
import { localDay, parseInstant } from '../message/local-time.ts';
import { issuerTin } from '../message/invoice.ts';
import type { Invoice } from '../message/invoice.ts';
import type { RequestHeader } from '../message/request.ts';
import { firstRefusal, refuse } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';
import type { SimulatorState } from '../state/simulator-state.ts';
import type { RegisteredInvoice } from '../state/events.ts';

function dayOfIssue(invoice: Invoice): string {
  return localDay(parseInstant(invoice.issueDateTime));
}

/** A cash invoice needs the INITIAL deposit of its TCR and day (58). Protocol §4. */
function checkDeposit(invoice: Invoice, state: SimulatorState): CheckResult {
  if (invoice.typeOfInv !== 'CASH') return null;
  return state.ledger.hasInitialDeposit(invoice.tcrCode, dayOfIssue(invoice)) ? null : refuse(58);
}

function registrationOf(invoice: Invoice, fic: string, reception: Reception): RegisteredInvoice {
  const [, , year = ''] = invoice.invNum.split('/');
  const banknotes = invoice.payMethods.filter(({ type }) => type === 'BANKNOTE');
  return {
    type: 'invoice',
    sequence: reception.sequence,
    iic: invoice.iic,
    fic,
    tin: issuerTin(invoice),
    tcrCode: invoice.tcrCode,
    ordinal: Number(invoice.invOrdNum),
    year,
    invoiceNumber: invoice.invNum,
    issueDateTime: invoice.issueDateTime,
    day: dayOfIssue(invoice),
    invType: invoice.invType,
    typeOfInv: invoice.typeOfInv,
    correctedIic: invoice.correctiveInv?.iicRef ?? null,
    totalPrice: invoice.totPriceText,
    banknotes: toNumber(sumOf(banknotes, ({ amt }) => amt)).toFixed(2),
    soap: reception.soap,
  };
}

/**
 * Decides on an invoice whose signature and IIC are right. An IIC that is known and marked as
 * subsequent delivery gets its first FIC back; without the mark it is another document and is
 * registered a second time, as the specification says (protocol §14).
 */
export function registerInvoice(
  invoice: Invoice,
  header: RequestHeader,
  state: SimulatorState,
  reception: Reception,
): Decision {
  const { now } = reception;
  const refusal = firstRefusal([
    () => checkClock(header, now),
    () => checkIssueTime(invoice.issueDateTime, header, now),
    () => checkTaxpayer(invoice, state.registry),
    () => checkCashRegister(invoice, state.registry, now),
    () => checkDeposit(invoice, state),
    () => checkDocumentType(invoice),
    () => checkVat(invoice),
    () => checkTotals(invoice),
    () => checkUntaxed(invoice),
    () => checkPayment(invoice, state.ledger),
    () => checkCorrective(invoice, state.ledger),
  ]);
  if (refusal) return { outcome: 'refused', refusal };
  const first = state.ledger.firstInvoice(invoice.iic);
  if (first && header.subseqDelivType !== null) {
    return { outcome: 'repeated', issuedCode: first.fic, effect: null, findings: [] };
  }
  const fic = randomUUID();
  return {
    outcome: 'accepted',
    issuedCode: fic,
    effect: registrationOf(invoice, fic, reception),
    findings: findingsOfInvoice(invoice, state.ledger),
  };
}
