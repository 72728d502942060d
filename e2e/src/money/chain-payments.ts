// What extensions §2 asks of the payments of a chain of documents. Amounts are whole cents; nothing
// of the domain's arithmetic is used.

import type { Payment, PaymentMethod } from '@fiscal/domain';
import { PAYMENT_KINDS } from '@fiscal/domain';

type Sums = Map<PaymentMethod, number>;

const centsOf = (amount: string | number): number => Math.round(Number(amount) * 100);
const sumOf = (values: Iterable<number>): number =>
  [...values].reduce((sum, value) => sum + value, 0);
export const isCash = (method: PaymentMethod): boolean => PAYMENT_KINDS[method].isCash;

/** Paid by cash and otherwise. */
const isMixed = (payments: readonly Payment[]): boolean => {
  const cash = payments.filter(({ method }) => isCash(method));
  return cash.length > 0 && cash.length < payments.length;
};

/** Cents by method, in the order of their first payment. */
export function sumsOf(documents: readonly (readonly Payment[])[]): Sums {
  const sums: Sums = new Map();
  for (const { method, amount } of documents.flat()) {
    sums.set(method, (sums.get(method) ?? 0) + centsOf(amount));
  }
  return sums;
}

/** Whether a sale paid by cash and otherwise has no cash left before one of its correctives. */
export function isCashOut(documents: readonly (readonly Payment[])[]): boolean {
  const [paid = []] = documents;
  if (!isMixed(paid)) return false;
  return documents.slice(1).some((_own, index) => {
    const cash = [...sumsOf(documents.slice(0, index + 1))].filter(([method]) => isCash(method));
    return sumOf(cash.map(([, cents]) => cents)) <= 0;
  });
}

/** A total in parts as the weights are, each at least a cent; one part where there are too few. */
export function partsOf(
  total: string,
  weights: readonly { method: PaymentMethod; weight: number }[],
) {
  const cents = centsOf(total);
  const all = sumOf(weights.map(({ weight }) => weight));
  const [first, ...others] = weights.map(({ method, weight }) => {
    return { method, cents: Math.max(1, Math.floor((cents * weight) / all)) };
  });
  const left = cents - sumOf(others.map((part) => part.cents));
  const parts = left > 0 ? [{ ...first!, cents: left }, ...others] : [{ ...first!, cents }];
  return parts.map((part) => ({ method: part.method, amount: Number(`${part.cents}e-2`) }));
}

/**
 * What is wrong with the payments of a corrective.
 * @param before the root's payments, then those of the correctives in force.
 * @param isOwn whether it says itself by which methods it gives back.
 */
export function paymentProblems(
  own: readonly Payment[],
  total: string,
  before: readonly (readonly Payment[])[],
  isOwn: boolean,
): string[] {
  const cents = centsOf(total);
  const [paid = []] = before;
  const methods = own.map(({ method }) => method);
  const amounts = own.map(({ amount }) => centsOf(amount));
  const problems: string[] = [];
  if (sumOf(amounts) !== cents) problems.push('payments: sum');
  if (amounts.some((amount) => Math.sign(amount) !== Math.sign(cents)))
    problems.push('payments: sign');
  if (new Set(methods).size < methods.length) problems.push('payments: a method twice');
  if (!methods.every((method) => paid.some((each) => each.method === method))) {
    problems.push('payments: a method of its own');
  }
  if (isMixed(paid) && !methods.some(isCash)) problems.push('payments: no cash method');
  if (!isOwn && cents !== 0 && !isInProportion(own, cents, before)) {
    problems.push('payments: proportions');
  }
  return problems;
}

/** Largest remainder leaves less than a cent; the cent that cash has at least, one more. */
function isInProportion(
  own: readonly Payment[],
  cents: number,
  before: readonly (readonly Payment[])[],
): boolean {
  const held = new Map([...sumsOf(before)].map(([method, sum]) => [method, Math.max(0, sum)]));
  const all = sumOf(held.values());
  if (all === 0) return true;
  const shares = sumsOf([own]);
  return [...held].every(([method, sum]) => {
    const off = Math.abs((shares.get(method) ?? 0) - (cents * sum) / all);
    return off < (isMixed(before[0] ?? []) ? 2 : 1);
  });
}
