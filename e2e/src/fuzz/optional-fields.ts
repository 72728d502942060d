// The fields that only some invoices have (extensions §2, §3, §5, §6, §9): as they fit the others,
// and as they do not.

import type { Random } from '@fiscal/testbed/random';
import { ADVANCE_IIC } from '../money/messages.ts';
import { expectedInvoice } from '../money/oracle.ts';
import { BUYER_ABROAD, paidInParts } from '../money/random-invoice.ts';
import type { RandomInvoice } from '../money/random-invoice.ts';
import { NASTY_FIELDS, NASTY_PAYMENTS, NASTY_VAT, raw } from './nasty-values.ts';

/** A payload with all that may be drawn. */
export type FuzzPayload = RandomInvoice['payload'] & {
  externalId?: string | undefined;
  taxPeriod?: string | undefined;
  replaces?: string | undefined;
  operatorName?: string | undefined;
};

/** IICs of the shop's own documents. */
export interface NamedDocuments {
  advance: string;
  cancelled: string;
}

/** An active operator of each shop. */
export const OPERATOR = 'Ana Petrović';
const OPERATOR_NAMES = [OPERATOR, 'ANA PETROVIĆ', ' ana petrovic\u0301', 'A na\u00a0Petrović'];

/** The payload with some of the fields; few of them do not fit it. */
export function withOptionalFields(
  random: Random,
  invoice: RandomInvoice,
  { advance, cancelled }: NamedDocuments,
): FuzzPayload {
  // A discount on nothing is refused, and comes to nothing that could be computed.
  const { withoutVat } = expectedInvoice({ ...invoice, discountAmount: null }).totals;
  const isInParts = Number(withoutVat) !== 0 && random.oneIn(2);
  const { payload } = isInParts
    ? paidInParts(random, invoice, expectedInvoice(invoice).totals.total)
    : invoice;
  const { advancePaymentIic } = payload;
  const maybe = <T>(draw: () => T) => (random.oneIn(4) ? draw() : undefined);
  const mayReplace = payload.type === 'Invoice' || random.oneIn(9);
  return {
    ...payload,
    // A corrective has its original's, whatever gives back.
    ...(payload.original && { paymentMethod: invoice.payload.paymentMethod }),
    ...(advancePaymentIic && {
      advancePaymentIic: random.pick([ADVANCE_IIC, advance, advance, cancelled]),
    }),
    externalId: maybe(
      () => `${random.pick(['', 'č'.repeat(97)])}${random.below(random.pick([9, 999]))}`,
    ),
    taxPeriod: maybe(() => monthAhead(random.below(5) - 2)),
    replaces: mayReplace
      ? maybe(() => random.pick([cancelled, cancelled, cancelled, advance]))
      : undefined,
    operatorName: maybe(() => random.pick(OPERATOR_NAMES)),
  };
}

/** So many months from now on: `11/2026`. Two are too many. */
function monthAhead(months: number): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15));
  return `${String(day.getUTCMonth() + 1).padStart(2, '0')}/${day.getUTCFullYear()}`;
}

/** The payload with one of the fields as it does not fit. */
export function withWrongField(random: Random, payload: FuzzPayload): object {
  const { items } = payload;
  const [first, ...others] = items;
  return random.pick<() => object>([
    () => ({ ...payload, payments: wrongPayments(random, payload) }),
    () => ({ ...payload, items: [{ ...first, vat: random.pick(NASTY_VAT) }, ...others] }),
    () => {
      const isExport = random.pick<unknown>([true, true, false, null, 'true', 1]);
      const { vat } = random.pick([first!, { vat: { rate: 0 } }]);
      const buyer = random.pick([
        payload.buyer,
        null,
        BUYER_ABROAD,
        { ...BUYER_ABROAD, city: ' ' },
      ]);
      const all = random.oneIn(2) ? others : others.map((item) => ({ ...item, vat: { rate: 0 } }));
      return { ...payload, buyer, items: [{ ...first, vat, isExport }, ...all] };
    },
    () => {
      const [name, values] = random.pick(Object.entries(NASTY_FIELDS));
      return { ...payload, [name]: random.pick(values) };
    },
  ])();
}

/** Payments beside which others stand, at the cost of the first one or beyond the total. */
function wrongPayments(random: Random, { payments, paymentMethod }: FuzzPayload): object[] {
  const [first, ...others] = payments ?? [{ method: paymentMethod, amount: 1 }];
  const added = random.pick(NASTY_PAYMENTS);
  const sum = added.reduce((sofar, { amount }) => sofar + amount, 0);
  const rest = Number((first!.amount - (random.oneIn(3) ? 0 : sum)).toFixed(7));
  if (!random.oneIn(6)) return [{ ...first, amount: rest }, ...others, ...added];
  // As they are, in another notation of JSON.
  const exponent = (amount: number) => raw(`${Math.round(amount * 100)}e-2`);
  return [first!, ...others].map((each) => ({ ...each, amount: exponent(each.amount) }));
}
