// An original that is not stored here: another program has issued it, or a restore has lost it
// (extensions §1). A corrective of it is accepted without it, and is given no number before the
// authority has said what the original is. The correctives in force here count against that.

import { ZERO, decimal, signOf, sum, toDecimalText, toShortestText } from '../../../money.ts';
import type { TypeOfInvoice } from '../../../identifiers/codes.ts';
import { issue } from '../../../issue.ts';
import type { Issue } from '../../../issue.ts';
import type { Exemption } from '../../exemptions.ts';
import type { InvoiceItem } from '../../invoice.ts';
import { PAYMENT_METHODS } from '../../payment-methods.ts';
import { paymentsOf, registeredTypeOfInvoice } from '../../payments.ts';
import type { Payment } from '../../payment-methods.ts';
import { vatRateText } from '../../vat.ts';
import { CENT, weighCorrective } from './balance.ts';
import type { CountedDocument, DocumentInForce } from './balance.ts';
import { validateVat } from './corrective-invoice.ts';
import { moreThanPaid } from './corrective-payments.ts';
import { sentence } from '../../../sentences.ts';

/** Of a corrective: the document at the end of its chain, where that is not stored here. */
export interface RootElsewhere {
  iic: string;
  /** Its IssueDateTime, as the first corrective of the chain has named it. */
  issueDateTime: string;
  /** What the authority has said of it; absent until it has, for this request to fiscalize. */
  confirmed?: { invoiceNumber: string | null };
}

/** What the authority says of an invoice that it has registered. */
export interface RegisteredInvoice {
  isAdvance: boolean;
  invoiceNumber: string | null;
  /** Euros with VAT. */
  total: number;
  /** Null where the authority does not say it, as of all that follows. */
  typeOfInvoice: TypeOfInvoice | null;
  payments: readonly RegisteredPayment[] | null;
  items: readonly RegisteredItem[] | null;
}

/** What paid it, in euros; null where the authority does not say how much. */
export interface RegisteredPayment {
  /** XSD PaymentMethodType; one that the contract does not know, too. */
  method: string;
  amount: number | null;
}

/** A line of it; amounts in euros, as the authority has them. */
export interface RegisteredItem {
  name: string;
  code: string | null;
  quantity: number;
  unitPriceBeforeVat: number;
  unitPriceAfterVat: number;
  /** Percent. */
  rebatePercentage: number | null;
  base: number;
  /** Percent, 0 where it is exempt; null of an issuer outside VAT. */
  vatRate: number | null;
  exemption: Exemption | null;
}

/** A corrective whose root is elsewhere; `originalId` is null where the root is its original. */
export type CorrectiveElsewhere = Omit<DocumentInForce, 'id'>;

/** No document has it as its id. */
const ROOT = '';

/**
 * What speaks against a corrective, by what the authority says of the root of its chain. What it
 * takes back beyond what is left is always refused, whatever the company has set: nobody here has
 * seen the original.
 * @param inForce the other correctives of this root that count.
 * @param pricesIncludeVat how the prices of the corrective are meant.
 */
export function decideElsewhere(
  corrective: CorrectiveElsewhere,
  registered: RegisteredInvoice,
  inForce: readonly DocumentInForce[],
  pricesIncludeVat: boolean,
): Issue[] {
  // What corrects a corrective of ours was compared with that one when it was accepted.
  const isOfRoot = corrective.originalId === null;
  const differences = isOfRoot ? differencesOf(corrective, registered) : [];
  if (registered.items !== null) {
    const chained = <Document extends CorrectiveElsewhere>(document: Document) => ({
      ...document,
      originalId: document.originalId ?? ROOT,
    });
    const root = rootOf(registered, registered.items, pricesIncludeVat);
    const documents = [root, ...inForce.map(chained)];
    const { issues } = weighCorrective(chained(corrective), documents, true);
    if (issues.length > 0) return [...differences, ...issues];
  }
  const ofTotal = excessOfTotal(corrective, registered, inForce);
  const isPaidAlike = differences.every(({ code }) => code !== 'PAYMENT_METHOD_NOT_ALLOWED');
  const ofMethods = isPaidAlike ? excessOfMethods(corrective, registered, inForce) : [];
  return [...differences, ...ofTotal, ...ofMethods];
}

/** Spec, Corrective rules 1 and 3, as far as the authority says it. */
function differencesOf(corrective: CorrectiveElsewhere, registered: RegisteredInvoice): Issue[] {
  const { request } = corrective;
  const { typeOfInvoice, items } = registered;
  const issues: Issue[] = [];
  const payments = paymentsOf(corrective);
  const ownType = registeredTypeOfInvoice(request.typeOfInvoice, payments);
  if (typeOfInvoice !== null && ownType !== typeOfInvoice) {
    const message = sentence('originalType', { typeOfInvoice });
    issues.push(issue('ORIGINAL_TYPE_MISMATCH', 'typeOfInvoice', message));
  }
  const methods = [...new Set(registered.payments?.map(({ method }) => method))];
  const isPaidAlike = payments.every(({ method }) => methods.includes(method));
  if (registered.payments !== null && !isPaidAlike) {
    const values = { paymentMethods: methods.join(' and ') };
    const message = sentence('originalPayment', values);
    issues.push(issue('PAYMENT_METHOD_NOT_ALLOWED', 'paymentMethod', message));
  }
  const sold = items?.map((item) => ({ name: item.name, code: item.code, vat: vatOf(item) }));
  return [...issues, ...(sold === undefined ? [] : validateVat(request.items, sold))];
}

/** The root as an account counts it, where it is stored here. */
function rootOf(
  { total }: RegisteredInvoice,
  registered: readonly RegisteredItem[],
  pricesIncludeVat: boolean,
): CountedDocument {
  return {
    id: ROOT,
    originalId: null,
    request: {},
    items: registered.map((item): InvoiceItem => ({
      name: item.name,
      code: item.code,
      unitPrice: pricesIncludeVat ? item.unitPriceAfterVat : item.unitPriceBeforeVat,
      quantity: item.quantity,
      vat: vatOf(item),
    })),
    computed: {
      lines: registered.map(({ quantity, rebatePercentage, base, vatRate, exemption }) => ({
        quantity: toShortestText(decimal(quantity)),
        rebatePercentage: rebatePercentage ? toShortestText(decimal(rebatePercentage)) : null,
        discount: '0.0000',
        base: toDecimalText(decimal(base), 4),
        vatRate: vatRate === null || exemption ? null : vatRateText(vatRate),
        ...(exemption && { exemption }),
      })),
      totals: { total: toDecimalText(decimal(total), 2) },
    },
  };
}

const vatOf = ({ vatRate, exemption }: RegisteredItem) => ({ rate: vatRate ?? 0, exemption });

/**
 * By a method no more is given back than it holds. One that does not say how much by which is not
 * computed by what paid its original, which was not known when it was accepted.
 */
function excessOfMethods(
  corrective: CorrectiveElsewhere,
  { payments, total }: RegisteredInvoice,
  inForce: readonly DocumentInForce[],
): Issue[] {
  if (payments === null) return [];
  const paid: Payment[] = [];
  for (const { method: named, amount } of payments) {
    const method = PAYMENT_METHODS.find((known) => known === named);
    if (amount === null) return [];
    if (method !== undefined) {
      paid.push({ method, amount: toDecimalText(decimal(amount), 2), advanceIic: null });
    }
  }
  const totals = { total: toDecimalText(decimal(total), 2) };
  const root = { request: corrective.request, computed: { payments: paid, totals } };
  return moreThanPaid(paymentsOf(corrective), [root, ...inForce]);
}

/** As the lines of a rate, the whole takes back no more than is left, a cent a document apart. */
function excessOfTotal(
  { computed }: CorrectiveElsewhere,
  { total }: RegisteredInvoice,
  inForce: readonly DocumentInForce[],
): Issue[] {
  const own = decimal(computed.totals.total);
  const rest = sum([decimal(total), ...inForce.map((one) => decimal(one.computed.totals.total))]);
  const left = signOf(rest) < 0 ? ZERO : rest;
  const tolerance = CENT.times(String(inForce.length + 2));
  if (signOf(own) >= 0 || own.abs().minus(left).lte(tolerance)) return [];
  const leftText = toDecimalText(left, 2);
  const message = sentence('moreInAll', { amount: toDecimalText(own.abs(), 2), left: leftText });
  return [{ ...issue('MORE_THAN_SOLD', 'items', message), left: Number(leftText) }];
}
