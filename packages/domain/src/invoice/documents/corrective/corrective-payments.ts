// How a corrective gives back what was paid (extensions §2): by the methods of the root, and where
// it does not say itself how much by which, in proportion to what they still hold.

import { PAYMENT_KINDS } from '../../payment-methods.ts';
import type { PaymentMethod } from '../../payment-methods.ts';
import {
  advancePaymentOf,
  paymentsOf,
  registeredTypeOfInvoice,
  requestedPayments,
  sumsByMethod,
} from '../../payments.ts';
import type { PaidDocument } from '../../payments.ts';
import type { Payment } from '../../payment-methods.ts';
import type { InvoiceRequest } from '../../invoice.ts';
import type { Decimal, DecimalText } from '../../../money.ts';
import { issue } from '../../../issue.ts';
import type { Issue } from '../../../issue.ts';
import { ZERO, decimal, signOf, spread, sum, toDecimalText } from '../../../money.ts';
import { sentence } from '../../../sentences.ts';
import { CENT, correctivesOf } from './balance.ts';
import type { DocumentInForce, Weighing } from './balance.ts';

type Sums = ReadonlyMap<PaymentMethod, Decimal>;

/**
 * The payments of a corrective.
 * @param documents the root first, then what is in force, oldest first.
 */
export function payCorrective(
  { request, originalId }: { request: InvoiceRequest; originalId: string | null },
  total: DecimalText,
  documents: readonly [DocumentInForce, ...DocumentInForce[]],
): Payment[] {
  const paid = paymentsOf(documents[0]);
  const rootIic = advancePaymentOf(paid)?.advanceIic ?? null;
  const advanceIic = request.advancePaymentIic ?? rootIic;
  const sums = sumsByMethod(paid);
  if (request.payments || sums.size === 1) {
    return requestedPayments({ ...request, advancePaymentIic: advanceIic }, total);
  }
  const amount = decimal(total);
  const shares =
    signOf(amount) === 0
      ? [[methodOfNothing(request.paymentMethod, paid), ZERO] as const]
      : [...sharesOf(amount, originalId, documents)].filter(([, share]) => signOf(share) !== 0);
  return shares.map(([method, share]) => ({
    method,
    amount: toDecimalText(share, 2),
    advanceIic: method === 'ADVANCE' ? advanceIic : null,
  }));
}

/** Of a total of 0.00: the payment method, unless the type that is registered asks for cash. */
function methodOfNothing(method: PaymentMethod, paid: readonly Payment[]): PaymentMethod {
  const cash = paid.find((payment) => PAYMENT_KINDS[payment.method].isCash);
  return PAYMENT_KINDS[method].isCash ? method : (cash?.method ?? method);
}

/**
 * By method. What corrects a corrective gives back what that one took; anything else goes by what
 * the methods of the root hold, or have held where they hold nothing.
 */
function sharesOf(
  amount: Decimal,
  originalId: string | null,
  documents: readonly [DocumentInForce, ...DocumentInForce[]],
): Sums {
  const [root] = documents;
  const held = heldBy(documents);
  const original = documents.find(({ id }) => id === originalId);
  if (original !== undefined && original !== root) {
    const chain = [original, ...correctivesOf(original, documents)];
    const shares = proportions(amount, heldBy(chain));
    if (shares !== null && (signOf(amount) > 0 || isWithin(shares, held))) return shares;
  }
  const positive = new Map([...held].map(([method, sum]) => [method, positivePart(sum)]));
  const isNothingHeld = signOf(sum([...positive.values()])) === 0;
  const weights = isNothingHeld ? sumsByMethod(paymentsOf(root)) : positive;
  return withCash(amount, new Map([...weights].map(([method, weight]) => [method, weight.abs()])));
}

/** What the methods hold after these documents, in the order of the first one's payments. */
const heldBy = (documents: readonly PaidDocument[]): Map<PaymentMethod, Decimal> =>
  sumsByMethod(documents.flatMap(paymentsOf));

const positivePart = (value: Decimal): Decimal => (signOf(value) < 0 ? ZERO : value);

/** The amount in proportion to what was taken; null where that is less, or has two signs. */
function proportions(amount: Decimal, taken: Sums): Sums | null {
  const weights = [...taken.values()];
  if (weights.some((weight) => signOf(weight) === signOf(amount))) return null;
  if (sum(weights).abs().lt(amount.abs())) return null;
  return withCash(amount, new Map([...taken].map(([method, weight]) => [method, weight.abs()])));
}

function isWithin(shares: Sums, held: Sums): boolean {
  return [...shares].every(([method, share]) => share.abs().lte(held.get(method) ?? ZERO));
}

/**
 * Shares by largest remainder. Where one of the methods is cash, the document is registered as
 * CASH, which a cash method takes part in: it gets a cent at least, and leaves one to the next
 * corrective where it can.
 * @param weights not negative.
 */
function withCash(amount: Decimal, weights: Sums): Sums {
  const methods = [...weights.keys()];
  const plain = shared(amount, weights);
  const cashMethods = methods.filter((method) => PAYMENT_KINDS[method].isCash);
  const [firstCash] = cashMethods;
  if (firstCash === undefined || cashMethods.length === methods.length) return plain;
  const sumOf = (sums: Sums) => sum(cashMethods.map((method) => sums.get(method) ?? ZERO)).abs();
  const [cash, cashHeld] = [sumOf(plain), sumOf(weights)];
  const isLast = sum([...weights.values()]).lte(amount.abs());
  const kept = cashHeld.minus(CENT);
  const most = isLast || kept.lt(CENT) ? cash : kept;
  const part = cash.lt(CENT) ? CENT : cash.gt(most) ? most : cash;
  if (part.eq(cash)) return plain;
  const signed = part.times(String(signOf(amount)));
  const cashWeights = new Map([...weights].filter(([method]) => cashMethods.includes(method)));
  if (signOf(cashHeld) === 0) cashWeights.set(firstCash, CENT);
  const others = new Map([...weights].filter(([method]) => !cashMethods.includes(method)));
  const shares = new Map([...shared(signed, cashWeights), ...shared(amount.minus(signed), others)]);
  return new Map(methods.map((method) => [method, shares.get(method) ?? ZERO]));
}

function shared(amount: Decimal, weights: Sums): Sums {
  const shares = spread(amount, [...weights.values()], 2);
  return new Map([...weights.keys()].map((method, index) => [method, shares[index] ?? ZERO]));
}

/**
 * Whether a corrective gives back by methods of the root, and by none more than it holds.
 * @param documents the root first, then what is in force, oldest first.
 * @param isStrict whether giving back more is refused; else it is a warning.
 */
export function weighPayments(
  request: Pick<InvoiceRequest, 'payments'>,
  payments: readonly Payment[],
  documents: readonly [DocumentInForce, ...DocumentInForce[]],
  isStrict: boolean,
): Weighing {
  const foreign = foreignMethods(request, documents[0]);
  if (foreign.length > 0) return { issues: foreign, warnings: [] };
  const excess = moreThanPaid(payments, documents);
  if (isStrict) return { issues: excess, warnings: [] };
  return { issues: [], warnings: excess.map(({ message }) => message.replace(/\.$/, '')) };
}

function foreignMethods(
  { payments }: Pick<InvoiceRequest, 'payments'>,
  root: DocumentInForce,
): Issue[] {
  if (!payments) return [];
  const paid = paymentsOf(root);
  const known = [...sumsByMethod(paid).keys()];
  const foreign = payments.flatMap(({ method }, index) => {
    if (known.includes(method)) return [];
    const message = sentence('originalPayment', { paymentMethods: known.join(' and ') });
    return [issue('PAYMENT_METHOD_NOT_ALLOWED', `payments[${index}].method`, message)];
  });
  const [ownType, type] = [payments, paid].map((each) =>
    registeredTypeOfInvoice(root.request.typeOfInvoice, each),
  );
  if (foreign.length > 0 || ownType === type) return foreign;
  const cash = known.filter((method) => PAYMENT_KINDS[method].isCash).join(' or ');
  const message =
    'Payment method not allowed: the original is registered as cash, so a part of its corrective ' +
    `is by ${cash}.`;
  return [issue('PAYMENT_METHOD_NOT_ALLOWED', 'payments', message)];
}

/** What is taken back of a method beyond what it holds; more of the whole is MORE_THAN_SOLD. */
export function moreThanPaid(
  payments: readonly Payment[],
  documents: readonly PaidDocument[],
): Issue[] {
  const own = sumsByMethod(payments);
  const held = heldBy(documents);
  const ofWhole = positivePart(sum([...own.values(), ...held.values()]).neg());
  return [...own].flatMap(([method, amount]) => {
    const left = positivePart(held.get(method) ?? ZERO);
    if (signOf(amount) >= 0 || amount.abs().minus(left).lte(ofWhole)) return [];
    const leftText = toDecimalText(left, 2);
    const values = { amount: toDecimalText(amount.abs(), 2), method, left: leftText };
    const message = sentence('moreOfMethod', values);
    return [{ ...issue('MORE_THAN_PAID', 'payments', message), left: Number(leftText) }];
  });
}
