// What extensions §1, "Rounding, by precedence", asks of a chain of documents, and a search that
// tells where a document left the plain rounding though it need not have. Amounts are whole numbers
// of ten-thousandths of a euro; nothing of the domain's arithmetic is used.

import type { ComputedInvoice } from '@fiscal/domain';

/** A total and what of it is without VAT, exact or rounded; the VAT is what is between the two. */
export interface Pair {
  total: number;
  net: number;
}

/** A document: what its lines come to, and what it says. */
export interface Rounded {
  exact: Pair;
  said: Pair;
}

/** A cent. */
const CENT = 100;
const ZERO: Pair = { total: 0, net: 0 };

export const unitsOf = (text: string): number => Math.round(Number(text) * 10_000);
const plus = (a: Pair, b: Pair): Pair => ({ total: a.total + b.total, net: a.net + b.net });
export const minus = (a: Pair, b: Pair): Pair => ({ total: a.total - b.total, net: a.net - b.net });
const isZero = ({ total, net }: Pair): boolean => total === 0 && net === 0;
export const vatOf = ({ total, net }: Pair): number => total - net;
export const isWithinCent = ({ total, net }: Pair): boolean =>
  Math.abs(total) <= CENT && Math.abs(net) <= CENT && Math.abs(total - net) <= CENT;

/** Half away from zero. */
const toCents = (units: number): number =>
  Math.sign(units) * Math.floor((Math.abs(units) + CENT / 2) / CENT) * CENT;
export const plainOf = ({ total, net }: Pair): Pair => ({
  total: toCents(total),
  net: toCents(net),
});

export function roundedOf({ lines, totals }: ComputedInvoice): Rounded {
  const sum = (amounts: string[]) => amounts.reduce((all, amount) => all + unitsOf(amount), 0);
  return {
    exact: { total: sum(lines.map(({ total }) => total)), net: sum(lines.map(({ base }) => base)) },
    said: { total: unitsOf(totals.total), net: unitsOf(totals.withoutVat) },
  };
}

export const leavesTotal = ({ exact, said }: Rounded): boolean =>
  said.total !== plainOf(exact).total;
export const leavesNet = ({ exact, said }: Rounded): boolean => said.net !== plainOf(exact).net;

/** Every pair of cents that is within a cent of the lines (rule 1). */
function choicesOf(exact: Pair): Pair[] {
  const plain = plainOf(exact);
  return [-CENT, 0, CENT]
    .flatMap((total) => [-CENT, 0, CENT].map((net) => plus(plain, { total, net })))
    .filter((said) => isWithinCent(minus(said, exact)));
}

/** Whether rules 1 and 2 were to be had with a choice that `suits`, as far as was known then. */
export function isOpen(own: Rounded, before: readonly Rounded[], suits: (said: Pair) => boolean) {
  const said = before.reduce((sum, document) => plus(sum, document.said), ZERO);
  const exact = before.reduce((sum, document) => plus(sum, document.exact), own.exact);
  return choicesOf(own.exact).some((choice) => {
    const rest = minus(plus(said, choice), exact);
    return suits(choice) && (isZero(exact) ? isZero(rest) : isWithinCent(rest));
  });
}

/** The fewest documents that leave the plain total in any choice of cents that ends at zero. */
export function fewestLeft(chain: readonly Rounded[]): number {
  let reached = new Map<string, { said: Pair; left: number }>();
  const keep = (map: typeof reached, said: Pair, left: number) => {
    const key = `${said.total} ${said.net}`;
    if ((map.get(key)?.left ?? Infinity) > left) map.set(key, { said, left });
  };
  keep(reached, chain[0]!.said, 0);
  for (const { exact } of chain.slice(1)) {
    const next: typeof reached = new Map();
    const plain = plainOf(exact).total;
    const choices = choicesOf(exact);
    for (const { said, left } of reached.values()) {
      for (const choice of choices) {
        keep(next, plus(said, choice), left + (choice.total === plain ? 0 : 1));
      }
    }
    reached = next;
  }
  return reached.get('0 0')?.left ?? Infinity;
}
