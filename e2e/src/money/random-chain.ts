// A random sale and the correctives that take it back: by parts, at another price, for another
// article, taken back themselves, and failed after a later one was numbered. It draws quantities
// and discounts alone and looks at no computed amount, so one seed gives the same chains whatever
// computes them.

import type { InvoiceItem, PaymentMethod, TypeOfInvoice } from '@fiscal/domain';
import type { Random } from '@fiscal/testbed/random';
import type { SentLine } from './oracle.ts';

/** A line of a document, as it was sent. */
export interface ChainItem extends SentLine {
  name: string;
  code: string | null;
  vat: InvoiceItem['vat'];
}

/** One document of a chain; the first one is the sale. */
export interface ChainDocument {
  items: ChainItem[];
  discountAmount: number | null;
  /** The documents in force when it became Pending, by their place in the chain. */
  inForce: number[];
  /** Those in force when it was drafted: another one may have come, or failed, in between. */
  drafted: number[];
  /** The method by which it gives all back, where it says so; else null. */
  paidBackBy: PaymentMethod | null;
}

/** A sale with all that follows, and the company that it is for. */
export interface Chain {
  isInVat: boolean;
  /** Whether lines are exported, and none has VAT. */
  isExport: boolean;
  pricesIncludeVat: boolean;
  /** Whether prices have more than two decimals. */
  isFinePriced: boolean;
  /** How often a corrective failed after a later one was numbered. */
  failures: number;
  typeOfInvoice: TypeOfInvoice;
  /** What pays the sale, and by how much beside the others. */
  payers: { method: PaymentMethod; weight: number }[];
  documents: ChainDocument[];
  /** The documents in force at the end; together they take everything back. */
  inForce: number[];
}

const RATES = [21, 15, 7, 0];
const METHODS = {
  Cash: ['BANKNOTE', 'CARD', 'OTHER-CASH', 'BUSINESSCARD', 'ADVANCE'],
  NonCash: ['ACCOUNT', 'FACTORING', 'OTHER', 'BUSINESSCARD', 'ADVANCE'],
} as const;
const EXEMPTIONS = ['VAT_CL26', 'VAT_CL30', 'VAT_CL44'] as const;
/**
 * How a shop divides a discount: to the fourth decimal, by cents, or by cents of the running sum.
 */
const DISCOUNT_MODES = ['exact', 'cents', 'running'] as const;

/** What the lines of one article, price, rebate and rate have in common. */
type Article = Omit<ChainItem, 'quantity'>;

/** Thousandths of an article that a document sells (above zero) or takes back (below zero). */
interface Movement {
  article: number;
  units: number;
}

interface Draft {
  movements: Movement[];
  /** In ten-thousandths; above zero where it makes a sale smaller, below zero where a return. */
  discount: number;
}

const jsonNumber = (units: number, places: number): number => Number(`${units}e-${places}`);

/** The next chain; null where a discount could not be divided among what it left. */
export function randomChain(random: Random): Chain | null {
  const isFinePriced = !random.oneIn(4);
  const isInVat = !random.oneIn(6);
  const pricesIncludeVat = random.oneIn(2);
  const isExport = isInVat && random.oneIn(8);
  const typeOfInvoice = random.pick(['Cash', 'NonCash'] as const);
  const count = random.pick([1, 2, 2, 3, 5]);
  const methods = [...METHODS[typeOfInvoice]];
  const payers = Array.from({ length: count }, () => {
    const [method] = methods.splice(random.below(methods.length), 1);
    return { method: method!, weight: 1 + random.below(random.pick([3, 1000])) };
  });
  const terms = { isFinePriced, isInVat, isExport, pricesIncludeVat, typeOfInvoice, payers };
  const maker = new ChainMaker(random, terms);
  const documents = maker.make();
  if (documents === null) return null;
  const { failures, inForce } = maker;
  return { ...terms, failures, documents, inForce };
}

type Terms = Omit<Chain, 'failures' | 'documents' | 'inForce'>;

class ChainMaker {
  readonly inForce: number[] = [];
  failures = 0;
  readonly #random: Random;
  readonly #terms: Terms;
  readonly #articles: Article[] = [];
  readonly #drafts: Draft[] = [];
  /** How many articles the sale had; those that follow were re-issued, without a discount. */
  #soldArticles = 0;
  #lastInForce: number[] = [];
  readonly #documents: ChainDocument[] = [];
  /** Documents that were taken back themselves, and those that did so. */
  readonly #isReversal = new Set<number>();

  constructor(random: Random, terms: Terms) {
    this.#random = random;
    this.#terms = terms;
  }

  make(): ChainDocument[] | null {
    const random = this.#random;
    const count = 1 + random.below(random.pick([1, 3, 6]));
    const movements = Array.from({ length: count }, () => ({
      article: random.oneIn(8) && this.#articles.length > 0 ? 0 : this.#newArticle(),
      units: this.#quantity(),
    }));
    const weight = this.#weightOf(movements);
    const discount = random.oneIn(3) ? Math.floor(weight * (1 + random.below(60))) * 100 : 0;
    const mode = random.pick(DISCOUNT_MODES);
    this.#soldArticles = this.#articles.length;
    this.#add({ movements, discount });

    const steps = random.below(random.pick([2, 6, 12]));
    for (let step = 0; step < steps; step += 1) {
      const kind = random.below(10);
      if (kind === 0) this.#fail();
      else if (kind === 1) this.#reverse();
      else if (kind === 2) this.#reissue(discount > 0);
      else this.#giveBack(discount, weight, mode);
    }
    const rest = this.#left().map(({ article, units }) => ({ article, units: -units }));
    const discountLeft = this.#discountLeft();
    if (rest.length === 0) return discountLeft === 0 ? this.#documents : null;
    if (discountLeft < 0 || discountLeft > this.#weightOf(this.#soldOf(rest)) * 9000) return null;
    this.#add({ movements: rest, discount: -discountLeft });
    return this.#documents;
  }

  #soldOf(movements: readonly Movement[]): Movement[] {
    return movements.filter(({ article }) => article < this.#soldArticles);
  }

  #newArticle(): number {
    const random = this.#random;
    const { isInVat, isFinePriced, isExport } = this.#terms;
    const magnitude = 1 + random.below(random.pick([100, 10_000, 1_000_000]));
    const name = `Article ${this.#articles.length}`;
    this.#articles.push({
      name,
      code: random.oneIn(2) ? `C-${this.#articles.length}` : null,
      unitPrice: isFinePriced ? jsonNumber(magnitude, 4) : jsonNumber(magnitude, 2),
      vat: isInVat ? this.#vat() : { rate: 0 },
      ...(isExport && random.oneIn(2) && { isExport }),
      rebatePercentage: random.oneIn(4) ? jsonNumber(random.below(900_000), 4) : null,
      rebateReducingBase: random.pick([true, false, null]),
    });
    return this.#articles.length - 1;
  }

  #vat(): ChainItem['vat'] {
    const random = this.#random;
    if (random.oneIn(3)) return { rate: 0, exemption: random.pick(EXEMPTIONS) };
    return { rate: this.#terms.isExport ? 0 : random.pick(RATES) };
  }

  #quantity(): number {
    const random = this.#random;
    return random.oneIn(3) ? 1 + random.below(20_000) : 1000 * (1 + random.below(12));
  }

  /** About what these come to without VAT, in euros: a discount is divided as the bases are. */
  #weightOf(movements: readonly Movement[]): number {
    return movements.reduce((sum, { article, units }) => {
      const { unitPrice, vat, rebatePercentage } = this.#articles[article]!;
      const net = this.#terms.pricesIncludeVat ? unitPrice / (1 + vat.rate / 100) : unitPrice;
      return sum + net * Math.abs(units / 1000) * (1 - (rebatePercentage ?? 0) / 100);
    }, 0);
  }

  #left(): Movement[] {
    const units = new Map<number, number>();
    for (const index of this.inForce) {
      for (const { article, units: moved } of this.#drafts[index]!.movements) {
        units.set(article, (units.get(article) ?? 0) + moved);
      }
    }
    return [...units]
      .map(([article, left]) => ({ article, units: left }))
      .filter((movement) => movement.units !== 0);
  }

  #discountLeft(): number {
    return this.inForce.reduce((sum, index) => sum + this.#drafts[index]!.discount, 0);
  }

  #add(draft: Draft): void {
    const items = draft.movements.map(({ article, units }) => {
      const { unitPrice, ...rest } = this.#articles[article]!;
      const price = units < 0 && unitPrice !== 0 ? -unitPrice : unitPrice;
      return { ...rest, unitPrice: price, quantity: jsonNumber(units, 3) };
    });
    const amount = jsonNumber(Math.abs(draft.discount), 4);
    const discountAmount = draft.discount === 0 ? null : amount;
    const inForce = [...this.inForce];
    const drafted = this.#random.oneIn(4) ? this.#lastInForce : inForce;
    const paidBackBy = this.#random.oneIn(4) ? this.#random.pick(this.#terms.payers).method : null;
    this.#documents.push({ items, discountAmount, inForce, drafted, paidBackBy });
    this.#drafts.push(draft);
    this.inForce.push(this.#drafts.length - 1);
    this.#lastInForce = inForce;
  }

  #giveBack(discount: number, weight: number, mode: (typeof DISCOUNT_MODES)[number]): void {
    const random = this.#random;
    const left = this.#left();
    // A discount is divided among what was sold with it, as the lines are.
    const movements = (discount > 0 ? this.#soldOf(left) : left).flatMap(({ article, units }) => {
      if (random.oneIn(2)) return [];
      const whole = Math.floor(units / 1000) * 1000;
      const part =
        units % 1000 === 0 ? 1000 * (1 + random.below(whole / 1000)) : random.below(units);
      const taken = random.oneIn(4) ? units : part;
      return taken === 0 ? [] : [{ article, units: -taken }];
    });
    if (movements.length === 0) return;
    const own = this.#weightOf(movements);
    const share = this.#shareOf(discount, (discount * own) / weight, mode);
    if (share > own * 9000) return;
    this.#add({ movements, discount: -share });
  }

  #shareOf(discount: number, share: number, mode: (typeof DISCOUNT_MODES)[number]): number {
    const left = this.#discountLeft();
    if (mode === 'exact') return Math.min(left, Math.round(share));
    if (mode === 'cents') return Math.min(left, Math.round(share / 100) * 100);
    const taken = discount - left;
    return Math.min(left, Math.max(0, Math.round((taken + share) / 100) * 100 - taken));
  }

  /** Takes an article back and sells it at another price, or another article in its place. */
  #reissue(isDiscounted: boolean): void {
    const [taken] = this.#left();
    if (taken === undefined) return;
    const { article, units } = taken;
    const other = this.#newArticle();
    if (this.#random.oneIn(2)) {
      const { unitPrice } = this.#articles[other]!;
      if (unitPrice === this.#articles[article]!.unitPrice) return;
      this.#articles[other] = { ...this.#articles[article]!, unitPrice };
    }
    const back = isDiscounted ? [] : [{ article, units: -units }];
    this.#add({ movements: [...back, { article: other, units }], discount: 0 });
  }

  /** Takes an earlier corrective back in full. */
  #reverse(): void {
    const candidates = this.inForce.filter((index) => index > 0 && !this.#isReversal.has(index));
    if (candidates.length === 0) return;
    const reversed = this.#random.pick(candidates);
    const { movements, discount } = this.#drafts[reversed]!;
    const back = movements.map(({ article, units }) => ({ article, units: -units }));
    if (!this.#isPossible(back)) return;
    this.#add({ movements: back, discount: -discount });
    this.#isReversal.add(reversed).add(this.#drafts.length - 1);
  }

  /** A corrective fails after a later one was numbered. */
  #fail(): void {
    const candidates = this.inForce.slice(1, -1).filter((index) => !this.#isReversal.has(index));
    if (candidates.length === 0) return;
    const failed = this.#random.pick(candidates);
    const { movements } = this.#drafts[failed]!;
    if (!this.#isPossible(movements.map(({ article, units }) => ({ article, units: -units })))) {
      return;
    }
    this.inForce.splice(this.inForce.indexOf(failed), 1);
    this.failures += 1;
  }

  /** Whether nothing is taken back that is not there. */
  #isPossible(movements: readonly Movement[]): boolean {
    const left = new Map(this.#left().map(({ article, units }) => [article, units]));
    for (const { article, units } of movements) {
      left.set(article, (left.get(article) ?? 0) + units);
    }
    return [...left.values()].every((units) => units >= 0);
  }
}
