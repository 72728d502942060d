// Any invoice that a shop may send: small and large prices, crooked quantities, rebates both ways,
// discounts up to everything, correctives with lines of both signs. The service's own validator
// says afterwards which of them may be sent at all.

import { ADVANCE_IIC, ORIGINAL_IIC } from './messages.ts';
import type { SentInvoice, SentLine } from './oracle.ts';
import type { Random } from '@fiscal/testbed/random';

/** A payload and the company that it is for. */
export interface RandomInvoice extends SentInvoice {
  payload: {
    type: string;
    orderNumber: number;
    typeOfInvoice: string;
    paymentMethod: string;
    paymentDeadline: string;
    items: (SentLine & { name: string; code: string | null; unit: string | null })[];
    discountAmount: number | null;
    note: string | null;
    buyer: object | null;
    original: { id: string; issuedAt: string } | null;
    advancePaymentIic?: string | null;
    payments?: SentPayment[];
  };
}

/** One of several payments. */
interface SentPayment {
  method: string;
  amount: number;
}

const TEXTS = [
  'Kafa',
  'Šećer & „žuti“ čaj',
  'Ђуро',
  '<b>"x"</b>',
  '名',
  '😀 sok',
  'a'.repeat(120),
  '\u00a0.',
  'ﬁ',
];
const RATES = [21, 15, 7, 0];
const METHODS = [
  ['Cash', 'BANKNOTE'],
  ['Cash', 'CARD'],
  ['NonCash', 'ACCOUNT'],
  ['NonCash', 'OTHER'],
] as const;
/** What may pay a part of an invoice. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  Cash: ['BANKNOTE', 'CARD', 'OTHER-CASH', 'BUSINESSCARD', 'ADVANCE'],
  NonCash: ['ACCOUNT', 'FACTORING', 'OTHER', 'BUSINESSCARD', 'ADVANCE'],
};
export const EXEMPTIONS = [3, 4, 14, 15, 17, 20, 26, 27, 28, 29, 30, 44].map(
  (article) => `VAT_CL${article}`,
);
const BUYER = { idType: 'TIN', idNumber: '02345678', name: 'Kupac', country: 'MNE' };
/** Who buys what is exported. */
export const BUYER_ABROAD = {
  idType: 'VAT',
  idNumber: 'DE123456789',
  name: 'Käufer',
  address: 'Hauptstraße 1',
  city: 'Köln',
  country: 'DEU',
} as const;

/** `units` of 10^-`decimals`, as JSON brings it. */
const decimalOf = (units: number, decimals: number): number => Number(`${units}e-${decimals}`);

/** The next invoice. */
export function randomInvoice(random: Random): RandomInvoice {
  const isInVat = !random.oneIn(6);
  const pricesIncludeVat = random.oneIn(3);
  const type = random.pick(['Invoice', 'Invoice', 'Advance', 'Corrective', 'Corrective']);
  const count = random.oneIn(50) ? 1 + random.below(40) : 1 + random.below(6);
  const taxed = Array.from({ length: count }, () => itemOf(random, type, isInVat));
  const isExport = isInVat && random.oneIn(8);
  const isPlain = !isExport && (!isInVat || !random.oneIn(3));
  const items = isPlain ? taxed : taxed.map((item) => untaxed(random, item, isExport));
  const [typeOfInvoice, paymentMethod] = random.pick(METHODS);
  const discountAmount = random.oneIn(3) ? discountOf(random, items) : null;
  return {
    items,
    discountAmount,
    isInVat,
    pricesIncludeVat,
    payload: {
      type,
      orderNumber: random.below(1000),
      typeOfInvoice,
      paymentMethod,
      paymentDeadline: '2026-11-21T10:00:00Z',
      items,
      discountAmount,
      note: random.oneIn(4) ? random.pick(TEXTS) : null,
      buyer:
        isExport || random.oneIn(4)
          ? { ...(isExport ? BUYER_ABROAD : BUYER), name: random.pick(TEXTS) }
          : null,
      original:
        type === 'Corrective' ? { id: ORIGINAL_IIC, issuedAt: '2026-11-20T10:00:00Z' } : null,
    },
  };
}

function itemOf(random: Random, type: string, isInVat: boolean) {
  const sign = type === 'Corrective' && !random.oneIn(3) ? -1 : 1;
  const price = random.oneIn(20) ? 0 : decimalOf(magnitude(random), random.below(5));
  const quantity = decimalOf(1 + random.below(random.pick([10, 1000, 100_000])), random.below(4));
  return {
    name: random.pick(TEXTS),
    code: random.oneIn(2) ? `C-${random.below(9)}` : null,
    unit: random.oneIn(2) ? random.pick(['kg', 'kom', 'м²']) : null,
    unitPrice: price === 0 ? 0 : sign * price,
    quantity: sign * quantity,
    vat: { rate: isInVat ? random.pick(RATES) : 0 },
    rebatePercentage: random.oneIn(3) ? rebateOf(random) : null,
    rebateReducingBase: random.pick([true, false, null]),
  };
}

/** The line exempt from VAT, or as it is; of an export without VAT in any case. */
function untaxed<T extends SentLine>(random: Random, item: T, isExport: boolean): T {
  const exemption = random.pick(EXEMPTIONS);
  const vat = random.oneIn(2) ? { rate: 0, exemption } : isExport ? { rate: 0 } : item.vat;
  return isExport && random.oneIn(2) ? { ...item, vat, isExport: true } : { ...item, vat };
}

/** The invoice paid in parts that are its total; as it is where there are less than two cents. */
export function paidInParts(random: Random, invoice: RandomInvoice, total: string): RandomInvoice {
  const cents = Math.round(Number(total) * 100);
  const count = Math.min(2 + random.below(9), Math.abs(cents));
  if (count < 2) return invoice;
  const methods = PARTS[invoice.payload.typeOfInvoice]!;
  let left = Math.abs(cents);
  let isAdvanceFree = true;
  const payments = Array.from({ length: count }, (_, index): SentPayment => {
    const behind = count - index - 1;
    const most = left - behind;
    const part =
      behind === 0 ? left : 1 + random.below(Math.min(most, random.pick([1, 100, most])));
    left -= part;
    const method = random.pick(isAdvanceFree ? methods : methods.slice(0, -1));
    if (method === 'ADVANCE') isAdvanceFree = false;
    return { method, amount: decimalOf(Math.sign(cents) * part, 2) };
  });
  const paymentMethod = random.pick(payments).method;
  const isByAdvance = payments.some(({ method }) => method === 'ADVANCE');
  const advancePaymentIic = isByAdvance ? ADVANCE_IIC : null;
  return {
    ...invoice,
    payload: { ...invoice.payload, paymentMethod, advancePaymentIic, payments },
  };
}

const magnitude = (random: Random): number =>
  1 + random.below(random.pick([100, 10_000, 1_000_000, 100_000_000]));

const rebateOf = (random: Random): number =>
  random.oneIn(8) ? random.pick([0, 100]) : decimalOf(random.below(1_000_001), 4);

/** Up to about everything; what exceeds the bases is refused by the rules. */
function discountOf(random: Random, items: readonly SentLine[]): number {
  const sum = items.reduce(
    (sofar, { unitPrice, quantity }) => sofar + Math.abs(unitPrice) * quantity,
    0,
  );
  const most = Math.min(Math.abs(sum), 1e9);
  return Math.floor(most * random.below(1001) * 10) / 10_000;
}
